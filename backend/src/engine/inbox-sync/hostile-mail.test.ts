import fc from 'fast-check';
import { classifyMessage } from './classify-message';
import { parseMail } from './parse-mail';
import { rawMail } from './raw-mail.test-support';
import { splitQuote } from './strip-quote';

const PIECES = [
  '-',
  '_',
  '=',
  'On ',
  'On Mon ',
  '>',
  '> ',
  'From: ',
  'From: a\n',
  'Am 1.1. schrieb ',
  ' ',
  '\n',
  '\t',
  'a',
  'a@',
  '@',
  'a@b.',
  '<',
  '<a@b.c>',
  '<blockquote>',
  '<div class="gmail_quote">',
  '550 ',
  '5.1.1',
  '5.',
  '1/',
  '1.',
  '12 march ',
  'until ',
  'not ',
  'not interested ',
  'no longer ',
  'but ',
  'Re: ',
  'Re',
  '[a',
  '[a] ',
  '-----Original ',
  'wrote:',
  '1:',
  '月',
  '3月1日',
  'remove me ',
  'message-id:',
  'x'.repeat(300) + '\n',
  '\u00a0',
  '"',
  "'",
  '{',
  '\\',
  '\u2028',
  '😀',
  'İ',
];

it('never throws, whatever arrives', async () => {
  const body = fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 20 })), { maxLength: 30 })
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(body, fc.uint8Array({ maxLength: 300 }), async (text, bytes) => {
      const mail = await parseMail(rawMail({ Subject: text.slice(0, 60).replace(/[\r\n]/g, ' ') }, text));
      const result = classifyMessage(mail);
      expect(result.evidence.length).toBeGreaterThan(0);
      expect(result.bounce).toBeNull();
      const split = splitQuote(text);
      expect(split.own.length + split.quoted.length + split.signature.length).toBeLessThanOrEqual(text.length + 3);
      classifyMessage(await parseMail(bytes));
    }),
    { numRuns: 250 },
  );
});
