import { Editor } from '@tiptap/core';
import { readValue, writeValue } from './editor-document';
import { createExtensions } from './editor-extensions';
import type { TemplateNode } from './template-document';

const describeAny = (source: string) => ({
  kind: 'token' as const,
  parts: [source],
  fallback: null,
  problem: null,
  title: source,
});
const open = () =>
  new Editor({
    element: document.createElement('div'),
    extensions: createExtensions('html', describeAny),
    enableInputRules: ['bulletList', 'orderedList'],
  });
const html = (editor: Editor) => writeValue('html', editor.getJSON() as TemplateNode);

test('a web address that is typed becomes a link, a bare word with a dot and a mail address stay text', () => {
  const editor = open();
  const type = (text: string) => editor.view.dispatch(editor.state.tr.insertText(text));
  for (const word of ['see', 'https://northlight.test/a?b=1', 'northlight.com', 'rosa@northlight.com', ''])
    type(`${word} `);
  const links = [...html(editor).matchAll(/<a href="([^"]*)">/g)].map((match) => match[1]);
  expect(links).toEqual(['https://northlight.test/a?b=1']);
  editor.destroy();
});

test('a text that is loaded stays as it was written', () => {
  const editor = open();
  const written = '<p>see https://northlight.test/a </p>';
  editor
    .chain()
    .setMeta('addToHistory', false)
    .setMeta('preventAutolink', true)
    .setContent(readValue(editor.schema, 'html', written), { emitUpdate: false })
    .setTextSelection(0)
    .run();
  expect(html(editor)).not.toContain('<a ');
  editor.destroy();
});
