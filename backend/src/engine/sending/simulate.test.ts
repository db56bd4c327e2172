import * as fc from 'fast-check';
import { nextSlot } from './calendar';
import { followUpHorizon } from './follow-up-share';
import { plan } from './plan';
import type { EspRule, EnrolmentSnapshot, MailProvider, PlannedIntent } from './plan.types';
import { simulate } from './simulate';
import type { SimulatedOutcome, SimulationInput } from './simulation.types';
import {
  aCampaign,
  aDelay,
  aLead,
  aMailbox,
  aSchedule,
  aStep,
  bookSend,
  DAY,
  HOUR,
  MINUTE,
  TUESDAY_NINE,
} from './testing/snapshots';
import type { CampaignChange, World } from './testing/snapshots';
import { applyWhatIf } from './what-if';
import { localDateAt } from '@skein/template/zone-clock';

/** Fires every trigger in turn with every row, as the runtime would: none of the simulator's code. */
function stepByStep(input: SimulationInput, until: number): PlannedIntent[] {
  const world: World = {
    campaign: input.campaign,
    mailboxes: [...input.mailboxes],
    leads: new Map(input.enrolments.map((row) => [row.id, row])),
  };
  const outcomes = [...(input.recorded ?? [])].sort((a, b) => a.at - b.at);
  const sends: PlannedIntent[] = [];
  let date = localDateAt(input.campaign.schedule.timeZone, input.now);
  for (
    let slot = nextSlot(input.campaign.schedule, input.now, null);
    slot !== null && slot < until;
    slot = nextSlot(input.campaign.schedule, slot + 1, slot)
  ) {
    for (; outcomes[0] && outcomes[0].at <= slot; outcomes.shift()) {
      const row = world.leads.get(outcomes[0].enrolmentId)!;
      if (row.status === 'STARTED' || row.status === 'INPROGRESS')
        world.leads.set(row.id, { ...row, status: outcomes[0].status, endReason: outcomes[0].reason });
    }
    const today = localDateAt(input.campaign.schedule.timeZone, slot);
    if (today !== date) for (const [id, row] of world.leads) world.leads.set(id, { ...row, companySentToday: 0 });
    date = today;
    const rows = [...world.leads.values()];
    const mailboxes = world.mailboxes.map((mailbox) => ({
      ...mailbox,
      followUpsLaterToday: rows.filter(
        (row) =>
          row.status === 'INPROGRESS' &&
          row.mailboxId === mailbox.id &&
          row.eligibleAt > slot! &&
          row.eligibleAt <= followUpHorizon(world.campaign, mailbox, slot!),
      ).length,
    }));
    const result = plan({
      campaign: world.campaign,
      mailboxes,
      enrolments: rows.filter((row) => row.eligibleAt <= slot!),
      incompleteQueues: [],
      now: slot,
    });
    for (const reason of result.reasons)
      if (reason.defer)
        world.leads.set(reason.enrolmentId, {
          ...world.leads.get(reason.enrolmentId)!,
          eligibleAt: reason.nextEligibleAt!,
        });
    for (const intent of result.intents) bookSend(world, intent);
    world.campaign = { ...world.campaign, lastTriggerSlotAt: slot };
    sends.push(...result.intents);
  }
  return sends;
}

const providers: readonly MailProvider[] = ['GMAIL', 'OUTLOOK', 'OTHER'];
const campaignArb: fc.Arbitrary<SimulationInput> = fc
  .record({
    leads: fc.integer({ min: 1, max: 40 }),
    mailboxes: fc.integer({ min: 1, max: 3 }),
    cap: fc.integer({ min: 1, max: 8 }),
    gap: fc.constantFrom(0, 7, 25),
    interval: fc.constantFrom(20, 45),
    percentage: fc.constantFrom(0, 50, 80, 100),
    maxNew: fc.constantFrom(3, 10, null),
    company: fc.constantFrom(null, 1),
    matchMode: fc.constantFrom('OFF' as const, 'PREFER' as const, 'STRICT' as const),
    espRules: fc.constantFrom<EspRule[]>(
      [],
      [],
      [{ recipient: 'GMAIL', action: 'DO_NOT_SEND' }],
      [{ recipient: 'OTHER', action: 'ONLY_BY', senders: ['GMAIL', 'OUTLOOK'] }],
    ),
    domains: fc.constantFrom(3, 50),
    hours: fc.integer({ min: 0, max: 6 }),
    zone: fc.constantFrom('America/New_York', 'Asia/Kolkata'),
    stops: fc.array(fc.record({ lead: fc.integer({ min: 0, max: 39 }), after: fc.integer({ min: 0, max: 6 * DAY }) }), {
      maxLength: 6,
    }),
  })
  .map((value) => ({
    campaign: aCampaign({
      settings: {
        follow_up_percentage: value.percentage,
        esp_match_mode: value.matchMode,
        esp_rules: value.espRules,
        company_daily_limit: value.company,
      },
      schedule: aSchedule({ triggerIntervalMinutes: value.interval, maxNewLeadsPerDay: value.maxNew }),
      steps: [
        aStep(1, { delay: aDelay(0) }),
        aStep(2, { delay: aDelay(0, { hours: value.hours, minutes: 5 }) }),
        aStep(3, { delay: aDelay(1, { basis: 'SENDING_DAYS' }) }),
      ],
    }),
    mailboxes: Array.from({ length: value.mailboxes }, (_, index) =>
      aMailbox(`m${index}`, {
        provider: providers[index % 3]!,
        dailyCap: value.cap,
        minimumGapMinutes: value.gap,
        timeZone: value.zone,
      }),
    ),
    enrolments: Array.from({ length: value.leads }, (_, index) =>
      aLead(`e${index}`, { provider: providers[(index * 7) % 3]!, recipientDomain: `d${index % value.domains}.test` }),
    ),
    now: TUESDAY_NINE,
    recorded: value.stops
      .filter((stop) => stop.lead < value.leads)
      .map((stop): SimulatedOutcome => ({
        enrolmentId: `e${stop.lead}`,
        at: TUESDAY_NINE + stop.after,
        kind: 'END',
        status: 'STOPPED',
        reason: 'REPLIED',
        until: null,
      })),
  }));

