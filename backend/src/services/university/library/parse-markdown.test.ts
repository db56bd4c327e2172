import { parseMarkdown } from './parse-markdown';

const text = (value: string, more = {}) => ({ text: value, mark: null, href: null, ...more });

it('reads headings, paragraphs, lists, code, quotes and tables', () => {
  const blocks = parseMarkdown(
    ['## Who are you?', '', 'A **b** `c`.', '', '- one', '- two', '', '> said', '', '```js', 'x', '```', ''].join('\n'),
  );
  expect(blocks).toEqual([
    { kind: 'heading', level: 2, id: 'who-are-you', content: [text('Who are you?')] },
    {
      kind: 'paragraph',
      content: [text('A '), text('b', { mark: 'strong' }), text(' '), text('c', { mark: 'code' }), text('.')],
    },
    { kind: 'list', ordered: false, items: [[text('one')], [text('two')]] },
    { kind: 'quote', content: [text('said')] },
    { kind: 'code', language: 'js', text: 'x' },
  ]);
  expect(parseMarkdown('| a | b |\n|---|---|\n| 1 | 2 |')).toEqual([
    { kind: 'table', head: [[text('a')], [text('b')]], rows: [[[text('1')], [text('2')]]] },
  ]);
});

it('reads a paragraph that is one picture with its size', () => {
  expect(parseMarkdown('![The fleet](pictures/fleet.webp "1040x616")')).toEqual([
    { kind: 'picture', src: 'pictures/fleet.webp', alt: 'The fleet', width: 1040, height: 616 },
  ]);
  expect(parseMarkdown('![The fleet](pictures/fleet.webp "wide")').map(({ kind }) => kind)).toEqual(['paragraph']);
});

it('keeps HTML as text and drops links that are not of the web or the product', () => {
  expect(parseMarkdown('<b onclick="x">hi</b>')).toEqual([
    { kind: 'paragraph', content: [text('<b onclick="x">hi</b>')] },
  ]);
  const [block] = parseMarkdown('[a](javascript:alert(1)) [b](/app/leads/all) [c](//evil.test)');
  const links = block?.kind === 'paragraph' ? block.content.filter(({ href }) => href) : [];
  expect(links).toEqual([text('b', { href: '/app/leads/all' })]);
});
