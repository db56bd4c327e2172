import type { Editor } from '@tiptap/core';

/** Puts lines that were typed elsewhere behind what is there, and tells the editor's owner as of anything typed. */
export function addTyped(editor: Editor, text: string): void {
  const chain = editor.chain().setTextSelection(editor.state.doc.content.size);
  if (!editor.isEmpty) chain.splitBlock();
  text.split('\n').forEach((line, index) => {
    if (index > 0) chain.splitBlock();
    if (line) chain.insertContent({ type: 'text', text: line });
  });
  chain.run();
}

/** Gives the editor the focus at once, behind its last letter. Its own command would wait for a frame, in which keys are pressed. */
export function focusEnd(editor: Editor): void {
  editor.commands.setTextSelection(editor.state.doc.content.size);
  editor.view.focus();
}
