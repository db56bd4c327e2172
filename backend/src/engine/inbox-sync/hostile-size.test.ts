import { ownTextOf } from './strip-quote';
import { parseMail } from './parse-mail';
import { sanitiseMail } from './sanitise-mail';

/** What strangers can send to keep a reader busy: each of the size that is kept of a mail. */
const hostile: Record<string, string> = {
  'elements left open': '<div>'.repeat(80_000),
  'two elements in turn': '<b><i>'.repeat(66_000),
  'ends of other elements': '<div></x>'.repeat(44_000),
  'many names': Array.from({ length: 40_000 }, (_, index) => `<x${index % 2_000}>`).join(''),
  'begun tags': '<a '.repeat(130_000),
  'begun comments': '<!--'.repeat(100_000),
  signs: '&'.repeat(400_000),
  'a long style': `<p style="${'color:red;'.repeat(40_000)}">x</p>`,
  'a long list of fonts': `<p style="font-family:${`'a',`.repeat(100_000)}">x</p>`,
  'nested tables': '<table><tr><td>'.repeat(26_000),
  quotations: '<blockquote>'.repeat(33_000),
  attributes: `<p ${'a=b '.repeat(100_000)}>x</p>`,
  links: '<a href="https://x.test/">x</a>'.repeat(12_000),
};

const seconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6;

test.each(Object.keys(hostile))('a mail of %s is read and cleaned in a moment', async (name) => {
  const html = hostile[name] as string;
  const begun = process.cpuUsage();
  const parsed = await parseMail(
    Buffer.from(
      `From: a@b.test\r\nTo: c@d.test\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html.replace(/(.{900})/g, '$1\r\n')}`,
    ),
  );
  ownTextOf(parsed);
  const read = process.cpuUsage(begun);
  sanitiseMail({ html, text: 'plain words' });
  const both = process.cpuUsage(begun);
  // What grows with the square of the mail takes half a minute of the processor, whoever else is busy there; a moment is a few tenths of a second.
  expect({ isReadAtOnce: seconds(read) < 8, isCleanedAtOnce: seconds(both) - seconds(read) < 8 }).toEqual({
    isReadAtOnce: true,
    isCleanedAtOnce: true,
  });
});

test('what is too tangled to be cleaned is shown as its words', () => {
  expect(sanitiseMail({ html: '<div>'.repeat(80_000), text: 'plain words' })).toMatchObject({
    isTextOnly: true,
    html: expect.stringContaining('plain words'),
  });
  const newsletter = `<table>${'<tr><td><p style="color:red">Some <b>words</b> &amp; a <a href="https://x.test/">link</a><br></td></tr>'.repeat(2_000)}</table>`;
  expect(sanitiseMail({ html: newsletter, text: '' }).isTextOnly).toBe(false);
});
