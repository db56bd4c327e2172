import type { Editor } from '@tiptap/core';
import { encodeAttribute } from './html-tokens';

/** Puts a picture at the cursor, or at a place of the text. */
export function insertPicture(editor: Editor, address: string, alt: string, at?: number): void {
  const node = {
    type: 'templateImage',
    attrs: { source: `<img src="${encodeAttribute(address)}" alt="${encodeAttribute(alt)}">` },
  };
  if (at === undefined) editor.chain().focus().insertContent(node).run();
  else editor.chain().focus().insertContentAt(Math.min(at, editor.state.doc.content.size), node).run();
}

/** Pictures that were pasted or dropped as files; none where the same came as text too, as office programs do. */
export function picturesOf(data: DataTransfer | null): File[] {
  if (!data || data.getData('text/html') !== '' || data.getData('text/plain') !== '') return [];
  return [...data.files].filter((file) => file.type.startsWith('image/'));
}
