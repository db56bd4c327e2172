import { readDraft } from './read-draft';

const campaign = { isPlain: false, fields: ['first_name', 'company_name'] };

it('is through with hostile answers at once', () => {
  const began = process.cpuUsage().user;
  const answers = [
    `Subject${' '.repeat(900_000)}`,
    `Subject${' '.repeat(19_000)}`,
    '<a'.repeat(9_900),
    `Subject: x\n\n${'<b><i>'.repeat(3_000)}`,
    `Subject: x\n\n${'{'.repeat(19_000)}`,
    `Subject: x\n\n${'[a '.repeat(6_000)}`,
    `Subject: x\n\n${'{% if first_name %}'.repeat(900)}`,
  ];
  for (const answer of answers) readDraft(answer, campaign);
  // Measured in processor time, which other work on the machine does not lengthen; each took seconds without the limits.
  expect((process.cpuUsage().user - began) / 1_000_000).toBeLessThan(5);
});

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
