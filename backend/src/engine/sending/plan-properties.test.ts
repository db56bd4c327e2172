import * as fc from 'fast-check';
import { openSpanAt, triggerSchedule } from './calendar';
import { compareIds } from './due-queues';
import { explainCampaign, explainEnrolment, explainMailbox } from './explain';
import { plan } from './plan';
import type { EnrolmentSnapshot, MailboxSnapshot, MailProvider, PlanInput } from './plan.types';
import { localDateAt } from '@skein/template/zone-clock';
import {
  aCampaign,
  aFollowUp,
  aLead,
  aMailbox,
  aSchedule,
  aStep,
  DAY,
  HOUR,
  MINUTE,
  TUESDAY_NINE,
} from './testing/snapshots';

const provider = fc.constantFrom<MailProvider>('GMAIL', 'OUTLOOK', 'OTHER');
const rarely = <T>(value: fc.Arbitrary<T>, otherwise: T) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value });
const around = fc.integer({ min: -2 * DAY, max: DAY }).map((offset) => TUESDAY_NINE + offset);

const mailboxArb = (index: number): fc.Arbitrary<MailboxSnapshot> =>
  fc
    .record({
      provider,
      attached: rarely(fc.constant(false), true),
      dailyCap: fc.integer({ min: 0, max: 6 }),
      minimumGapMinutes: fc.integer({ min: 0, max: 15 }),
      state: rarely(fc.constantFrom('FAILING' as const, 'SUSPENDED' as const), 'CONNECTED' as const),
      stateSince: rarely(around, null),
      timeZone: fc.constantFrom('America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'),
      lastSendAt: rarely(around, null),
      used: fc.integer({ min: 0, max: 6 }),
      followUpsLaterToday: fc.integer({ min: 0, max: 6 }),
      openIntents: rarely(fc.array(around, { maxLength: 2 }), []),
      recentSends: fc.array(
        fc.integer({ min: -DAY, max: 0 }).map((offset) => TUESDAY_NINE + offset),
        { maxLength: 6 },
      ),
    })
    .map(({ used, openIntents, recentSends, ...over }) =>
      aMailbox(`m${index}`, {
        ...over,
        openIntents: [...openIntents].sort((a, b) => a - b),
        recentSends: [...recentSends].sort((a, b) => a - b),
        day: { date: '2026-11-24', sent: used, reserved: 0 },
        campaignDay: { date: '2026-11-24', newLeads: Math.floor(used / 2), followUps: Math.ceil(used / 2) },
      }),
    );

const leadArb = (index: number): fc.Arbitrary<EnrolmentSnapshot> =>
  fc
    .record({
      provider,
      fresh: fc.boolean(),
      mailbox: fc.integer({ min: 0, max: 4 }),
      dueAt: around,
      domain: fc.integer({ min: 0, max: 5 }),
      status: rarely(
        fc.constantFrom('COMPLETED' as const, 'STOPPED' as const, 'BLOCKED' as const, 'PAUSED' as const),
        null,
      ),
      suppression: rarely(fc.constant('BLOCK_LIST'), null),
      missingFields: rarely<string[]>(fc.constant(['city']), []),
      hold: rarely(
        fc.constantFrom(
          { kind: 'OUT_OF_OFFICE' as const, until: TUESDAY_NINE + DAY },
          { kind: 'COMPANY_REPLY' as const, until: null },
        ),
        null,
      ),
      intent: rarely(
        fc.constantFrom(
          { state: 'RESERVED' as const, sendAt: TUESDAY_NINE },
          { state: 'IN_DOUBT' as const, sendAt: TUESDAY_NINE },
        ),
        null,
      ),
      stepIndex: fc.integer({ min: 0, max: 3 }),
      timeZone: fc.constantFrom(null, 'Asia/Tokyo', 'Europe/Berlin'),
    })
    .map(({ fresh, mailbox, status, domain, stepIndex, ...over }) => {
      const row = fresh
        ? aLead(`e${index}`, { ...over, eligibleAt: over.dueAt, recipientDomain: `d${domain}.test` })
        : aFollowUp(`e${index}`, `m${mailbox}`, over.dueAt, { ...over, stepIndex, recipientDomain: `d${domain}.test` });
      return status ? { ...row, status } : row;
    });

