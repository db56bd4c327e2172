import { expectLinear } from '@skein/testing/growth';
import { ownTextOf } from './strip-quote';
import { parseMail } from './parse-mail';
import { sanitiseMail } from './sanitise-mail';

/** Characters that are kept of a mail. */
const mostKept = 400_000;

const filled = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length));
/** What strangers can send to keep a reader busy. */
const hostile: Record<string, (size: number) => string> = {
  'elements left open': (size) => filled('<div>', size),
  'two elements in turn': (size) => filled('<b><i>', size),
  'ends of other elements': (size) => filled('<div></x>', size),
  'many names': (size) => Array.from({ length: size / 10 }, (_, index) => `<x${index % 2_000}>`).join(''),
  'begun tags': (size) => filled('<a ', size),
  'begun comments': (size) => filled('<!--', size),
  signs: (size) => filled('&', size),
  'a long style': (size) => `<p style="${filled('color:red;', size)}">x</p>`,
  'a long list of fonts': (size) => `<p style="font-family:${filled(`'a',`, size)}">x</p>`,
  'nested tables': (size) => filled('<table><tr><td>', size),
  quotations: (size) => filled('<blockquote>', size),
  attributes: (size) => `<p ${filled('a=b ', size)}>x</p>`,
  links: (size) => filled('<a href="https://x.test/">x</a>', size),
};

test.each(Object.entries(hostile))('a mail of %s is read and cleaned in linear time', async (_, html) => {
  await expectLinear(async (size) => {
    const parsed = await parseMail(
      Buffer.from(
        `From: a@b.test\r\nTo: c@d.test\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html(size).replace(/(.{900})/g, '$1\r\n')}`,
      ),
    );
    ownTextOf(parsed);
  }, mostKept);
  await expectLinear((size) => sanitiseMail({ html: html(size), text: 'plain words' }), mostKept);
});

test('what is too tangled to be cleaned is shown as its words', () => {
  expect(sanitiseMail({ html: '<div>'.repeat(80_000), text: 'plain words' })).toMatchObject({
    isTextOnly: true,
    html: expect.stringContaining('plain words'),
  });
  const newsletter = `<table>${'<tr><td><p style="color:red">Some <b>words</b> &amp; a <a href="https://x.test/">link</a><br></td></tr>'.repeat(2_000)}</table>`;
  expect(sanitiseMail({ html: newsletter, text: '' }).isTextOnly).toBe(false);
});

test('of a text of very many lines the beginning is read, and a large file arrives whole', async () => {
  const line = 'I am not interested.\r\n';
  const long = await parseMail(
    Buffer.from(`From: a@b.test\r\nSubject: x\r\n\r\n${filled(line, 60_000 * line.length)}`),
  );
  expect(long.text.split('\n').length).toBeLessThanOrEqual(20_000);
  expect(long.text.startsWith('I am not interested.')).toBe(true);
  const file = Buffer.alloc(4_000_000, 'file');
  const withFile = await parseMail(
    Buffer.from(
      [
        'From: a@b.test',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        '',
        'See the file.',
        '--b',
        'Content-Type: application/pdf; name=f.pdf',
        'Content-Transfer-Encoding: base64',
        '',
        file.toString('base64').replace(/.{76}/g, '$&\r\n'),
        '--b--',
        '',
      ].join('\r\n'),
    ),
  );
  expect(withFile.text.trim()).toBe('See the file.');
  expect(withFile.parts[0]?.content).toHaveLength(file.length);
});