test('sends exactly what firing every trigger with every row sends, and every lead ends in one place', () => {
  fc.assert(
    fc.property(campaignArb, (input) => {
      const until = TUESDAY_NINE + 12 * DAY;
      const simulated = simulate({ ...input, until, keepSends: true });
      expect(simulated.sends).toEqual(stepByStep(input, until));
      const { total, done, ended, waiting } = simulated.counts;
      expect(done + ended + waiting).toBe(total);
      expect(Object.values(simulated.leftByReason).reduce((sum, count) => sum + count, 0)).toBe(waiting);
      expect(simulated.days.reduce((sum, day) => sum + day.sent, 0)).toBe(simulated.emails);
    }),
    { numRuns: 40 },
  );
});

test('keeps caps, gaps, one mail a step, stickiness, new leads a day and order of steps over a whole campaign', () => {
  fc.assert(
    fc.property(campaignArb, (input) => {
      const { sends } = simulate({ ...input, keepSends: true });
      const perDay = new Map<string, number>();
      const mailboxOf = new Map<string, string>();
      const stepOf = new Map<string, number>();
      const lastOf = new Map<string, number>();
      for (const send of sends) {
        const mailbox = input.mailboxes.find((candidate) => candidate.id === send.mailboxId)!;
        for (const key of [
          `${send.mailboxId} ${localDateAt(mailbox.timeZone, send.sendAt)}`,
          ...(send.kind === 'NEW' ? [`new ${localDateAt(input.campaign.schedule.timeZone, send.slotAt)}`] : []),
        ]) {
          perDay.set(key, (perDay.get(key) ?? 0) + 1);
          expect(perDay.get(key)!).toBeLessThanOrEqual(
            key.startsWith('new') ? (input.campaign.schedule.maxNewLeadsPerDay ?? Infinity) : mailbox.dailyCap,
          );
        }
        expect(send.mailboxId).toBe(mailboxOf.get(send.enrolmentId) ?? send.mailboxId);
        mailboxOf.set(send.enrolmentId, send.mailboxId);
        expect(send.stepIndex).toBe((stepOf.get(send.enrolmentId) ?? -1) + 1);
        stepOf.set(send.enrolmentId, send.stepIndex);
        expect(send.sendAt - (lastOf.get(send.mailboxId) ?? -Infinity)).toBeGreaterThanOrEqual(
          mailbox.minimumGapMinutes * MINUTE,
        );
        lastOf.set(send.mailboxId, send.sendAt);
      }
    }),
    { numRuns: 60 },
  );
});

const bigInput = (over: CampaignChange = {}, leads = 400): SimulationInput => ({
  campaign: aCampaign(over),
  mailboxes: [aMailbox('m0', { dailyCap: 20 }), aMailbox('m1', { dailyCap: 20 })],
  enrolments: Array.from({ length: leads }, (_, index): EnrolmentSnapshot => aLead(`e${index}`)),
  now: TUESDAY_NINE,
});