const inputArb: fc.Arbitrary<PlanInput> = fc
  .record({
    mailboxes: fc
      .integer({ min: 0, max: 4 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => mailboxArb(index)))),
    enrolments: fc
      .integer({ min: 0, max: 14 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => leadArb(index)))),
    now: fc
      .oneof(
        { weight: 5, arbitrary: fc.integer({ min: 0, max: 8 * HOUR }) },
        { weight: 1, arbitrary: fc.integer({ min: -DAY, max: DAY }) },
      )
      .map((offset) => TUESDAY_NINE + offset),
    status: rarely(fc.constantFrom('PAUSED' as const, 'DRAFTED' as const), 'ACTIVE' as const),
    credits: rarely(fc.integer({ min: 0, max: 2 }), null),
    matchMode: fc.constantFrom('OFF' as const, 'PREFER' as const, 'STRICT' as const),
    espRules: fc.uniqueArray(
      fc.oneof(
        fc.record({ recipient: provider, action: fc.constant('DO_NOT_SEND' as const) }),
        fc.record({
          recipient: provider,
          action: fc.constant('ONLY_BY' as const),
          senders: fc.uniqueArray(provider, { minLength: 1 }),
        }),
      ),
      { selector: (rule) => rule.recipient, maxLength: 2 },
    ),
    percentage: fc.constantFrom(0, 30, 80, 100),
    newToday: fc.integer({ min: 0, max: 3 }),
    maxNew: fc.constantFrom(0, 2, 4, null),
    company: fc.constantFrom(null, 1, 2),
    interval: fc.constantFrom(3, 10),
    mode: fc.constantFrom('CAMPAIGN' as const, 'LEAD' as const),
    lastTrigger: rarely(
      fc.integer({ min: 0, max: 30 }).map((minutes) => minutes * MINUTE),
      null,
    ),
    detached: fc.constantFrom('MOVE' as const, 'WAIT' as const),
    failingAfterMs: fc.constantFrom(null, HOUR),
    holiday: rarely<string[]>(fc.constant(['2026-11-24']), []),
  })
  .map((value) => ({
    mailboxes: value.mailboxes,
    enrolments: value.enrolments,
    now: value.now,
    incompleteQueues: [],
    campaign: aCampaign({
      status: value.status,
      emailCreditsLeft: value.credits,
      settings: {
        esp_match_mode: value.matchMode,
        esp_rules: value.espRules,
        follow_up_percentage: value.percentage,
        company_daily_limit: value.company,
      },
      day: { date: '2026-11-24', newLeads: value.newToday, followUps: 0 },
      reallocation: { detached: value.detached, failingAfterMs: value.failingAfterMs },
      lastTriggerSlotAt: value.lastTrigger === null ? null : value.now - value.lastTrigger,
      steps: [aStep(1), aStep(2), aStep(3, { kind: 'MANUAL' })],
      schedule: aSchedule({
        triggerIntervalMinutes: value.interval,
        maxNewLeadsPerDay: value.maxNew,
        timeZoneMode: value.mode,
        holidays: value.holiday,
      }),
    }),
  }));
const RUNS = { numRuns: 1_500 };

test('every row is either mailed or has exactly one reason, and the counts sum to the rows', () => {
  fc.assert(
    fc.property(inputArb, (input) => {
      const result = plan(input);
      const seen = [
        ...result.intents.map((intent) => intent.enrolmentId),
        ...result.reasons.map((reason) => reason.enrolmentId),
      ];
      expect(seen.sort()).toEqual(input.enrolments.map((row) => row.id).sort());
      const skipped = Object.values(result.trigger.skippedByReason).reduce((sum, count) => sum + count, 0);
      expect(skipped + result.trigger.sent).toBe(input.enrolments.length);
      expect(result.trigger.sent === 0).toBe(result.trigger.binding !== null || result.trigger.checkpoint !== null);
    }),
    RUNS,
  );
});

