import { expectLinear } from '@skein/testing/growth';
import { countRemoteImages, estimateMailHeight } from '../mail-document';
import { tokenizeHtml } from './html-tokens';
import { plainWords } from './template-constructs';
import { parseLine, parseTemplate } from './template-parse';

/** As long as a body may be. */
const longest = 100_000;
const pieces = [
  ...['{', '{a', '{a|', '{a|b}', '{{', '{{a}}', '{{ a | default: "', '{%', '{% if a %}', '}', '|', '%a', '%signature%'],
  ...[
    '<',
    '<a',
    '<a ',
    '<a "',
    "<a b='",
    '<a ">" ',
    '<a <b',
    '<!--',
    '<style>',
    '<style></style>',
    '<textarea>',
    '</p',
    '&',
  ],
  ...[
    '<p>',
    '<p>x',
    '<div>',
    '<div></div>',
    '<div></p>',
    '<b>x',
    '<b><i>x',
    '<a href="x">y',
    '<li>',
    '<ul><li>x',
    '<td>x',
  ],
  ...['<img ', '<img src', '<img srcset=', 'url(', 'background ', '<br', '  \n', 'x ', '<blockquote>'],
];

test.each(pieces)('the editor and the mail frame read a body made of %j in linear time', async (piece) => {
  await expectLinear((size) => {
    const body = piece.repeat(Math.ceil(size / piece.length));
    const tokens = tokenizeHtml(body);
    expect(tokens.map((token) => token.source).join('')).toBe(body);
    parseTemplate(body);
    parseLine(body.slice(0, 998));
    plainWords(body);
    countRemoteImages(body);
    estimateMailHeight(body);
  }, longest);
});

test('what is nested deeper than any editor shows is kept as it is', () => {
  const body = `${'<div>'.repeat(500)}deep${'</div>'.repeat(500)}`;
  expect(JSON.stringify(parseTemplate(body))).toContain('htmlBlock');
});
