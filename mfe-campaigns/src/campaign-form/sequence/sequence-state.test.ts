import type { StepView } from '@skein/contracts/main/sequence-views';
import { templateWords } from '@skein/contracts/plain-template';
import {
  changeStep,
  changeVariant,
  moveStep,
  refusalOfMove,
  removeStep,
  restoreStep,
  takeIds,
  takeProgress,
} from './sequence-state';
import { copyStep, freshStep, fromSteps, toInput } from './draft-step';
import { addVariant, equalShares, shownShares, withVariants } from './variant-shares';
import { dayOf, delayText } from './step-labels';

const view = (id: number, number: number, days: number, labels = ['A']): StepView => ({
  id,
  seq_number: number,
  seq_type: 'EMAIL',
  seq_delay_details: { delayInDays: days, delayInHours: 0, delayInMinutes: 0 },
  variant_distribution_type: 'MANUAL_EQUAL',
  lead_distribution_percentage: null,
  winning_metric_property: null,
  winner_variant_id: null,
  detail: {},
  sent: 0,
  is_passed: false,
  created_at: '',
  updated_at: '',
  variants: labels.map((label, index) => ({
    id: id * 10 + index,
    variant_label: label,
    subject: `s${id}${label}`,
    email_body: `<p>${label}</p>`,
    attachments: [],
    variant_distribution_percentage: null,
    is_paused: false,
    sent: 0,
  })),
});

test('steps keep their identity on the way to the editor and back', () => {
  const input = toInput(fromSteps([view(1, 1, 0, ['A', 'C']), view(2, 2, 3)]));
  expect(input.map((step) => step.id)).toEqual([1, 2]);
  expect(input[0]?.variants.map((variant) => [variant.id, variant.variant_label, variant.email_body])).toEqual([
    [10, 'A', '<p>A</p>'],
    [11, 'C', '<p>C</p>'],
  ]);
});

test('ids of a save reach what was typed and moved meanwhile', () => {
  const sent = [...fromSteps([view(1, 1, 0)]), freshStep(3)];
  const added = sent[1]!;
  const meanwhile = changeVariant(moveStep(sent, 1, 0), added.key, added.variants[0]!.key, { subject: 'typed later' });
  const current = takeIds(meanwhile, sent, [view(1, 1, 0), view(5, 2, 3)]);
  expect(current.map((step) => step.id)).toEqual([5, 1]);
  expect(current[0]?.variants[0]).toMatchObject({ id: 50, subject: 'typed later' });
});

test('moving a text keeps the rhythm of the line', () => {
  const moved = moveStep(fromSteps([view(1, 1, 0), view(2, 2, 3), view(3, 3, 4)]), 2, 0);
  expect(moved.map((step) => step.id)).toEqual([3, 1, 2]);
  expect(moved.map((step) => step.delay.delayInDays)).toEqual([0, 3, 4]);
  expect(dayOf(moved, 2)).toBe(7);
  expect(moveStep(moved, 0, 3)).toEqual(moved);
});

test('what stands first waits for nothing after a removal, and the removed step comes back with the wait behind it', () => {
  const steps = fromSteps([view(1, 1, 0), view(2, 2, 3), view(3, 3, 4)]);
  const rest = removeStep(steps, steps[0]!.key);
  expect(rest.map((step) => [step.id, step.delay.delayInDays])).toEqual([
    [2, 0],
    [3, 4],
  ]);
  expect(restoreStep(rest, 0, steps[0]!, steps[1]).map((step) => [step.id, step.delay.delayInDays])).toEqual([
    [1, 0],
    [2, 3],
    [3, 4],
  ]);
  const without = removeStep(steps, steps[1]!.key);
  expect(restoreStep(without, 1, steps[1]!, steps[2]).map((step) => [step.id, step.delay.delayInDays])).toEqual([
    [1, 0],
    [2, 3],
    [3, 4],
  ]);
});

