import { expectLinear } from '@skein/testing/growth';
import { readDraft } from './read-draft';

const campaign = { isPlain: false, fields: ['first_name', 'company_name'] };

const filled = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length));
it.each<[string, number, (size: number) => string]>([
  ['spaces', 900_000, (size) => `Subject${filled(' ', size)}`],
  ['begun tags', 20_000, (size) => filled('<a', size)],
  ['elements left open', 20_000, (size) => `Subject: x\n\n${filled('<b><i>', size)}`],
  ['braces', 20_000, (size) => `Subject: x\n\n${filled('{', size)}`],
  ['brackets', 20_000, (size) => `Subject: x\n\n${filled('[a ', size)}`],
  ['conditions', 20_000, (size) => `Subject: x\n\n${filled('{% if first_name %}', size)}`],
])('reads a hostile answer of %s in linear time', (_, limit, answer) =>
  expectLinear((size) => readDraft(answer(size), campaign), limit),
);

it('reads what models make of the form', () => {
  expect(
    readDraft('**Subject line:** Hello [Company Name]\n\nBody:\nHi {first_name},\nline two\n\nSecond & last', campaign),
  ).toMatchObject({
    subject: 'Hello {{company_name}}',
    email_body: '<p>Hi {{first_name}},<br>line two</p><p>Second &amp; last</p>',
  });
  expect(readDraft('Just a text', campaign)).toMatchObject({ subject: '', email_body: '<p>Just a text</p>' });
  expect(readDraft('Subject: Only that', campaign)).toBeNull();
  expect(readDraft('Subject: x\n\n<script>alert(1)</script>', campaign)).toBeNull();
});
