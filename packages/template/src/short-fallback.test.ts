import fc from 'fast-check';
import { expectLinear } from '@skein/testing/growth';
import { parseStep } from './compose';
import { ALLOWED_FILTERS } from './liquid';
import { readShortFallback } from './short-fallback';
import { checkLead, fieldsOf, parseTemplate, printTemplate, renderTemplate, type RenderInput } from './template';

const input = (fields: Record<string, unknown>): RenderInput => ({
  fields,
  sender: { name: 'Grace Hopper', email: 'grace@sender.test' },
  seed: { campaignId: 1, leadId: 2, stepNumber: 1 },
  mode: 'random',
  clock: { now: 0, zone: 'UTC' },
});

/** What a lead gets: the text, and what is missing for it. */
function rendered(source: string, fields: Record<string, unknown> = {}) {
  const tree = parseTemplate(source);
  expect(tree.problems).toEqual([]);
  expect(printTemplate(tree)).toBe(source);
  const { text, missing } = renderTemplate(tree, input(fields));
  expect(checkLead(tree, fields)).toEqual(missing);
  return { text, missing };
}

const problems = (source: string) => parseTemplate(source).problems.map(({ code }) => code);

it.each([
  ['Hi {{first_name|there}}!', 'Hi there!'],
  ['{{ company_name | your team }}', 'your team'],
  ['{{first_name |  there  friend}}', 'there friend'],
  ['{{first_name|"friend"}}', 'friend'],
  ["{{first_name|'friend'}}", 'friend'],
  ['{{first_name|“friend”}}', 'friend'],
  ['{{first_name|""}}', ''],
  ['{{first_name|"you | me"}}', 'you | me'],
  ['{{Job Title|your role}}', 'your role'],
  ['{{plz/ort|Zürich}}', 'Zürich'],
  ['{{title|the "boss"}}', 'the "boss"'],
  ["{{title|whoever's in charge}}", "whoever's in charge"],
  ['{{title|whoever’s in charge}}', "whoever's in charge"],
  ['{{seats|10}}', '10'],
  ['{{price|$5.00/seat}}', '$5.00/seat'],
  ['{{first_name|-}}', '-'],
  ['{{first_name|Note: all of you}}', 'Note: all of you'],
  ['{{first_name|First}}', 'First'],
  ['{{emoji|👋🏽 there}}', '👋🏽 there'],
  ['{Hi|Hello} {{first_name|there}}', expect.stringMatching(/^(Hi|Hello) there$/) as unknown as string],
  ['{% if city %}x{% else %}{{first_name|there}}{% endif %}', 'there'],
  ['<p>{{first_name|R&amp;D}}</p>', '<p>R&amp;D</p>'],
  ['<p>{{first_name&nbsp;|&nbsp;there}}</p>', '<p>there</p>'],
  ['<p>{{first_name|&lt;b&gt;}}</p>', '<p>&lt;b&gt;</p>'],
  ['<a href="https://x.test/?n={{first_name|a b}}">x</a>', '<a href="https://x.test/?n=a%20b">x</a>'],
])('shows the fallback of %j to a lead without the field', (source, text) => {
  expect(rendered(source)).toEqual({ text, missing: [] });
});

it('shows the field to a lead that has it, and counts a blank one as none', () => {
  expect(rendered('Hi {{first_name|there}}', { first_name: 'Ada' }).text).toBe('Hi Ada');
  expect(rendered('Hi {{first_name|there}}', { first_name: ' \u00a0' }).text).toBe('Hi there');
  expect(fieldsOf(parseTemplate('{{first_name|there}} {{city}}'))).toEqual([
    { name: 'first_name', hasFallback: true },
    { name: 'city', hasFallback: false },
  ]);
});