test('no plan breaks a stop, a cap, a gap, the window, the day’s new leads, credits or the company limit', () => {
  fc.assert(
    fc.property(inputArb, (input) => {
      const { campaign } = input;
      const { intents } = plan(input);
      const rows = new Map(input.enrolments.map((row) => [row.id, row]));
      const mailboxes = new Map(input.mailboxes.map((mailbox) => [mailbox.id, mailbox]));
      expect(new Set(intents.map((intent) => intent.mailboxId)).size).toBe(intents.length);
      expect(new Set(intents.map((intent) => intent.enrolmentId)).size).toBe(intents.length);
      for (const intent of intents) {
        const row = rows.get(intent.enrolmentId)!;
        const mailbox = mailboxes.get(intent.mailboxId)!;
        expect(campaign.status).toBe('ACTIVE');
        expect(['STARTED', 'INPROGRESS']).toContain(row.status);
        expect([row.suppression, row.intent, row.missingFields.length]).toEqual([null, null, 0]);
        expect(row.hold === null || row.hold.until! <= intent.slotAt).toBe(true);
        expect(row.dueAt).toBeLessThanOrEqual(intent.slotAt);
        expect(campaign.steps[intent.stepIndex]!.kind).toBe('EMAIL');
        expect([mailbox.attached, mailbox.state]).toEqual([true, 'CONNECTED']);
        // In Asia the 25th may have begun, with nothing sent yet.
        if (localDateAt(mailbox.timeZone, intent.sendAt) === mailbox.day.date)
          expect(mailbox.day.sent).toBeLessThan(mailbox.dailyCap);
        else expect(mailbox.dailyCap).toBeGreaterThan(0);
        expect(mailbox.recentSends.filter((at) => at > intent.sendAt - DAY).length).toBeLessThan(mailbox.dailyCap);
        const gap = mailbox.minimumGapMinutes * MINUTE;
        for (const other of [mailbox.lastSendAt, ...mailbox.openIntents])
          if (other !== null)
            expect(other > intent.sendAt ? other - intent.sendAt : intent.sendAt - other).toBeGreaterThanOrEqual(gap);
        expect(intent.sendAt).toBeGreaterThanOrEqual(intent.slotAt);
        expect(intent.sendAt).toBeLessThan(intent.notAfter);
        expect(intent.jitterMs).toBeGreaterThanOrEqual(0);
        expect(intent.jitterMs).toBeLessThanOrEqual(60_000);
        const schedule =
          campaign.schedule.timeZoneMode === 'LEAD' && row.timeZone
            ? { ...campaign.schedule, timeZone: row.timeZone }
            : campaign.schedule;
        expect(openSpanAt(schedule, intent.sendAt)).not.toBeNull();
        expect(openSpanAt(triggerSchedule(campaign.schedule), intent.slotAt)).not.toBeNull();
        if (row.status === 'INPROGRESS' && intent.reallocatedFrom === null && row.mailboxId !== null)
          expect(intent.mailboxId).toBe(row.mailboxId);
        const rule = campaign.settings.esp_rules.find((each) => each.recipient === row.provider);
        expect(rule?.action).not.toBe('DO_NOT_SEND');
        if (rule?.action === 'ONLY_BY' && (row.status === 'STARTED' || row.mailboxId !== intent.mailboxId))
          expect(rule.senders).toContain(mailbox.provider);
        if (!rule && campaign.settings.esp_match_mode === 'STRICT' && row.mailboxId !== intent.mailboxId)
          expect(intent.providerMatched).toBe(true);
        if (campaign.settings.company_daily_limit !== null) {
          const same = intents.filter(
            (other) => rows.get(other.enrolmentId)!.recipientDomain === row.recipientDomain,
          ).length;
          expect(row.companySentToday + same).toBeLessThanOrEqual(campaign.settings.company_daily_limit);
        }
      }
      const fresh = intents.filter((intent) => intent.kind === 'NEW').length;
      if (campaign.schedule.maxNewLeadsPerDay !== null && fresh > 0 && intents[0]!.slotAt < TUESDAY_NINE + 15 * HOUR)
        expect(campaign.day.newLeads + fresh).toBeLessThanOrEqual(campaign.schedule.maxNewLeadsPerDay);
      if (campaign.emailCreditsLeft !== null) expect(intents.length).toBeLessThanOrEqual(campaign.emailCreditsLeft);
    }),
    RUNS,
  );
});

