import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { Button } from '../button';
import { IconButton } from '../icon-button';
import type { IconName } from '../icon';
import { Popover } from '../popover';
import type { EditorHandle } from './editor.types';
import { ConditionForm, LinkForm, SpinForm } from './chip-forms';
import type { TemplateToken, TemplateVariable } from './describe-chip';
import { handleOf } from './editor-handle';
import { Tools } from './editor-parts';
import { ImageForm } from './image-form';
import { insertPicture } from './insert-picture';
import { VariablePicker } from './variable-picker';

interface EditorToolbarProps {
  editor: Editor;
  variables: readonly TemplateVariable[];
  tokens: readonly TemplateToken[];
  onUploadImage?: ((file: File) => Promise<string>) | undefined;
  insertInto?: (() => EditorHandle | null) | undefined;
  /** Which groups are shown. */
  formatting: boolean;
  template: boolean;
  end?: ReactNode;
}

const toolsOf = (bar: Element | null) => [...(bar?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];

type Panel = 'link' | 'image' | 'variable' | 'spin' | 'condition' | null;

/** The tools above the text. One stop in the tab order; arrow keys move between tools. */
export function EditorToolbar({
  editor,
  variables,
  tokens,
  onUploadImage,
  insertInto,
  formatting,
  template,
  end,
}: EditorToolbarProps) {
  const [panel, setPanel] = useState<Panel>(null);
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
      selected: current.state.doc.textBetween(current.state.selection.from, current.state.selection.to, ' '),
    }),
  });
  const open = (which: Exclude<Panel, null>) => ({
    open: panel === which,
    onOpenChange: (next: boolean) => setPanel(next ? which : null),
  });
  /** Where writing goes on once a panel has closed: it gives the focus to its button, and the button hands it on. */
  const goesOn = useRef<{ into: EditorHandle; until: number } | null>(null);
  const handOn = {
    onFocus: () => {
      const next = goesOn.current;
      goesOn.current = null;
      if (next && performance.now() < next.until) next.into.focus();
    },
  };
  const change = (act: (into: EditorHandle) => void, into: EditorHandle = handleOf(editor)) => {
    setPanel(null);
    goesOn.current = { into, until: performance.now() + 1000 };
    act(into);
  };
  const insert = (source: string) => change((into) => into.insert(source), insertInto?.() ?? undefined);
  const toggle = (icon: IconName, label: string, on: boolean, run: () => void) => (
    <IconButton icon={icon} label={label} aria-pressed={on} onClick={run} />
  );

  const bar = useRef<HTMLDivElement>(null);
  const at = useRef<HTMLElement | null>(null);
  // Only the tool that was used last stands in the tab order: from the subject to the text it is one step, not one for each tool.
  const keepOneStop = () => {
    const tools = toolsOf(bar.current);
    const stop = at.current && tools.includes(at.current) ? at.current : tools[0];
    for (const tool of tools) tool.tabIndex = tool === stop ? 0 : -1;
  };
  useEffect(keepOneStop);
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    // The forms of open panels are children for React, not for the page.
    if (!currentTarget.contains(target)) return;
    at.current = target;
    keepOneStop();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const tools = toolsOf(event.currentTarget);
    const place = tools.indexOf(document.activeElement as HTMLElement);
    const to = {
      ArrowRight: (place + 1) % tools.length,
      ArrowLeft: (place - 1 + tools.length) % tools.length,
      Home: 0,
      End: tools.length - 1,
    }[event.key];
    if (place < 0 || to === undefined) return;
    event.preventDefault();
    tools[to]?.focus();
  };
  const surround = (key: string) => change((into) => into.surround(key), insertInto?.() ?? undefined);
  const link = (address: string, text: string) =>
    change(() => {
      const chain = editor.chain().focus();
      if (state.empty && !state.link)
        chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href: address } }] }).run();
      else chain.extendMarkRange('link').setMark('link', { href: address, open: null }).run();
    });
  return (
    <Tools ref={bar} role="toolbar" aria-label="Formatting" onKeyDown={onKeyDown} onFocus={onFocus}>
      {formatting && (
        <>
          {toggle('bold', 'Bold', state.bold, () => editor.chain().focus().toggleBold().run())}
          {toggle('italic', 'Italic', state.italic, () => editor.chain().focus().toggleItalic().run())}
          {toggle('underline', 'Underline', state.underline, () => editor.chain().focus().toggleUnderline().run())}
          {toggle('list', 'List', state.list, () => editor.chain().focus().toggleBulletList().run())}
          <Popover
            label="Link"
            width={320}
            padded={false}
            trigger={<IconButton icon="link" label="Link" tooltip={false} aria-pressed={state.link} {...handOn} />}
            {...open('link')}
          >
            <LinkForm
              value={state.address}
              needsText={state.empty && !state.link}
              onDone={link}
              onRemove={
                state.link
                  ? () => change(() => editor.chain().focus().extendMarkRange('link').unsetMark('link').run())
                  : undefined
              }
            />
          </Popover>
          <Popover
            label="Image"
            width={320}
            padded={false}
            trigger={<IconButton icon="image" label="Image" tooltip={false} {...handOn} />}
            {...open('image')}
          >
            <ImageForm
              onUpload={onUploadImage}
              onDone={(address, alt) => change(() => insertPicture(editor, address, alt))}
            />
          </Popover>
        </>
      )}
      {formatting && template && <hr aria-hidden="true" />}
      {template && (
        <>
          <Popover
            label="Insert a variable"
            width={288}
            padded={false}
            trigger={
              <Button variant="ghost" size="small" icon="braces" title="Insert a variable" {...handOn}>
                Variable
              </Button>
            }
            {...open('variable')}
          >
            <VariablePicker variables={variables} tokens={tokens} onDone={insert} />
          </Popover>
          <Popover
            label="Insert spintax"
            width={320}
            padded={false}
            trigger={
              <Button variant="ghost" size="small" icon="shuffle" title="Insert spintax" {...handOn}>
                Spintax
              </Button>
            }
            {...open('spin')}
          >
            <SpinForm onDone={insert} {...(state.selected ? { value: `{${state.selected}|}` } : {})} />
          </Popover>
          <Popover
            label="Insert a condition"
            width={320}
            padded={false}
            trigger={
              <Button variant="ghost" size="small" icon="branch" title="Insert a condition" {...handOn}>
                Condition
              </Button>
            }
            {...open('condition')}
          >
            <ConditionForm variables={variables} onDone={surround} />
          </Popover>
        </>
      )}
      {end && <span style={{ marginLeft: 'auto', display: 'inline-flex', gap: 2 }}>{end}</span>}
    </Tools>
  );
}
