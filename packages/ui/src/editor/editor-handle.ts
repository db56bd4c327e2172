import type { Editor } from '@tiptap/core';
import { readValue } from './editor-document';
import type { EditorHandle } from './editor.types';

/** What a host and a toolbar can do with an editor. */
export function handleOf(editor: Editor): EditorHandle {
  return {
    focus: () => {
      editor.commands.focus();
    },
    focusNow: () => {
      editor.view.focus();
    },
    insert: (source) => {
      editor.chain().focus().insertContent({ type: 'templateChip', attrs: { source } }).run();
    },
    insertText: (text) => {
      editor.chain().focus().insertContent({ type: 'text', text }).run();
    },
    insertHtml: (html) => {
      const { content } = readValue(editor.schema, 'html', html);
      editor
        .chain()
        .focus()
        .insertContent(content ?? [])
        .run();
    },
    surround: (key) => {
      const { from, to } = editor.state.selection;
      editor
        .chain()
        .focus()
        .insertContentAt(to, { type: 'templateChip', attrs: { source: '{% endif %}' } })
        .insertContentAt(from, { type: 'templateChip', attrs: { source: `{% if ${key} %}` } })
        .run();
    },
  };
}