test('the explanation of every lead, mailbox and campaign is what the planner decided', () => {
  fc.assert(
    fc.property(inputArb, (given) => {
      const input = { ...given, campaign: { ...given.campaign, lastTriggerSlotAt: null } };
      const result = plan(input);
      for (const row of input.enrolments) {
        const explained = explainEnrolment(input, row.id);
        const reason = result.reasons.find((candidate) => candidate.enrolmentId === row.id);
        expect(explained.binding?.code).toBe(reason?.code);
        expect(explained.intent !== null).toBe(reason === undefined);
        expect(explained.checks.filter((check) => check.binding).map((check) => check.code)).toEqual(
          reason ? [reason.code] : [],
        );
        if (reason) expect(explained.nextEligibleAt).toBe(reason.nextEligibleAt);
      }
      for (const mailbox of input.mailboxes) {
        const outcome = result.mailboxes.find((candidate) => candidate.mailboxId === mailbox.id)!;
        const explained = explainMailbox(input, mailbox.id);
        // A closed campaign closes its mailboxes; else the mailbox's own outcome is the answer.
        const closed =
          result.trigger.binding !== null &&
          result.intents.length === 0 &&
          result.mailboxes.every((other) => other.refusal !== null) &&
          outcome.refusal?.code !== explained.binding?.code;
        if (closed) expect(explained.binding?.code).toBe(result.trigger.binding!.code);
        else expect(explained.binding?.code).toBe(outcome.refusal?.code);
        expect(explained.decision === 'SEND').toBe(outcome.sent);
      }
      expect(explainCampaign(input).binding?.code).toBe(result.trigger.binding?.code);
    }),
    { numRuns: 300 },
  );
});

test('PREFER never leaves a mailbox idle that OFF would have used', () => {
  fc.assert(
    fc.property(inputArb, (input) => {
      const sent = (mode: 'OFF' | 'PREFER') =>
        plan({
          ...input,
          campaign: {
            ...input.campaign,
            // Rules can give the one lead a mailbox could take to another.
            settings: { ...input.campaign.settings, esp_match_mode: mode, esp_rules: [], company_daily_limit: null },
            schedule: { ...input.campaign.schedule, timeZoneMode: 'CAMPAIGN' },
          },
        }).intents.length;
      expect(sent('PREFER')).toBe(sent('OFF'));
    }),
    RUNS,
  );
});

test('a reason that lets go by itself names a slot after this one, and only a lasting one parks the lead', () => {
  fc.assert(
    fc.property(inputArb, (input) => {
      const result = plan(input);
      for (const reason of result.reasons) {
        if (reason.nextEligibleAt !== null)
          expect(reason.nextEligibleAt).toBeGreaterThan(result.trigger.slotAt ?? input.now - 1);
        if (reason.park) expect(reason.defer).toBe(false);
        if (reason.defer) expect(reason.nextEligibleAt).not.toBeNull();
      }
    }),
    RUNS,
  );
});

test('heads of the lists with the rest on demand decide what all rows together decide', () => {
  fc.assert(
    fc.property(inputArb, fc.integer({ min: 1, max: 3 }), (input, page) => {
      const all = plan(input);
      const rows = [...input.enrolments].sort(
        (a, b) =>
          (a.status === 'STARTED' ? 1 : 0) - (b.status === 'STARTED' ? 1 : 0) ||
          (a.status === 'STARTED' ? a.order - b.order : a.eligibleAt - b.eligibleAt) ||
          compareIds(a.id, b.id),
      );
      let loaded = rows.slice(0, page);
      const queues = (list: readonly EnrolmentSnapshot[]) =>
        list.length === 0
          ? []
          : [
              ...input.mailboxes.flatMap(({ id }) => [`follow-up:${id}`, `new:${id}`]),
              'orphan',
              'new:*',
              'new:*:GMAIL',
              'new:*:OUTLOOK',
              'new:*:OTHER',
            ];
      for (let round = 0; round < 30; round += 1) {
        const result = plan({ ...input, enrolments: loaded, incompleteQueues: queues(rows.slice(loaded.length)) });
        if (result.needMore.length === 0) {
          expect(result.intents).toEqual(all.intents);
          return;
        }
        loaded = rows.slice(0, loaded.length + page);
      }
      throw new Error('asks for rows for ever');
    }),
    { numRuns: 600 },
  );
});