test('steps that leads are past keep their place; new ones may stand anywhere', () => {
  const steps = [...fromSteps([{ ...view(1, 1, 0), is_passed: true }, view(2, 2, 3), view(3, 3, 4)]), freshStep(3)];
  expect(refusalOfMove(steps, 0, 1)).toBe('Leads are past step 1, so it keeps its place');
  expect(refusalOfMove(steps, 2, 0)).toBe('Leads are past step 1, so it keeps its place');
  expect(refusalOfMove(steps, 2, 1)).toBeNull();
  expect(refusalOfMove(steps, 3, 0)).toBeNull();
});

test('what leads have passed meanwhile is known, and nothing of what was written changes', () => {
  const written = changeStep([...fromSteps([view(1, 1, 0), view(2, 2, 3)]), freshStep(3)], 'step-2', (step) => ({
    ...step,
    delay: { ...step.delay, delayInDays: 9 },
  }));
  const now = [
    { ...view(1, 1, 0), is_passed: true, sent: 4 },
    { ...view(2, 2, 3), is_passed: true },
  ];
  const after = takeProgress(written, now);
  expect(after.map((step) => [step.id, step.isPassed, step.sent, step.delay.delayInDays])).toEqual([
    [1, true, 4, 0],
    [2, true, 0, 9],
    [null, false, 0, 3],
  ]);
  expect(refusalOfMove(after, 1, 0)).toBe('Leads are past step 2, so it keeps its place');
  expect(takeProgress(after, now)).toBe(after);
});

test('manual shares always sum to 100', () => {
  const [step] = fromSteps([view(1, 1, 0, ['A', 'B', 'C'])]);
  const manual = { ...step!, distribution: 'MANUAL_PERCENTAGE' as const, variants: equalShares(step!.variants) };
  expect(manual.variants.map((variant) => variant.share)).toEqual([34, 33, 33]);
  const more = addVariant(manual);
  expect(more.variants.map((variant) => variant.label)).toEqual(['A', 'B', 'C', 'D']);
  expect(more.variants.reduce((sum, variant) => sum + (variant.share ?? 0), 0)).toBe(100);
  const off = withVariants(
    more,
    more.variants.map((variant) => (variant.label === 'A' ? { ...variant, isPaused: true } : variant)),
  );
  expect([...shownShares(off).values()]).toEqual([0, 34, 33, 33]);
});

test('a new variant takes the first free letter and may begin as a copy', () => {
  const [step] = fromSteps([view(1, 1, 0, ['A', 'C'])]);
  const added = addVariant(step!, step!.variants[1]);
  expect(added.variants.map((variant) => [variant.label, variant.subject])).toEqual([
    ['A', 's1A'],
    ['B', 's1C'],
    ['C', 's1C'],
  ]);
  let full = step!;
  for (let count = 0; count < 30; count += 1) full = addVariant(full);
  expect(full.variants).toHaveLength(26);
});

test('cards show a template in plain words', () => {
  expect(templateWords('{Dock delays|Yard time} at {{company_name | default: "your site"}}')).toBe(
    'Dock delays at [company name]',
  );
  expect(delayText({ delayInDays: 1, delayInHours: 4, delayInMinutes: 0 })).toBe('1 day 4 h');
});

test('a step that was taken away comes back as itself, and never twice', () => {
  const steps = fromSteps([view(1, 1, 0), view(2, 2, 3)]);
  const rest = removeStep(steps, 'step-2');
  expect(restoreStep(rest, 1, steps[1]!, undefined)).toEqual(steps);
  expect(restoreStep(steps, 1, steps[1]!, undefined)).toEqual(steps);
});

test('a copy of a step whose best variant wins keeps what the winner is looked for by', () => {
  const [step] = fromSteps([
    {
      ...view(1, 1, 0, ['A', 'B']),
      variant_distribution_type: 'AI_EQUAL',
      lead_distribution_percentage: 40,
      winning_metric_property: 'REPLY_RATE',
    },
  ]);
  const [copy] = toInput([copyStep(step!)]);
  expect(copy).toMatchObject({
    id: null,
    variant_distribution_type: 'AI_EQUAL',
    lead_distribution_percentage: 40,
    winning_metric_property: 'REPLY_RATE',
    seq_delay_details: { delayInDays: 3 },
  });
  expect(copy?.variants.map((variant) => [variant.id, variant.variant_label])).toEqual([
    [null, 'A'],
    [null, 'B'],
  ]);
});
