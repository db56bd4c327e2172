import { addFallback, bareFields, findHints, spamHint, type HintInput } from './find-hints';

const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
const input = (change: Partial<HintInput> = {}): HintInput => ({
  subject: 'Dock delays',
  body: `<p>${words}</p>`,
  rendered: { subject: 'Dock delays', html: `<p>${words}</p>`, text: words, isReply: false },
  empty: new Map(),
  leads: 2000,
  customFields: ['warehouse_city'],
  hasOptOut: true,
  isFirst: true,
  ...change,
});
const titlesOf = (change: Partial<HintInput>) => findHints(input(change)).map((hint) => `${hint.tone}: ${hint.title}`);

test('a good text says so', () => {
  expect(titlesOf({})).toEqual(['success: Usual length', 'success: No links']);
});

test.each([
  [1, 'warning', 'Very short text'],
  [16, 'warning', 'Short email'],
  [49, 'warning', 'Short email'],
  [50, 'success', 'Usual length'],
  [125, 'success', 'Usual length'],
  [126, 'warning', 'Long email'],
  [201, 'warning', 'Long text'],
])(
  'a text of %i words gets one hint about its length, which is green only inside the usual range',
  (count, tone, title) => {
    const text = Array.from({ length: count }, () => 'word').join(' ');
    const hints = findHints(input({ rendered: { subject: 'Docks', html: `<p>${text}</p>`, text, isReply: false } }));
    const about = hints.filter(({ detail }) => detail.includes('50 to 125 is usual'));
    expect(about).toMatchObject([{ tone, title }]);
    expect(about[0]?.detail).toContain(count === 1 ? '1 word;' : `${count} words;`);
  },
);

test('what breaks the mail comes first', () => {
  const titles = titlesOf({ subject: '', body: '<p>{Any chance|Would you {{nope</p>', rendered: null });
  expect(titles.slice(0, 2).every((title) => title.startsWith('danger'))).toBe(true);
  expect(titles).toContain('danger: No subject');
});

test('a field that is empty for some leads is named with its count, unless something stands in', () => {
  const empty = new Map([['warehouse_city', 38]]);
  const hint = findHints(input({ body: `<p>{{warehouse_city}} ${words}</p>`, empty })).find(
    (entry) => entry.title === 'Merge data',
  );
  expect(hint?.detail).toBe('Warehouse city is empty for 38 of 2,000 leads');
  const mended = addFallback(`<p>{{warehouse_city}} and {{ warehouse_city }}</p>`, 'warehouse_city', 'your "hub"');
  expect(mended).toBe(
    `<p>{{warehouse_city | default: 'your "hub"'}} and {{warehouse_city | default: 'your "hub"'}}</p>`,
  );
  expect(bareFields('', mended)).toEqual([]);
  const filtered = addFallback(
    '{{first_name | capitalize}}, {{first_name | default: "you"}}',
    'first_name',
    'costs $$5',
  );
  expect(filtered).toBe('{{first_name | default: "costs $$5" | capitalize}}, {{first_name | default: "you"}}');
  expect(bareFields('', filtered)).toEqual([]);
  const both = addFallback('{first_name|x} {{first_name|there}} {{first_name}} {{last_name}}', 'first_name', 'you');
  expect(both).toBe('{first_name|x} {{first_name|there}} {{first_name | default: "you"}} {{last_name}}');
  for (const filters of ['| default: "Idea for {{comp"', '|"Idea for {{comp"'])
    expect(addFallback(`Hi {{first_name ${filters}}}`, 'first_name', 'you')).toBe('Hi {{first_name | default: "you"}}');
  expect(addFallback('{{first_name | default: "{{x" | upcase}}', 'first_name', 'you')).toBe(
    '{{first_name | default: "you" | upcase}}',
  );
  expect(addFallback('{% if a %}{Hi {{ Job Title }}|Yo}{% endif %}', 'Job Title', 'there')).toBe(
    '{% if a %}{Hi {{Job Title | default: "there"}}|Yo}{% endif %}',
  );
});

test('a missing way out and spam words are worth a look', () => {
  expect(titlesOf({ hasOptOut: false })).toContain('warning: No way to opt out');
  expect(titlesOf({ hasOptOut: false, body: `<p>${words} %unsubscribe-text%</p>` })).not.toContain(
    'warning: No way to opt out',
  );
  const html = `<p>${words} act now</p>`;
  expect(titlesOf({ rendered: { subject: 's', html, text: `${words} act now`, isReply: false } })).toContain(
    'warning: 1 spam word',
  );
});

test('the link that the product adds by itself is no link of the writer', () => {
  const html = `<p>${words}</p><br><br><a href="http://localhost:3000/u/preview">No thanks?</a>`;
  expect(titlesOf({ rendered: { subject: 's', html, text: words, isReply: false } })).toEqual([
    'success: Usual length',
    'success: No links',
  ]);
});

test('a name that no lead has is pointed out, with the import known', () => {
  expect(titlesOf({ body: `<p>{{warehouse_town}} ${words}</p>` })).toContain('warning: Unknown field');
  expect(titlesOf({ body: `<p>{{warehouse_town}} ${words}</p>`, customFields: null })).not.toContain(
    'warning: Unknown field',
  );
});

test('what SpamAssassin says stands beside the written rules, heaviest first, and nothing where none is set up', () => {
  expect(spamHint({ checker: null, score: null, threshold: null, is_spam: null, rules: [] })).toEqual([]);
  const rules = [
    { name: 'NO_RELAYS', points: 0, description: 'Informational' },
    { name: 'HTML_IMAGE_ONLY_08', points: 0.8, description: 'BODY: images with few words' },
    { name: 'MILLION_USD', points: 5.5, description: 'BODY: Talks about millions' },
  ];
  expect(spamHint({ checker: 'SPAMASSASSIN', score: 6.3, threshold: 5, is_spam: true, rules })).toEqual([
    {
      id: 'spamassassin',
      tone: 'warning',
      title: 'SpamAssassin: spam',
      detail: '6.3 of 5 points: Talks about millions (5.5); images with few words (0.8)',
    },
  ]);
  expect(spamHint({ checker: 'SPAMASSASSIN', score: -0.1, threshold: 5, is_spam: false, rules: [] })[0]).toMatchObject({
    tone: 'success',
    detail: '-0.1 of 5 points; no rule adds points',
  });
});
