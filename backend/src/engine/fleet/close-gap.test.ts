import { planCapacity, type CapacityCampaign } from './capacity-plan';
import { closeGap, mostPerDay, shortOf, type GapMailbox } from './close-gap';
import type { FleetRules } from './plan-fleet';

/** Monday 23 November 2026. */
const today = '2026-11-23';
const rules: FleetRules = { pods: 2, sendWeeks: 1, restFrom: today, leastSending: 0, restsHighRisk: false };
const box = (id: number, over: Partial<GapMailbox> = {}): GapMailbox => ({
  id,
  canSend: true,
  perDay: 20,
  ramp: null,
  restingUntil: null,
  pod: null,
  restsByPod: false,
  ...over,
});
/** So many emails on the Tuesday of the first week, and nothing else. */
const tuesday = (count: number): CapacityCampaign => ({
  sendingDays: [2],
  holidays: [],
  startDate: null,
  newLeads: 0,
  heldNewLeads: [],
  newLeadsPerDay: null,
  steps: [{ delay: 0, isEmail: true }],
  due: [{ date: '2026-11-24', step: 0, count }],
});
const fixesOf = (given: FleetRules | null, boxes: GapMailbox[], count: number) =>
  closeGap(given, boxes, planCapacity(given, boxes, [tuesday(count)], today));

test('nothing is proposed where nothing is short', () => {
  expect(fixesOf(null, [box(1)], 20)).toEqual([]);
  expect(closeGap(null, [], [])).toEqual([]);
});

test('a moved week, a higher limit and more mailboxes are tried on the plan, the one that leaves least short first', () => {
  const boxes = [
    box(1, { pod: 0, restingUntil: '2026-11-30', restsByPod: true }),
    box(2, { pod: 1 }),
    box(3, { perDay: 10 }),
  ];
  // 30 can be sent: 20 of pod B and 10 of the mailbox without a pod.
  expect(fixesOf(rules, boxes, 50)).toEqual([
    expect.objectContaining({ kind: 'MOVE_REST', restFrom: '2026-11-30', shortAfter: 0 }),
    expect.objectContaining({ kind: 'RAISE_LIMITS', perDay: 25, mailboxIds: [1, 2, 3], shortAfter: 0 }),
    expect.objectContaining({ kind: 'ADD_MAILBOXES', mailboxes: 1, shortAfter: 0 }),
  ]);
  const [first, second, third] = fixesOf(rules, boxes, 100);
  expect(first).toMatchObject({ kind: 'ADD_MAILBOXES', mailboxes: 3, shortAfter: 0 });
  expect(second).toMatchObject({ kind: 'RAISE_LIMITS', perDay: mostPerDay, shortAfter: 20 });
  expect(third).toMatchObject({ kind: 'MOVE_REST', shortAfter: 50 });
});

test('a rest that a person or the risk gave can end, one of a pod ends only with its week, and nothing that cannot send is counted', () => {
  const boxes = [box(1, { perDay: mostPerDay }), box(2, { perDay: mostPerDay, restingUntil: '2026-11-27' })];
  const fixes = fixesOf(null, [...boxes, box(3, { canSend: false, perDay: 5 })], 80);
  expect(fixes.map(({ kind, mailboxIds, shortAfter }) => [kind, mailboxIds, shortAfter])).toEqual([
    ['END_RESTS', [2], 0],
    ['ADD_MAILBOXES', [], 0],
  ]);
  const byPod = boxes.map((each) => ({ ...each, restsByPod: each.restingUntil !== null }));
  expect(fixesOf(null, byPod, 80).map(({ kind }) => kind)).toEqual(['ADD_MAILBOXES']);
});

test('what is short is summed over the days that are short', () => {
  expect(
    shortOf([
      { planned: 12, capacity: 10 },
      { planned: 5, capacity: 10 },
      { planned: 11, capacity: 10 },
    ]),
  ).toBe(3);
});
