import { expectLinear } from '@skein/testing/growth';
import PostalMime from 'postal-mime';
import { shortenParts } from './long-parts';

const line = 'Grüße, thank you for writing to us.';
const long = (text = line, end = '\r\n'): string => `${text}${end}`.repeat(2_000);
const multipart = (kind: string, boundary: string, parts: string[]): string =>
  `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;
const part = (type: string, body: string, more = ''): string => `Content-Type: ${type}\r\n${more}\r\n${body}`;

const bodies: Record<string, string> = {
  'one text': part('text/plain; charset=utf-8', long()),
  'one text without a type': `\r\n${long('plain words')}`,
  'line feeds alone': part('text/plain; charset=utf-8', long(line, '\n')),
  'a last line that does not end': part('text/plain; charset=utf-8', `${long()}the end`),
  '8bit in another character set': part(
    'text/plain; charset=iso-8859-1',
    long('caf\u00e9'),
    'Content-Transfer-Encoding: 8bit\r\n',
  ),
  'text and HTML, nested': multipart('mixed', 'a', [
    multipart('alternative', 'b', [
      part('text/plain; charset=utf-8', long()),
      part('text/html; charset=utf-8', `<p>${long()}</p>`, 'Content-Transfer-Encoding: 7bit\r\n'),
    ]),
    part('text/csv; name=rows.csv', long('1,2,3'), 'Content-Disposition: attachment; filename=rows.csv\r\n'),
  ]),
  'quoted-printable': part(
    'text/plain; charset=utf-8',
    long('caf=C3=A9 =\r\n!'),
    'Content-Transfer-Encoding: quoted-printable\r\n',
  ),
  'a message within it': multipart('mixed', 'a', [
    part('text/plain', 'See below.'),
    part('message/rfc822', `From: x@y.test\r\nSubject: y\r\n\r\n${long('inner words')}`),
  ]),
  'lines like boundaries of nobody': multipart('mixed', 'a', [
    part('text/plain', long('--ab\r\n--b\r\nContent-Type: text/plain\r\n')),
  ]),
  'more parts than are followed': `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/csv; name=x.csv\r\nContent-Disposition: attachment\r\n\r\n1\r\n2\r\n3\r\n4\r\n'.repeat(260)}--b\r\nContent-Type: text/plain\r\n\r\nPlease remove me.\r\n--b--\r\n`,
  'base64 behind a comment': part(
    'text/plain',
    `${btoa('caf\n').repeat(20)}\r\n`.repeat(600),
    'Content-Transfer-Encoding: (x) base64\r\n',
  ),
  'base64 behind a semicolon': part(
    'text/plain',
    `${btoa('caf\n').repeat(20)}\r\n`.repeat(600),
    'Content-Transfer-Encoding: ; base64\r\n',
  ),
  'a multipart in quotes': `Content-Type: "multipart/mixed"; boundary=b\r\n\r\n--b\r\n${part('text/plain', long())}--b--\r\n`,
  'a multipart behind a comment': `Content-Type: (x) multipart/mixed; boundary=b\r\n\r\n--b\r\n${part('text/plain', long())}--b--\r\n`,
  'two carriage returns at each end': part('text/plain', long('words', '\r\r\n')),
  'two carriage returns behind a boundary': `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${part('text/plain', long())}--b\r\r\n${part('text/plain', long())}--b--\r\n`,
  'a boundary line with a blank that is none': `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${part('text/plain', `${long()}--b\u00a0\r\n${long()}`)}--b--\r\n`,
  'a boundary that never comes': `Content-Type: multipart/mixed; boundary=zz\r\n\r\n${long('words')}`,
};

test.each(Object.entries(bodies))('%s is read as if it had been left alone', async (_, body) => {
  const bytes = Buffer.from(`From: a@b.test\r\nSubject: x\r\nMIME-Version: 1.0\r\n${body}`, 'latin1');
  const read = async (source: Uint8Array) => {
    const options = { forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer' as const };
    const { text, html, subject, attachments } = await new PostalMime(options).parse(source);
    const files = attachments.map((file) => [
      file.mimeType,
      file.filename,
      Buffer.from(file.content as ArrayBuffer).toString('latin1'),
    ]);
    return { text, html, subject, files };
  };
  expect(await read(shortenParts(bytes))).toEqual(await read(bytes));
});

test('what has no transfer encoding becomes one line, whatever it is', () => {
  const lines = (name: string): number =>
    shortenParts(Buffer.from(`From: a@b.test\r\n${bodies[name]}`, 'latin1'))
      .toString('latin1')
      .split('\n').length;
  expect(lines('one text')).toBeLessThan(10);
  expect(lines('one text without a type')).toBeLessThan(10);
  expect(lines('text and HTML, nested')).toBeLessThan(40);
});

const head = 'From: a@b.test\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
test.each([
  ['lines that begin like a boundary', (size: number) => head + '--b x\r\n'.repeat(size / 7)],
  ['parts without an end', (size: number) => head + '--b\r\nContent-Type: text/plain\r\n\r\n'.repeat(size / 33)],
  ['parts within parts', (size: number) => `${head}--b\r\n${head}`.repeat(size / 140)],
  [
    'parts within parts whose boundaries never come',
    (size: number) => {
      const named = (name: string): string => `Content-Type: multipart/mixed; boundary=${name}\r\n\r\n`;
      const inner = Array.from({ length: size / 12_000 }, (_, at) => `--o\r\n${named(`never-${at}`)}`).join('');
      const outer = Array.from(
        { length: 99 },
        (_, at) => `--b\r\n${named(`o${at}`)}${inner.replaceAll('--o', `--o${at}`)}`,
      );
      return `${head}${outer.join('')}${'x'.repeat(size / 2)}`;
    },
  ],
  ['a header without an end', (size: number) => head + 'Content-Transfer-Encoding: 7bit\r\n'.repeat(size / 33)],
])('%s are read in linear time', async (_, mail) => {
  await expectLinear((size) => shortenParts(Buffer.from(mail(size))), 1_000_000);
});
