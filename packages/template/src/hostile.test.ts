import fc from 'fast-check';
import { expectLinear } from '@skein/testing/growth';
import { composeMail, parseStep } from './compose';
import { findCopyHints } from './copy-hints';
import { rewriteLinks } from './links';
import { htmlToPlainText } from './plain-text';
import {
  checkLead,
  GROWS_TOO_LARGE,
  parseTemplate,
  printTemplate,
  renderTemplate,
  TemplateLimitError,
  type RenderInput,
} from './template';

const INPUT: RenderInput = {
  fields: { a: 'A', b: 'B' },
  sender: { name: 'S T', email: 's@t.test' },
  seed: { campaignId: 1, leadId: 1, stepNumber: 1 },
  mode: 'random',
  clock: { now: 0, zone: 'UTC' },
};

const PIECES = [
  '{',
  '}',
  '|',
  '{{',
  '}}',
  '{{a}}',
  '{{ b | default: "x" }}',
  '{%',
  '%}',
  '{% if a %}',
  '{% else %}',
  '{% endif %}',
  '{% for i in a %}',
  '{% endfor %}',
  '{% comment %}',
  '{% endcomment %}',
  '<p>',
  '</p>',
  '<a href="',
  '">',
  '<style>',
  '</style>',
  '<!--',
  '-->',
  '"',
  "'",
  '\\',
  '%signature%',
  '%sender-name%',
  '&quot;',
  'text',
  ' ',
  '\n',
  '{{sl_date "+1"}}',
];
const SOURCE = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 })), { maxLength: 40 })
  .map((parts) => parts.join(''));

it('parses anything without throwing, keeps every text, and renders deterministically', () => {
  fc.assert(
    fc.property(SOURCE, (source) => {
      const tree = parseTemplate(source);
      const first = renderTemplate(tree, INPUT);
      expect(renderTemplate(parseTemplate(source), INPUT)).toEqual(first);
      for (const problem of tree.problems) expect(problem.start).toBeLessThanOrEqual(source.length);
      if (tree.problems.length === 0) expect(printTemplate(tree)).toBe(source);
    }),
    { numRuns: 1_500 },
  );
});

it('never reads lead data as template, and never lets it out of its place', () => {
  const value = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
  );
  const tree = parseTemplate('<p>{Hi|Hi} {{v}}</p><i title="{{v}}">.</i><a href="https://x.test/?q={{v}}">l</a>');
  const text = parseTemplate('{Hi|Hi} {{v}}', { format: 'text' });
  fc.assert(
    fc.property(value, (v) => {
      const html = renderTemplate(tree, { ...INPUT, fields: { v } }).text;
      expect(html.match(/<(?!br>)/g)).toHaveLength(6);
      expect(html.match(/"/g)).toHaveLength(4);
      if (v.trim() !== '' && !/^[\s\u200b\ufeff]*$/.test(v))
        expect(renderTemplate(text, { ...INPUT, fields: { v } }).text).toBe(`Hi ${v}`);
    }),
    { numRuns: 1_000 },
  );
});

it('never lets a value break a header', () => {
  const step = parseStep({ subject: 'About {{v}}', body: '<p>x</p>' });
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('\r', '\n', '\u2028', '\u0000', '\u0085', 'a', ':', ' ') }), (v) => {
      const mail = composeMail({
        ...INPUT,
        ...step,
        fields: { v },
        thread: null,
        unsubscribe: null,
        tracking: null,
        plainTextOnly: false,
      });
      expect(mail.subject).not.toMatch(/[\r\n\u0000-\u001f\u0085\u2028]/);
    }),
  );
});

it.each([
  '{',
  '}',
  '|',
  '{{',
  '{%',
  '{{{',
  '{|',
  '{a|',
  '%a',
  '<',
  '<a ',
  '<a "',
  "<a href='",
  '<!--',
  '<style>',
  '&',
  '\\',
  '{{ "',
  '{% if a %}',
  '{{a}}',
  '<p><a>',
  ' ',
  '<td>',
  '{"',
])('takes linear time on templates and documents of %s', (piece) =>
  expectLinear((size) => {
    const source = piece.repeat(Math.ceil(size / piece.length));
    const tree = parseTemplate(source, { format: 'html' });
    if (tree.problems.length === 0) renderTemplate(tree, INPUT);
    checkLead(tree, INPUT.fields);
    htmlToPlainText(source);
    rewriteLinks(source, (url) => `${url}/t`);
    findCopyHints({ subject: source, html: source, text: source, isThreadReply: false });
  }, 50_000),
);

it("bounds what all expressions of a rendering cost together, and tells it as one lead's finding", () => {
  const letters = `"${'zyxwvu'.repeat(130)}"`;
  const rounds = (body: string) =>
    parseTemplate(
      `{% for a in (1..50) %}{% for b in (1..50) %}{% for c in (1..18) %}${body}{% endfor %}{% endfor %}{% endfor %}`,
    );
  for (const body of [
    `{{ ${letters} | split: "" | sort | uniq | size }}`,
    `{% assign a = ${letters} | split: "" | sort | reverse | join: "" %}`,
    '{{ first_name | upcase | downcase | append: "a long enough text to count" }}',
  ]) {
    expect(() => renderTemplate(rounds(body), INPUT)).toThrow(TemplateLimitError);
    expect(checkLead(rounds(body), INPUT.fields)).toEqual([{ name: GROWS_TOO_LARGE, reason: 'too_large' }]);
  }
  const ordinary = parseTemplate(
    `{% assign words = "a,b,c" | split: "," %}${'{% for word in words %}{{ word | upcase }} {{ first_name | default: "you" | capitalize }}{% endfor %}'.repeat(40)}`,
  );
  expect(renderTemplate(ordinary, INPUT).text).toContain('A ');
});

it('stops a rendering that would grow or run without end', () => {
  const bomb = parseTemplate('{% assign x = "aaaaaaaaaa" %}' + '{% assign x = x | append: x %}'.repeat(40) + '{{ x }}');
  expect(() => renderTemplate(bomb, INPUT)).toThrow(TemplateLimitError);
  const range = parseTemplate('{% for i in (1..100000000) %}x{% endfor %}');
  expect(() => renderTemplate(range, INPUT)).toThrow(TemplateLimitError);
  const nested = parseTemplate(
    '{% for a in (1..50) %}{% for b in (1..50) %}{% for c in (1..50) %}x{% endfor %}{% endfor %}{% endfor %}',
  );
  expect(() => renderTemplate(nested, INPUT)).toThrow(TemplateLimitError);
  expect(parseTemplate('{'.repeat(30)).problems.map((problem) => problem.code)).toContain('too_deep');
  expect(parseTemplate('x'.repeat(100_001)).problems.map((problem) => problem.code)).toEqual(['too_large']);
});
