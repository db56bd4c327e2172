import { freshStep, freshVariant, type DraftStep } from './draft-step';
import { addFallbackEverywhere, knownFallbacks, restoreTexts } from './fallback-everywhere';

const email = (...texts: [string, string][]): DraftStep => ({
  ...freshStep(1),
  variants: texts.map(([subject, body], index) => freshVariant('ABC'[index], { subject, body })),
});
const textsOf = (steps: readonly DraftStep[]) =>
  steps.map(({ variants }) => variants.map(({ subject, body }) => [subject, body]));

const steps = [
  email(['Hi {{first_name}}', '<p>{{first_name | capitalize}}</p>'], ['Hello', '<p>{{first_name|you}}</p>']),
  { ...email(['{{first_name}}', '']), kind: 'MANUAL' as const },
  email(['', '<p>Again, {{first_name}}, {{city}}</p>']),
];

it('gives a field its fallback in all steps and variants at once, and leaves other fields and tasks alone', () => {
  const { steps: next, changed } = addFallbackEverywhere(steps, 'first_name', 'there');
  expect(changed).toBe(2);
  expect(textsOf(next)).toEqual([
    [
      ['Hi {{first_name | default: "there"}}', '<p>{{first_name | default: "there" | capitalize}}</p>'],
      ['Hello', '<p>{{first_name|you}}</p>'],
    ],
    [['{{first_name}}', '']],
    [['', '<p>Again, {{first_name | default: "there"}}, {{city}}</p>']],
  ]);
});

it('takes it back but for texts that were written on meanwhile', () => {
  const { steps: next } = addFallbackEverywhere(steps, 'first_name', 'there');
  const later = next.map((step, index) =>
    index === 2 ? { ...step, variants: step.variants.map((each) => ({ ...each, body: '<p>New</p>' })) } : step,
  );
  expect(textsOf(restoreTexts(later, steps, next))).toEqual([...textsOf(steps).slice(0, 2), [['', '<p>New</p>']]]);
});

it('leaves the variant out whose text has it already', () => {
  const except = steps[0]?.variants[0]?.key;
  const { steps: next, changed } = addFallbackEverywhere(steps, 'first_name', 'there', except);
  expect(changed).toBe(1);
  expect(textsOf(next).slice(0, 2)).toEqual(textsOf(steps).slice(0, 2));
});

it('knows the first fallback of each field, of emails only', () => {
  const known = knownFallbacks([
    { ...email(['{{city|Rome}}', '{{first_name | default: "task"}}']), kind: 'MANUAL' as const },
    ...steps,
    email(['{{first_name|friend}}', '<p>{{city | default: "your town"}} {{last_name}}</p>']),
  ]);
  expect(Object.fromEntries(known)).toEqual({ first_name: 'you', city: 'your town' });
});