it('means the same as the default filter, in the subject and in the body', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9äöüß,.!?$%+/()& '-]{1,30}$/).map((text) => text.trim());
  fc.assert(
    fc.property(word, fc.boolean(), (text, hasValue) => {
      fc.pre(readShortFallback(`|${text}`) === text.replace(/\s+/g, ' ') && text !== '');
      const fields = hasValue ? { nick: 'Ada' } : {};
      const short = parseStep({ subject: `Hi {{nick|${text}}}`, body: `<p>Hi {{nick | ${text} }}</p>` });
      const long = parseStep({
        subject: `Hi {{nick | default: "${text}"}}`,
        body: `<p>Hi {{nick | default: "${text}" }}</p>`,
      });
      for (const part of ['subject', 'body'] as const) {
        expect(short[part].problems).toEqual(long[part].problems);
        expect(renderTemplate(short[part], input(fields))).toEqual(renderTemplate(long[part], input(fields)));
        expect(fieldsOf(short[part])).toEqual(fieldsOf(long[part]));
      }
    }),
    { numRuns: 400 },
  );
});

it.each([
  'Question about {{company_name | default: "Quick idea for {{comp"}}',
  'Question about {{company_name | default: "Quick idea for {{comp}}"}}',
  "<p>Question about {{company_name | default: 'Idea {% if'}}</p>",
  'Question about {{company_name|"Quick idea for {{comp"}}',
  'Question about {{company_name | default: "Quick idea for {{comp" | upcase}}',
])('takes a fallback that would look unrendered for none: %s', (source) => {
  const tree = parseTemplate(source);
  expect(tree.problems).toEqual([]);
  expect(printTemplate(tree)).toBe(source);
  expect(fieldsOf(tree)).toEqual([{ name: 'company_name', hasFallback: false }]);
  const absent = [{ name: 'company_name', reason: 'absent' }];
  const { text, missing } = renderTemplate(tree, input({}));
  expect(text).not.toMatch(/idea/i);
  expect(missing).toEqual(absent);
  expect(checkLead(tree, {})).toEqual(absent);
  expect(checkLead(tree, { company_name: 'Kite' })).toEqual([]);
  expect(renderTemplate(tree, input({ company_name: 'Kite' })).missing).toEqual([]);
});

it('never takes a filter for a fallback', () => {
  for (const filter of ALLOWED_FILTERS) expect([filter, readShortFallback(`| ${filter}`)]).toEqual([filter, null]);
  expect(rendered('{{first_name | upcase}}', { first_name: 'Ada' }).text).toBe('ADA');
  expect(rendered('{{first_name | truncate: 5}}', { first_name: 'Augustina' }).text).toBe('Au...');
});

it.each([
  '{{first_name|}}',
  '{{first_name||there}}',
  '{{first_name|there|friend}}',
  '{{first_name|there|upcase}}',
  '{{first_name|{there}',
  '{{first_name|a}b}}',
  '{{first_name|"there}}',
  '{{first_name|capitalise}}',
  '{{first_name|Uppercase}}',
  '{{first_name|strip_tags}}',
  '{{first_name|render: "x"}}',
  '{{|there}}',
  '{{5|there}}',
  '{{true|there}}',
  '{{sl_date|tomorrow}}',
  '{{first_name|{Hi|Hello}}}',
  'Question about {{company_name|Quick idea for {{comp}}}}',
])('reports %j instead of guessing', (source) => {
  expect(problems(source)).not.toEqual([]);
});

it.each<[string, (size: number) => string]>([
  ['begun fallbacks', (size) => '{{a|'.repeat(size / 4)],
  ['many fallbacks', (size) => '{{a|b}} '.repeat(size / 8)],
  ['spaces in one that never ends', (size) => `{{a |${' '.repeat(size)}`],
  ['quotes in one that never ends', (size) => `{{a|${'"'.repeat(size)}`],
  ['words with underscores', (size) => `{{a|${'b_'.repeat(size / 2)}}}`],
])('takes linear time on %s', (_, source) =>
  expectLinear((size) => {
    parseTemplate(source(size));
    readShortFallback(source(size).slice(3));
  }, 80_000),
);