test('follow-ups get their share of a day when both kinds wait, and each side takes over what the other leaves', () => {
  const share = (percentage: number) => {
    const { days } = simulate(
      bigInput({
        settings: { follow_up_percentage: percentage },
        schedule: aSchedule({ maxNewLeadsPerDay: null }),
        steps: [aStep(1, { delay: aDelay(0) }), ...[2, 3, 4, 5].map((step) => aStep(step, { delay: aDelay(1) }))],
      }),
    );
    return days.map((day) => [day.newLeads, day.followUps]);
  };
  // 40 mails a day; long after the first days both kinds wait in plenty.
  for (const [newLeads, followUps] of share(80).slice(4, 8)) expect([newLeads, followUps]).toEqual([8, 32]);
  for (const [newLeads, followUps] of share(50).slice(4, 8)) expect([newLeads, followUps]).toEqual([20, 20]);
  // All for follow-ups: a set of leads is taken through its five steps before the next begins.
  expect(share(100).slice(0, 6)).toEqual([
    [40, 0],
    [0, 40],
    [0, 40],
    [0, 40],
    [0, 40],
    [40, 0],
  ]);
  const first = simulate(bigInput({ schedule: aSchedule({ maxNewLeadsPerDay: null }) })).days[0]!;
  expect([first.newLeads, first.followUps]).toEqual([40, 0]);
});

test('names what decides in each period', () => {
  const capped = simulate(bigInput({ schedule: aSchedule({ maxNewLeadsPerDay: null }) }));
  expect(capped.periods[0]!.bottleneck).toBe('MAILBOX_DAILY_CAP');
  expect(capped.periods.at(-1)!.bottleneck).toBe('STEP_NOT_DUE');
  expect(capped.busiestDay).toEqual({ date: '2026-11-24', sent: 40, possible: 40 });
  expect(simulate(bigInput({ schedule: aSchedule({ maxNewLeadsPerDay: 5 }) })).periods[0]!.bottleneck).toBe(
    'NEW_LEADS_PER_DAY',
  );
  expect(
    simulate(bigInput({ schedule: aSchedule({ maxNewLeadsPerDay: null, triggerIntervalMinutes: 60 }) })).periods[0]!
      .bottleneck,
  ).toBe('TRIGGER_INTERVAL');
});

test('more mailboxes, higher caps and wider windows finish sooner', () => {
  const input = bigInput({ schedule: aSchedule({ maxNewLeadsPerDay: null }) });
  const days = (change: Parameters<typeof applyWhatIf>[1]) => simulate(applyWhatIf(input, change)).lastSendAt!;
  const now = simulate(input).lastSendAt!;
  expect(days({ mailboxes: 4 })).toBeLessThan(now);
  expect(days({ mailboxDailyCap: 40 })).toBeLessThan(now);
  expect(days({ mailboxes: 1 })).toBeGreaterThan(now);
  expect(days({ maxNewLeadsPerDay: 5 })).toBeGreaterThan(now);
  expect(days({})).toBe(now);
});

test('replays recorded stops and send times, and says why leads are left', () => {
  const input = bigInput({}, 3);
  const stopped = simulate({
    ...input,
    keepSends: true,
    recorded: [
      { enrolmentId: 'e0', at: TUESDAY_NINE + DAY, kind: 'END', status: 'STOPPED', reason: 'REPLIED', until: null },
    ],
  });
  expect(stopped.counts).toEqual({ total: 3, done: 2, ended: 1, waiting: 0 });
  expect(stopped.sends.filter((send) => send.enrolmentId === 'e0')).toHaveLength(1);
  const late = simulate({ ...input, sentAt: (intent) => intent.sendAt + 2 * HOUR });
  expect(late.lastSendAt).toBeGreaterThan(simulate(input).lastSendAt!);
  const parked = simulate({ ...input, enrolments: [aLead('e0', { missingFields: ['city'] }), aLead('e1')] });
  expect(parked).toMatchObject({
    finished: false,
    counts: { done: 1, waiting: 1 },
    leftByReason: { MISSING_MERGE_DATA: 1 },
  });
});

test('an email on its way leaves its mailbox free for the rest', () => {
  const input = bigInput({}, 3);
  const reservedAt = TUESDAY_NINE + 2 * MINUTE;
  const mailboxes = input.mailboxes.map((mailbox) => ({ ...mailbox, openIntents: [reservedAt] }));
  const result = simulate({ ...input, mailboxes, keepSends: true });
  expect(result).toMatchObject({ finished: true, counts: { done: 3, waiting: 0 } });
  expect(Math.min(...result.sends.map((send) => send.sendAt))).toBeGreaterThanOrEqual(reservedAt + 5 * MINUTE);
});

test('assumed replies and bounces end leads, always the same ones', () => {
  const input = {
    ...bigInput(),
    rates: { reply: 0.1, bounce: 0.02, unsubscribe: 0.01, afterHours: 6 },
    pastReplyRates: [0.06, 0.08, 0.1],
  };
  const result = simulate(input);
  expect(result).toEqual(simulate(input));
  expect(result.counts.ended).toBeGreaterThan(60);
  expect(result.counts.done + result.counts.ended).toBe(400);
  expect(result.replies).toEqual({ low: 26, expected: 32, high: 38 });
});
