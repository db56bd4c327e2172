import { capacityDays, planCapacity, type CapacityCampaign, type CapacityMailbox } from './capacity-plan';
import { planFleet, podWeek, type FleetRules, type PlannedMailbox } from './plan-fleet';

/** Monday 23 November 2026. */
const today = '2026-11-23';
const rules: FleetRules = { pods: 4, sendWeeks: 3, restFrom: today, leastSending: 0, restsHighRisk: false };
const mailbox = (id: number, over: Partial<PlannedMailbox> = {}): PlannedMailbox => ({
  id,
  domain: `d${id % 3}.test`,
  canSend: true,
  today,
  restingUntil: null,
  pod: id % 4,
  podRestUntil: null,
  isHighRisk: false,
  campaigns: [],
  ...over,
});

test('pods rest one week after the other, each once in a turn', () => {
  expect(podWeek(rules, 0, today)).toEqual({
    isResting: true,
    week: 0,
    restFrom: today,
    restUntil: '2026-11-30',
  });
  expect(podWeek(rules, 1, today)).toMatchObject({ isResting: false, week: 3, restFrom: '2026-11-30' });
  expect(podWeek(rules, 3, today)).toMatchObject({ isResting: false, week: 1, restFrom: '2026-12-14' });
  expect(podWeek(rules, 0, '2026-11-29')).toMatchObject({ isResting: true });
  expect(podWeek(rules, 0, '2026-11-30')).toMatchObject({ isResting: false, week: 1, restFrom: '2026-12-21' });
  expect(podWeek(rules, 0, '2026-11-22')).toMatchObject({ isResting: false, week: 3, restFrom: today });
});

test('mailboxes are spread so that no domain is in one pod, and what is in place stays', () => {
  const fresh = Array.from({ length: 12 }, (_, index) => mailbox(index + 1, { pod: null, canSend: false }));
  const { assign } = planFleet(rules, fresh);
  for (const domain of ['d0.test', 'd1.test', 'd2.test']) {
    const pods = assign.filter(({ id }) => `d${id % 3}.test` === domain).map(({ pod }) => pod);
    expect(new Set(pods).size).toBe(4);
  }
  const settled = fresh.map((box) => ({ ...box, pod: assign.find(({ id }) => id === box.id)!.pod }));
  expect(planFleet(rules, settled)).toEqual({ assign: [], rest: [], end: [], heldBack: [] });
  expect(planFleet({ ...rules, pods: 2 }, settled).assign).toHaveLength(6);
});

test('a pod rests in its week, and its rest ends when its week is moved', () => {
  const boxes = [mailbox(4), mailbox(5)];
  expect(planFleet(rules, boxes)).toMatchObject({ rest: [{ id: 4, until: '2026-11-30', why: 'POD' }], end: [] });
  const resting = [mailbox(4, { restingUntil: '2026-11-30', podRestUntil: '2026-11-30' })];
  expect(planFleet(rules, resting)).toMatchObject({ rest: [], end: [] });
  expect(planFleet({ ...rules, restFrom: '2026-11-30' }, resting)).toMatchObject({ end: [{ id: 4 }] });
  // A rest that a person gave is not ended.
  const byPerson = [mailbox(5, { restingUntil: '2026-12-05' })];
  expect(planFleet(rules, byPerson)).toMatchObject({ rest: [], end: [] });
});

test('a burnt mailbox rests a week, and no campaign goes below its floor', () => {
  const burnt = mailbox(5, { isHighRisk: true, campaigns: [1] });
  const other = mailbox(6, { campaigns: [1] });
  const strict = { ...rules, restsHighRisk: true, leastSending: 2 };
  expect(planFleet(strict, [burnt, other])).toMatchObject({
    rest: [],
    heldBack: [{ id: 5, campaign: 1, why: 'RISK' }],
  });
  expect(planFleet(strict, [burnt, other, mailbox(7, { campaigns: [1] })])).toMatchObject({
    rest: [{ id: 5, until: '2026-11-30', why: 'RISK' }],
    heldBack: [],
  });
});

const box = (over: Partial<CapacityMailbox> = {}): CapacityMailbox => ({
  canSend: true,
  perDay: 30,
  ramp: null,
  restingUntil: null,
  pod: null,
  ...over,
});
const campaign: CapacityCampaign = {
  sendingDays: [1, 2, 3, 4, 5],
  holidays: ['2026-11-26'],
  startDate: null,
  newLeads: 25,
  heldNewLeads: [],
  newLeadsPerDay: 10,
  steps: [
    { delay: 0, isEmail: true },
    { delay: 2, isEmail: true },
  ],
  due: [
    { date: '2026-11-20', step: 1, count: 4 },
    { date: '2026-11-28', step: 1, count: 3 },
  ],
};

test('fourteen days of capacity follow pods, rests and ramps', () => {
  const days = planCapacity(
    rules,
    [
      box({ pod: 0 }),
      box({ pod: 1 }),
      box({ restingUntil: '2026-11-25' }),
      box({ ramp: { from: today, start: 5, increase: 5 } }),
      box({ canSend: false }),
    ],
    [],
    today,
  );
  expect(days).toHaveLength(capacityDays);
  expect(days[0]).toMatchObject({ capacity: 35, byPod: [0, 30, 0, 0], withoutPod: 5, isClosed: true });
  expect(days[2]).toMatchObject({ capacity: 75, withoutPod: 45 });
  expect(days[7]).toMatchObject({ byPod: [30, 0, 0, 0] });
});

test('campaigns need new leads by their limit, follow-ups when they are due, and nothing on closed days', () => {
  const days = planCapacity(null, [box()], [campaign], today);
  const planned = Object.fromEntries(days.map((day) => [day.date, day.planned]));
  expect(planned).toMatchObject({
    '2026-11-23': 14,
    '2026-11-24': 10,
    '2026-11-25': 5 + 10,
    '2026-11-26': 0,
    '2026-11-27': 10 + 5,
    '2026-11-28': 0,
    '2026-11-30': 3,
  });
  expect(days[3]).toMatchObject({ isClosed: true });
});

test('a task and a step on LinkedIn need no mailbox, and the emails behind them come when they are due', () => {
  const steps = [true, false, true].map((isEmail) => ({ delay: 2, isEmail }));
  const due = [{ date: today, step: 1, count: 7 }];
  const days = planCapacity(null, [box()], [{ ...campaign, steps, due, newLeads: 10, holidays: [] }], today);
  expect(days.slice(0, 5).map(({ planned }) => planned)).toEqual([10, 0, 7, 0, 10]);
});
