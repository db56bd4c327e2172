import * as fc from 'fast-check';
import { assignVariant } from './assign-variant';
import { CONSTRAINTS, CONSTRAINT_CODES } from './constraints';
import { earliestWithGap } from './time-between-emails';
import { jitterFor } from './jitter';
import { LEAD_CHECKS, rankOf } from './lead-checks';
import { messageIdentity } from './message-identity';
import { aStep } from './testing/snapshots';
import type { VariantSnapshot } from './plan.types';

const variants = (...shares: number[]): VariantSnapshot[] =>
  shares.map((percentage, index) => ({
    id: `v${index}`,
    label: String.fromCharCode(65 + index),
    percentage,
    enabled: true,
    assigned: 0,
  }));
const assignAll = (step: ReturnType<typeof aStep>, count: number, seed = 'seed') => {
  const counts = new Map<string, number>();
  return Array.from({ length: count }, (_, index) =>
    assignVariant(step, { id: `e${index}`, variantId: null }, seed, counts),
  );
};
const tally = (given: (string | null)[]) =>
  given.reduce<Record<string, number>>((sum, id) => ({ ...sum, [id!]: (sum[id!] ?? 0) + 1 }), {});

test('equal variants never differ by more than one lead, in an order that is not a plain alternation', () => {
  const given = assignAll(aStep(1, { variants: variants(0, 0) }), 200);
  expect(tally(given)).toEqual({ v0: 100, v1: 100 });
  expect(new Set(Array.from({ length: 100 }, (_, pair) => given[2 * pair])).size).toBe(2);
  expect(assignAll(aStep(1, { variants: variants(0, 0) }), 200)).toEqual(given);
});

test('percentages are kept to within a lead or two at every moment', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 5 }), (shares) => {
      const given = assignAll(aStep(1, { distribution: 'MANUAL_PERCENTAGE', variants: variants(...shares) }), 120);
      const sum = shares.reduce((total, share) => total + share, 0);
      for (const moment of [10, 37, 120]) {
        const counts = tally(given.slice(0, moment));
        shares.forEach((share, index) =>
          expect(Math.abs((counts[`v${index}`] ?? 0) - (share / sum) * moment)).toBeLessThanOrEqual(2),
        );
      }
    }),
    { numRuns: 100 },
  );
});

test('a lead keeps its variant while that is on, a winner takes all, a variant that is off gets none', () => {
  const step = aStep(1, {
    variants: variants(50, 50, 50).map((variant, index) => ({ ...variant, enabled: index !== 1 })),
  });
  expect(assignVariant(step, { id: 'e1', variantId: 'v2' }, 'seed', new Map([['v2', 9]]))).toBe('v2');
  expect(assignVariant(step, { id: 'e1', variantId: 'v1' }, 'seed', new Map([['v2', 9]]))).toBe('v0');
  expect(tally(assignAll(step, 10))).toEqual({ v0: 5, v2: 5 });
  expect(tally(assignAll({ ...step, distribution: 'AI_EQUAL', winnerVariantId: 'v2' }, 10))).toEqual({ v2: 10 });
  expect(tally(assignAll({ ...step, distribution: 'AI_EQUAL', winnerVariantId: null }, 10))).toEqual({ v0: 5, v2: 5 });
});

test('jitter is 0 to 60 s, spread out, reproducible, and never crosses the end of the window', () => {
  const draws = Array.from({ length: 2_000 }, (_, slot) =>
    jitterFor('seed', slot * 600_000, 'm1', Number.POSITIVE_INFINITY),
  );
  expect(Math.min(...draws)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...draws)).toBeLessThanOrEqual(60_000);
  const average = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
  expect(Math.abs(average - 30_000)).toBeLessThan(1_500);
  expect(jitterFor('seed', 0, 'm1', 20_000)).toBeLessThanOrEqual(15_000);
  expect(jitterFor('seed', 0, 'm1', 1_000)).toBe(0);
});

test('the earliest time keeps the gap to what was sent and to what is reserved on both sides', () => {
  expect(earliestWithGap(100, 50, 80, [160, 400])).toBe(210);
  expect(earliestWithGap(100, 50, null, [])).toBe(100);
  expect(earliestWithGap(100, 0, 100, [100])).toBe(100);
});

test('ids of a mail follow from the intent and the key, and from nothing else', () => {
  const key = new Uint8Array(32).fill(7);
  const identity = messageIdentity(key, { enrolmentId: '12', stepId: '3' }, 'Mail.Example.com');
  expect(identity.messageId).toMatch(/^<[0-9a-f]{36}@mail\.example\.com>$/);
  expect(identity.envelopeId).toMatch(/^[0-9a-f]{36}$/);
  expect(messageIdentity(key, { enrolmentId: '12', stepId: '3' }, 'mail.example.com')).toEqual(identity);
  // '1' + '23' is another intent than '12' + '3'.
  expect(messageIdentity(key, { enrolmentId: '1', stepId: '23' }, 'mail.example.com').messageId).not.toBe(
    identity.messageId,
  );
  expect(
    messageIdentity(new Uint8Array(32), { enrolmentId: '12', stepId: '3' }, 'mail.example.com').messageId,
  ).not.toBe(identity.messageId);
  expect(() => messageIdentity(key, { enrolmentId: '1', stepId: '1' }, 'a.test>\r\nBcc: x')).toThrow(RangeError);
});

test('every constraint has a text, a remedy and its own code, and rules are asked in the order of the list', () => {
  expect(new Set(CONSTRAINT_CODES).size).toBe(CONSTRAINTS.length);
  for (const { text, remedy, label, failed } of CONSTRAINTS)
    for (const words of [text, remedy, label, failed]) expect(words.length).toBeGreaterThan(5);
  const places = LEAD_CHECKS.map((check) => rankOf(check.code));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});
