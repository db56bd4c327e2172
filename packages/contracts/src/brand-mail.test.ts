import { mailHtml, mailText, type MailFace } from './brand-mail';
import { ownLook } from './brand-theme';

const words = { subject: 'News', before: ['A lead replied.'], after: [] };
const face = (change: Partial<MailFace> = {}): MailFace => ({
  name: 'Bright',
  look: ownLook,
  greeting: 'Dear {{name}},',
  footer: null,
  supportAddress: null,
  logo: null,
  ...change,
});
const firstLine = (given: object, of: MailFace | null) => mailText({ ...words, ...given }, of).split('\n')[0];

it.each([
  [{ name: 'Ada' }, face(), 'Dear Ada,'],
  [{ name: '$& {{name}}' }, face(), 'Dear $& {{name}},'],
  // What is left of an agency's own words without a name may read wrong.
  [{ name: null }, face(), 'Hello,'],
  [{}, face(), 'Hello,'],
  [{}, face({ greeting: 'Good morning,' }), 'Good morning,'],
  [{ name: 'Ada' }, face({ greeting: null }), 'Hello Ada,'],
  [{ name: null }, null, 'Hello,'],
  [{}, null, 'A lead replied.'],
])('greets %j as %j does', (given, of, line) => expect(firstLine(given, of)).toBe(line));

it('keeps an address whole in its link, whatever signs its local part holds', () => {
  const html = mailHtml(words, face({ supportAddress: 'a?b&c=d#e%f+g@bright.test' }));
  expect(html).toContain('href="mailto:a%3Fb%26c%3Dd%23e%25f%2Bg@bright.test"');
});
