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

/** Seconds of CPU, whatever else the machine does. What grows with the square of such a text takes many minutes. */
function secondsOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

test.each(pieces)('the editor and the mail frame read a body made of %j in a moment', (piece) => {
  const body = piece.repeat(Math.ceil(longest / piece.length));
  const seconds = secondsOf(() => {
    const tokens = tokenizeHtml(body);
    expect(tokens.map((token) => token.source).join('')).toBe(body);
    parseTemplate(body);
    parseLine(body.slice(0, 998));
    plainWords(body);
    countRemoteImages(body);
    estimateMailHeight(body);
  });
  expect(seconds).toBeLessThan(4);
});

test('what is nested deeper than any editor shows is kept as it is', () => {
  const body = `${'<div>'.repeat(500)}deep${'</div>'.repeat(500)}`;
  expect(JSON.stringify(parseTemplate(body))).toContain('htmlBlock');
});
