import { getSchema } from '@tiptap/core';
import { readValue, writeValue } from './editor-document';
import { createExtensions } from './editor-extensions';
import type { TemplateNode } from './template-document';

const schema = getSchema(
  createExtensions('html', (source) => ({
    kind: 'token',
    parts: [source],
    fallback: null,
    problem: null,
    title: source,
  })),
);
const through = (value: string, edit: (document: TemplateNode) => void = () => {}): string => {
  const document = schema.nodeFromJSON(readValue(schema, 'html', value));
  document.check();
  const json = document.toJSON() as TemplateNode;
  edit(json);
  return writeValue('html', json);
};

const letters = [
  '',
  '  \n',
  'Hi {{first_name}},',
  'Hi there',
  '<p>Hi {{first_name | default: "there"}},</p>\n<p>{Hi|Hello {{first_name}}|} you</p>\r\n',
  '<div>Hi</div><div><br></div><div>Line</div>',
  '<p></p><p>&nbsp;</p><p><br/></p>',
  '<P Class=x>A &amp; B &mdash; C &#8217;&unknown; &lt;b&gt;</P>',
  '<table width="100%"><tr><td>{{a}}</td></tr></table><p>after</p>',
  '<ul>\n <li>one</li>\n <li><p>two</p><ul><li>in</li></ul></li></ul>',
  '<p><b>bold <i>both</b> wrong</i></p>',
  '<span style="color:red">text <p>block in span</p></span>',
  '<p>unclosed <a href="https://x.y/?a={{b | default: "c"}}&d=1">link',
  '{% if company %}<p>{{company}}</p>{% else %}<p>none</p>{% endif %}',
  '<p>{unclosed | brace, 50%off% {a|b</p>',
  '<!-- note --><style>p{color:red}</style><p>x</p>',
  '<div><p>in</p>tail<div>deep <b>er</b></div></div>',
  '<blockquote><p>quote</p></blockquote><hr><h2 id="t">Title</h2>',
  'text<br>line two<br><br>',
  '<p>a  <img src="https://x.y/i.png" alt=\'q\'> b</p>%unsubscribe-text%',
  '<p>{<b>Hi</b>|Hello<br>you} %signature%</p>',
  '<html><head><title>x</title></head><body><p>x</p></body></html>',
  '<p>1 < 2 & 3 > 2</p>',
  '</p></div>stray',
  '<li>alone</li>',
];

test.each(letters)('what is not touched comes back byte for byte: %j', (letter) => {
  expect(through(letter)).toBe(letter);
});

test('any mixture of pieces comes back byte for byte', () => {
  const pieces = [
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<div>',
    '</div>',
    '<ul>',
    '<li>',
    '</li>',
    '</ul>',
    '<br>',
    '{{a}}',
    '{a|b}',
    '{',
    '}',
    '%x%',
    ' ',
    '\n',
    'word',
    '&amp;',
    '<td>',
    '<span x="1">',
    '</span>',
    '<img src=a>',
    '{% if a %}',
    '<!--c-->',
    '<',
    '>',
    '"',
    '<h1>',
    '</h1>',
    '<table>',
    '</table>',
  ];
  let seed = 7;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  for (let round = 0; round < 1500; round += 1) {
    const value = Array.from(
      { length: 1 + Math.floor(random() * 14) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join('');
    expect(through(value)).toBe(value);
  }
});

test('a change rewrites its own block and no other', () => {
  const value =
    '<p Class="a">One &mdash; <b>bold</b></p>\n<div  align=left>Two</div>\n<table><tr><td>x</td></tr></table>';
  const changed = through(value, (document) => {
    const text = document.content?.[0]?.content?.[0];
    if (text) text.text = 'Changed ';
  });
  expect(changed).toBe(
    '<p Class="a">Changed <b>bold</b></p>\n<div  align=left>Two</div>\n<table><tr><td>x</td></tr></table>',
  );
});

test('a block that is typed anew reads back as it was typed', () => {
  const typed = through('', (document) => {
    document.content = [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: ' two  spaces & <tag> ' },
          { type: 'templateChip', attrs: { source: '{{first_name}}' } },
        ],
      },
      { type: 'paragraph' },
    ];
  });
  expect(typed).toBe('<p>&nbsp;two &nbsp;spaces &amp; &lt;tag&gt; {{first_name}}</p><p><br></p>');
  const again = schema.nodeFromJSON(readValue(schema, 'html', typed)).toJSON() as TemplateNode;
  expect(again.content?.[0]?.content?.[0]?.text).toBe('\u00a0two \u00a0spaces & <tag> ');
  expect(again.content?.[1]?.content).toBeUndefined();
});

test('a subject is text: nothing is escaped, constructs are chips', () => {
  const line = getSchema(
    createExtensions('line', (source) => ({
      kind: 'token',
      parts: [source],
      fallback: null,
      problem: null,
      title: source,
    })),
  );
  const value = 'Q&A at {{company | default: "your <site>"}} {now|later} 5 < 6';
  const document = line.nodeFromJSON(readValue(line, 'line', value));
  expect(document.firstChild?.childCount).toBe(5);
  expect(writeValue('line', document.toJSON() as TemplateNode)).toBe(value);
});
