import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import type { IconName } from '../icon';
import { IconButton } from '../icon-button';
import { Popover } from '../popover';
import { LinkForm } from './chip-forms';
import { ImageForm } from './image-form';
import { insertPicture } from './insert-picture';
import type { ToolPanels } from './tool-panels';

/** Bold to pictures: how the text looks. */
export function FormatTools({
  editor,
  panels,
  onUploadImage,
}: {
  editor: Editor;
  panels: ToolPanels;
  onUploadImage: ((file: File) => Promise<string>) | undefined;
}) {
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      underline: current.isActive('underline'),
      list: current.isActive('bulletList'),
      link: current.isActive('link'),
      address: String(current.getAttributes('link').href ?? ''),
      empty: current.state.selection.empty,
    }),
  });
  const { handOn, change } = panels;
  const toggle = (icon: IconName, label: string, on: boolean, run: () => void) => (
    <IconButton icon={icon} label={label} aria-pressed={on} onClick={run} />
  );
  const link = (address: string, text: string) =>
    change(() => {
      const chain = editor.chain().focus();
      if (state.empty && !state.link)
        chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href: address } }] }).run();
      else chain.extendMarkRange('link').setMark('link', { href: address, open: null }).run();
    });
  const unlink = () => change(() => editor.chain().focus().extendMarkRange('link').unsetMark('link').run());
  return (
    <>
      {toggle('bold', 'Bold', state.bold, () => editor.chain().focus().toggleBold().run())}
      {toggle('italic', 'Italic', state.italic, () => editor.chain().focus().toggleItalic().run())}
      {toggle('underline', 'Underline', state.underline, () => editor.chain().focus().toggleUnderline().run())}
      {toggle('list', 'List', state.list, () => editor.chain().focus().toggleBulletList().run())}
      <Popover
        label="Link"
        {...panels.popover('link')}
        trigger={<IconButton icon="link" label="Link" tooltip={false} aria-pressed={state.link} {...handOn} />}
      >
        <LinkForm
          value={state.address}
          needsText={state.empty && !state.link}
          onDone={link}
          onRemove={state.link ? unlink : undefined}
        />
      </Popover>
      <Popover
        label="Image"
        {...panels.popover('image')}
        trigger={<IconButton icon="image" label="Image" tooltip={false} {...handOn} />}
      >
        <ImageForm
          onUpload={onUploadImage}
          onDone={(address, alt) => change(() => insertPicture(editor, address, alt))}
        />
      </Popover>
    </>
  );
}
