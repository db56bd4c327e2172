import { plan } from './plan';
import { requiredRows } from './required-rows';
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
import type { EnrolmentSnapshot, EspRule, PlanInput } from './plan.types';

const input = (over: Partial<PlanInput> = {}): PlanInput => ({
  campaign: aCampaign(),
  mailboxes: [aMailbox('m1')],
  enrolments: [aLead('e1')],
  incompleteQueues: [],
  now: TUESDAY_NINE,
  ...over,
});
const codeOf = (result: ReturnType<typeof plan>, id: string) =>
  result.reasons.find((reason) => reason.enrolmentId === id)?.code;

test('each mailbox sends at most one mail a trigger, delayed by a seeded jitter', () => {
  const result = plan(
    input({ mailboxes: [aMailbox('m1'), aMailbox('m2')], enrolments: [1, 2, 3].map((index) => aLead(`e${index}`)) }),
  );
  expect(new Set(result.intents.map((intent) => intent.mailboxId))).toEqual(new Set(['m1', 'm2']));
  expect(result.intents.map((intent) => intent.enrolmentId).sort()).toEqual(['e1', 'e2']);
  for (const intent of result.intents) expect(intent.sendAt - TUESDAY_NINE).toBe(intent.jitterMs);
  expect(codeOf(result, 'e3')).toBe('WAITING_TURN');
  expect(result.trigger).toMatchObject({ sent: 2, newLeads: 2, followUps: 0, skippedByReason: { WAITING_TURN: 1 } });
  expect(result.nextTriggerAt).toBe(TUESDAY_NINE + 10 * MINUTE);
});

test('is the same for the same input, whatever the order of the rows', () => {
  const rows = [5, 3, 1, 4, 2].map((index) => aLead(`e${index}`, { provider: index % 2 ? 'GMAIL' : 'OUTLOOK' }));
  const first = plan(input({ enrolments: rows, mailboxes: [aMailbox('m1'), aMailbox('m2', { provider: 'OUTLOOK' })] }));
  const second = plan(
    input({ enrolments: [...rows].reverse(), mailboxes: [aMailbox('m1'), aMailbox('m2', { provider: 'OUTLOOK' })] }),
  );
  expect(second.intents).toEqual(first.intents);
});

test.each([
  ['LEAD_ENDED', { status: 'STOPPED', endReason: 'REPLIED' }],
  ['LEAD_SUPPRESSED', { suppression: 'BLOCK_LIST' }],
  ['STEP_IN_FLIGHT', { intent: { state: 'RESERVED', sendAt: TUESDAY_NINE + 1 } }],
  ['STEP_IN_DOUBT', { intent: { state: 'IN_DOUBT', sendAt: 1 } }],
  ['LEAD_PAUSED', { status: 'PAUSED' }],
  ['COMPANY_PAUSED', { hold: { kind: 'COMPANY_REPLY', until: null } }],
  ['LEAD_ON_HOLD', { hold: { kind: 'OUT_OF_OFFICE', until: TUESDAY_NINE + DAY } }],
  ['NO_STEP_LEFT', { stepIndex: 3 }],
  ['STEP_NOT_DUE', { dueAt: TUESDAY_NINE + HOUR, eligibleAt: TUESDAY_NINE + HOUR }],
  ['MISSING_MERGE_DATA', { missingFields: ['city'] }],
] as const)('never mails a lead with %s, and says so', (code, over) => {
  const result = plan(input({ enrolments: [aLead('e1', over as Partial<EnrolmentSnapshot>)] }));
  expect(result.intents).toEqual([]);
  expect(codeOf(result, 'e1')).toBe(code);
});

test.each([
  ['CAMPAIGN_NOT_ACTIVE', aCampaign({ status: 'PAUSED' }), TUESDAY_NINE],
  ['SENDING_HELD', aCampaign({ sendingHeld: true }), TUESDAY_NINE],
  ['PLAN_EXPIRED', aCampaign({ planInForce: false }), TUESDAY_NINE],
  [
    'BOUNCE_GUARD',
    aCampaign({ bounceGuard: { enabled: true, percent: 5, minimumSent: 50, sent: 60, recipientBounces: 3 } }),
    TUESDAY_NINE,
  ],
  ['CREDITS', aCampaign({ emailCreditsLeft: 0 }), TUESDAY_NINE],
  ['CAMPAIGN_NOT_STARTED', aCampaign({ schedule: aSchedule({ startAt: TUESDAY_NINE + DAY }) }), TUESDAY_NINE],
  ['HOLIDAY', aCampaign({ schedule: aSchedule({ holidays: ['2026-11-24'] }) }), TUESDAY_NINE],
  ['WINDOW_CLOSED', aCampaign(), TUESDAY_NINE + 8 * HOUR],
  ['TRIGGER_INTERVAL', aCampaign({ lastTriggerSlotAt: TUESDAY_NINE }), TUESDAY_NINE + MINUTE],
] as const)('sends nothing under %s', (code, campaign, now) => {
  const result = plan(input({ campaign, now }));
  expect(result.intents).toEqual([]);
  expect(codeOf(result, 'e1')).toBe(code);
  expect(result.trigger.binding?.code).toBe(code);
  expect(result.pause?.reason).toBe(code === 'BOUNCE_GUARD' ? 'BOUNCE_GUARD' : undefined);
});

test('bounces below the threshold, or too few mails to judge, do not stop the campaign', () => {
  const guarded = (sent: number, recipientBounces: number) =>
    plan(
      input({
        campaign: aCampaign({
          bounceGuard: { enabled: true, percent: 5, minimumSent: 50, sent, recipientBounces },
        }),
      }),
    ).trigger.sent;
  expect([guarded(49, 20), guarded(100, 4), guarded(100, 5)]).toEqual([1, 1, 0]);
});

test.each([
  ['MAILBOX_SUSPENDED', { state: 'SUSPENDED' }],
  ['MAILBOX_FAILING', { state: 'FAILING' }],
  ['MAILBOX_RESTING', { restingUntil: TUESDAY_NINE + DAY }],
  ['MAILBOX_WARMING', { young: { days: 3, needed: 14, until: TUESDAY_NINE + DAY } }],
  ['MAILBOX_WARMING', { young: { days: 3, needed: 14, until: null } }],
  ['MAILBOX_DAILY_CAP', { day: { date: '2026-11-24', sent: 39, reserved: 1 } }],
  [
    'MAILBOX_ROLLING_CAP',
    {
      dailyCap: 2,
      recentSends: [TUESDAY_NINE - 5 * HOUR, TUESDAY_NINE - 4 * HOUR],
      day: { date: '2026-11-23', sent: 2, reserved: 0 },
    },
  ],
  ['MAILBOX_BUSY', { openIntents: [TUESDAY_NINE - MINUTE] }],
  ['MAILBOX_GAP', { minimumGapMinutes: 15, lastSendAt: TUESDAY_NINE - MINUTE }],
  [
    'MAILBOX_TURN',
    { waiters: [{ campaignId: 'other', waitingSince: TUESDAY_NINE - HOUR, nextTriggerAt: TUESDAY_NINE + MINUTE }] },
  ],
] as const)('a mailbox with %s sends nothing, and its leads wait for it', (code, over) => {
  const result = plan(
    input({
      mailboxes: [aMailbox('m1', over as object), aMailbox('m2')],
      enrolments: [aFollowUp('f1', 'm1', TUESDAY_NINE - HOUR)],
    }),
  );
  expect(result.intents).toEqual([]);
  expect(codeOf(result, 'f1')).toBe(code);
  expect(result.mailboxes[0]).toMatchObject({ sent: false, refusal: { code } });
});

test('yesterday’s count does not use up today’s cap, and the cap grows with the ramp', () => {
  expect(
    plan(input({ mailboxes: [aMailbox('m1', { day: { date: '2026-11-23', sent: 40, reserved: 0 } })] })).trigger.sent,
  ).toBe(1);
  const ramp = { from: '2026-11-20', start: 2, increase: 1 };
  const ramped = (sent: number) =>
    plan(input({ mailboxes: [aMailbox('m1', { ramp, day: { date: '2026-11-24', sent, reserved: 0 } })] })).trigger.sent;
  expect([ramped(5), ramped(6)]).toEqual([1, 0]);
});

test('a gap that ends within the slot delays the mail; it is never sent below the gap of sent or reserved mails', () => {
  const lastSendAt = TUESDAY_NINE - 2 * MINUTE;
  const [intent] = plan(
    input({
      mailboxes: [aMailbox('m1', { minimumGapMinutes: 5, lastSendAt, openIntents: [TUESDAY_NINE + 4 * MINUTE] })],
    }),
  ).intents;
  expect(intent!.sendAt).toBe(TUESDAY_NINE + 9 * MINUTE);
});

test('the last slot of a window is squeezed in before its end', () => {
  const schedule = aSchedule({ windows: [{ days: [2], start: '09:00', end: '09:01' }] });
  const [intent] = plan(input({ campaign: aCampaign({ schedule }) })).intents;
  expect(intent!.sendAt).toBeLessThanOrEqual(TUESDAY_NINE + 55_000);
  expect(intent!.notAfter).toBe(TUESDAY_NINE + MINUTE);
});

test('a late trigger sends from now on, and the next one keeps its distance', () => {
  const late = plan(input({ now: TUESDAY_NINE + 9 * MINUTE })).intents[0]!;
  expect(late.sendAt).toBe(TUESDAY_NINE + 9 * MINUTE);
  const next = plan(
    input({
      now: TUESDAY_NINE + 10 * MINUTE,
      campaign: aCampaign({ lastTriggerSlotAt: TUESDAY_NINE }),
      mailboxes: [aMailbox('m1', { minimumGapMinutes: 0, lastSendAt: late.sendAt, lastSendInCampaignAt: late.sendAt })],
    }),
  ).intents[0]!;
  expect(next.sendAt - late.sendAt).toBeGreaterThanOrEqual(9 * MINUTE);
});

test('a follow-up goes from the mailbox of the mail before it, whoever else is free', () => {
  const result = plan(
    input({
      mailboxes: [aMailbox('m1', { minimumGapMinutes: 60, lastSendAt: TUESDAY_NINE }), aMailbox('m2'), aMailbox('m3')],
      enrolments: [aFollowUp('f1', 'm1', 1), aFollowUp('f2', 'm3', 2)],
    }),
  );
  expect(result.intents.map(({ enrolmentId, mailboxId, kind }) => ({ enrolmentId, mailboxId, kind }))).toEqual([
    { enrolmentId: 'f2', mailboxId: 'm3', kind: 'FOLLOW_UP' },
  ]);
});

test('leads of a detached mailbox move by policy, visibly, or wait', () => {
  const rows = [aFollowUp('f1', 'gone', 1)];
  expect(plan(input({ enrolments: rows })).intents[0]).toMatchObject({ mailboxId: 'm1', reallocatedFrom: 'gone' });
  const waiting = plan(
    input({ enrolments: rows, campaign: aCampaign({ reallocation: { detached: 'WAIT', failingAfterMs: null } }) }),
  );
  expect(codeOf(waiting, 'f1')).toBe('MAILBOX_DETACHED');
});

test('leads of a dead mailbox move once it has been dead for as long as the policy says', () => {
  const campaign = aCampaign({ reallocation: { detached: 'MOVE', failingAfterMs: 6 * HOUR } });
  const dead = (hours: number) =>
    plan(
      input({
        campaign,
        mailboxes: [aMailbox('m1', { state: 'FAILING', stateSince: TUESDAY_NINE - hours * HOUR }), aMailbox('m2')],
        enrolments: [aFollowUp('f1', 'm1', 1)],
      }),
    );
  expect(dead(6).intents[0]).toMatchObject({ mailboxId: 'm2', reallocatedFrom: 'm1' });
  expect(dead(5).reasons[0]).toMatchObject({ code: 'MAILBOX_FAILING', until: TUESDAY_NINE + HOUR });
});

test('PREFER gives each mailbox a lead of its provider, and any other lead rather than none', () => {
  const mailboxes = [
    aMailbox('g', { provider: 'GMAIL' }),
    aMailbox('o', { provider: 'OUTLOOK' }),
    aMailbox('x', { provider: 'OTHER' }),
  ];
  const rows = [
    aLead('e1', { provider: 'OUTLOOK' }),
    aLead('e2', { provider: 'GMAIL' }),
    aLead('e3', { provider: 'GMAIL' }),
  ];
  const result = plan(input({ mailboxes, enrolments: rows }));
  expect(Object.fromEntries(result.intents.map((intent) => [intent.mailboxId, intent.enrolmentId]))).toEqual({
    g: 'e2',
    o: 'e1',
    x: 'e3',
  });
});

test('PREFER gives leads of a provider to the mailbox whose placement passes there, and the other one takes what is left', () => {
  const mailboxes = [aMailbox('low', { isPlacedLow: true }), aMailbox('good')];
  const rows = [aLead('e1', { provider: 'GMAIL' }), aLead('e2', { provider: 'OUTLOOK' })];
  const given = (enrolments: typeof rows) =>
    Object.fromEntries(
      plan(input({ mailboxes, enrolments })).intents.map((intent) => [intent.mailboxId, intent.enrolmentId]),
    );
  expect(given(rows)).toEqual({ good: 'e1', low: 'e2' });
  expect(given([...rows, aLead('e3', { provider: 'GMAIL' })].toReversed())).toMatchObject({ low: 'e2' });
  // No mailbox idles: with nothing else to take, it takes its own provider's leads too.
  expect(Object.keys(given([aLead('e1', { provider: 'GMAIL' }), aLead('e3', { provider: 'GMAIL' })])).sort()).toEqual([
    'good',
    'low',
  ]);
});

test('STRICT leaves a mailbox idle rather than mix providers, and tells the lead', () => {
  const result = plan(
    input({
      campaign: aCampaign({ settings: { esp_match_mode: 'STRICT' } }),
      mailboxes: [aMailbox('g')],
      enrolments: [aLead('e1', { provider: 'OUTLOOK' })],
    }),
  );
  expect(result.intents).toEqual([]);
  expect(codeOf(result, 'e1')).toBe('PROVIDER_MATCH');
});

describe('ESP rules', () => {
  const rules = (given: EspRule[], mode: 'OFF' | 'PREFER' | 'STRICT' = 'OFF') =>
    aCampaign({ settings: { esp_match_mode: mode, esp_rules: given } });

  test('DO_NOT_SEND sets leads of the provider aside, follow-ups too, and the others are sent in their order', () => {
    const result = plan(
      input({
        campaign: rules([{ recipient: 'OUTLOOK', action: 'DO_NOT_SEND' }]),
        mailboxes: [aMailbox('m1'), aMailbox('m2')],
        enrolments: [
          aLead('e1', { provider: 'OUTLOOK' }),
          aLead('e2', { provider: 'GMAIL' }),
          aLead('e3', { provider: 'OTHER' }),
          aLead('e4', { provider: 'OUTLOOK', status: 'INPROGRESS', stepIndex: 1, mailboxId: 'm1' }),
        ],
      }),
    );
    expect(result.intents.map((intent) => intent.enrolmentId).sort()).toEqual(['e2', 'e3']);
    for (const id of ['e1', 'e4'])
      expect(result.reasons.find((reason) => reason.enrolmentId === id)).toMatchObject({
        code: 'ESP_DO_NOT_SEND',
        park: true,
        nextEligibleAt: null,
      });
  });

  test.each(['OFF', 'PREFER', 'STRICT'] as const)(
    'ONLY_BY decides who writes first, whatever the match mode (%s); a thread that has begun keeps its mailbox',
    (mode) => {
      const given = plan(
        input({
          campaign: rules([{ recipient: 'GMAIL', action: 'ONLY_BY', senders: ['OUTLOOK'] }], mode),
          mailboxes: [aMailbox('gmail'), aMailbox('outlook', { provider: 'OUTLOOK' })],
          enrolments: [
            aLead('e1', { provider: 'GMAIL' }),
            // Given to a mailbox beforehand: the rule counts more.
            aLead('e2', { provider: 'GMAIL', mailboxId: 'gmail' }),
            aLead('e3', { provider: 'GMAIL', status: 'INPROGRESS', stepIndex: 1, mailboxId: 'gmail' }),
          ],
        }),
      );
      expect(Object.fromEntries(given.intents.map((intent) => [intent.mailboxId, intent.enrolmentId]))).toEqual({
        outlook: 'e1',
        gmail: 'e3',
      });
    },
  );

  test('ONLY_BY without such a mailbox waits and names the senders, and does not hold up other leads', () => {
    const result = plan(
      input({
        campaign: rules([{ recipient: 'GMAIL', action: 'ONLY_BY', senders: ['OUTLOOK', 'OTHER'] }]),
        mailboxes: [aMailbox('g')],
        enrolments: [aLead('e1', { provider: 'GMAIL' }), aLead('e2', { provider: 'OUTLOOK' })],
        incompleteQueues: ['new:*:GMAIL'],
      }),
    );
    expect(result.intents.map((intent) => intent.enrolmentId)).toEqual(['e2']);
    expect(result.needMore).toEqual([]);
    expect(result.reasons).toMatchObject([
      { enrolmentId: 'e1', code: 'ESP_ONLY_BY', facts: { provider: 'GMAIL', senders: 'OUTLOOK, OTHER' }, park: false },
    ]);
  });
});

test('new leads stop at the day’s number and at the plan’s credits', () => {
  const three = {
    mailboxes: ['m1', 'm2', 'm3'].map((id) => aMailbox(id)),
    enrolments: [1, 2, 3].map((index) => aLead(`e${index}`)),
  };
  const limited = plan(
    input({ ...three, campaign: aCampaign({ day: { date: '2026-11-24', newLeads: 98, followUps: 0 } }) }),
  );
  expect([limited.trigger.newLeads, codeOf(limited, 'e3')]).toEqual([2, 'NEW_LEADS_PER_DAY']);
  const poor = plan(input({ ...three, campaign: aCampaign({ emailCreditsLeft: 1 }) }));
  expect([poor.trigger.sent, codeOf(poor, 'e3')]).toEqual([1, 'CREDITS']);
});

test('a company gets no more than its mails a day, free-mail domains are no company', () => {
  const campaign = aCampaign({ settings: { company_daily_limit: 2 } });
  const mailboxes = ['m1', 'm2', 'm3'].map((id) => aMailbox(id));
  const rows = [1, 2, 3].map((index) => aLead(`e${index}`, { recipientDomain: 'acme.test', companySentToday: 1 }));
  const result = plan(input({ campaign, mailboxes, enrolments: rows }));
  expect(result.trigger.sent).toBe(1);
  expect(result.reasons).toEqual(
    [2, 3].map((index) =>
      expect.objectContaining({ enrolmentId: `e${index}`, code: 'COMPANY_DAILY_LIMIT', defer: true }),
    ),
  );
  expect(
    plan(input({ campaign, mailboxes, enrolments: rows.map((row) => ({ ...row, freeMail: true })) })).trigger.sent,
  ).toBe(3);
});

test('lead-local time sends while the window is open where the lead is', () => {
  const campaign = aCampaign({ schedule: aSchedule({ timeZoneMode: 'LEAD' }) });
  const rows = [aLead('e1', { timeZone: 'Asia/Tokyo' }), aLead('e2', { timeZone: 'Europe/Berlin' }), aLead('e3')];
  const result = plan(input({ campaign, mailboxes: ['m1', 'm2', 'm3'].map((id) => aMailbox(id)), enrolments: rows }));
  expect(result.intents.map((intent) => intent.enrolmentId).sort()).toEqual(['e2', 'e3']);
  // 09:00 of the next morning in Tokyo.
  expect(result.reasons[0]).toMatchObject({
    code: 'LEAD_WINDOW_CLOSED',
    nextEligibleAt: TUESDAY_NINE + 10 * HOUR,
    defer: true,
  });
});

test('a new lead does not take the capacity of follow-ups that come due later today within their share', () => {
  const today = { date: '2026-11-24', newLeads: 2, followUps: 0 };
  const held = (followUpsLaterToday: number, sent: number, percentage = 80) =>
    plan(
      input({
        campaign: aCampaign({ settings: { follow_up_percentage: percentage } }),
        mailboxes: [
          aMailbox('m1', {
            dailyCap: 10,
            followUpsLaterToday,
            day: { date: '2026-11-24', sent, reserved: 0 },
            campaignDay: { ...today, newLeads: sent },
          }),
        ],
      }),
    );
  expect(held(20, 1).trigger.sent).toBe(1);
  expect(held(20, 2).trigger.binding?.code).toBe('FOLLOW_UP_SHARE');
  // Flow-over: what follow-ups do not use belongs to new leads.
  expect(held(3, 6).trigger.sent).toBe(1);
  expect(held(3, 7).trigger.sent).toBe(0);
  expect(held(20, 2, 50).trigger.sent).toBe(1);
});

test('a trigger that finds nothing says which of the three checkpoints it reached', () => {
  const idle = (backlog: Partial<ReturnType<typeof aCampaign>['backlog']>) =>
    plan(
      input({
        enrolments: [],
        campaign: aCampaign({
          backlog: { newLeads: false, followUps: false, others: false, nextEligibleAt: null, ...backlog },
        }),
      }),
    ).trigger.checkpoint;
  expect(idle({})).toBe('NO_AUTOMATIC_SEQUENCES_LEFT');
  expect(idle({ followUps: true, nextEligibleAt: TUESDAY_NINE + DAY })).toBe('NO_FOLLOW_UPS_DUE');
  expect(idle({ others: true })).toBe('NO_NEW_LEADS_WAITING');
});

test('a cap that put the next follow-up off is the reason until it ends', () => {
  const until = TUESDAY_NINE + DAY;
  const held = (heldBy: string | null) =>
    plan(
      input({
        enrolments: [],
        campaign: aCampaign({
          backlog: { newLeads: false, followUps: true, others: false, nextEligibleAt: until, heldBy },
        }),
      }),
    ).trigger;
  expect(held('MAILBOX_DAILY_CAP')).toMatchObject({
    checkpoint: null,
    binding: { code: 'MAILBOX_DAILY_CAP', until },
    resumesAt: until,
  });
  expect(held('STEP_NOT_DUE')).toMatchObject({ checkpoint: 'NO_FOLLOW_UPS_DUE', binding: null, resumesAt: until });
});

test('a round that begins late in its slot names the cap that keeps new leads back', () => {
  const late = TUESDAY_NINE + 20_000;
  const { trigger } = plan(
    input({
      now: late,
      enrolments: [],
      mailboxes: [aMailbox('m1', { dailyCap: 12, day: { date: '2026-11-24', sent: 12, reserved: 0 } })],
      campaign: aCampaign({ backlog: { newLeads: true, followUps: true, others: false, nextEligibleAt: late } }),
    }),
  );
  expect(trigger).toMatchObject({ checkpoint: null, binding: { code: 'MAILBOX_DAILY_CAP' } });
  expect(trigger.resumesAt).toBe(TUESDAY_NINE + DAY);
});

test('asks for more rows instead of deciding on too few', () => {
  const blocked = [1, 2].map((index) => aFollowUp(`f${index}`, 'm1', index, { missingFields: ['city'] }));
  expect(plan(input({ enrolments: blocked, incompleteQueues: ['follow-up:m1'] })).needMore).toEqual(['follow-up:m1']);
  expect(
    plan(input({ enrolments: [...blocked, aFollowUp('f3', 'm1', 3)], incompleteQueues: ['follow-up:m1'] })).needMore,
  ).toEqual([]);
});

test('needs rows only of mailboxes that can send, and none while the campaign is closed', () => {
  const campaign = aCampaign({ steps: [aStep(1), aStep(2)] });
  const required = requiredRows(campaign, [aMailbox('m1'), aMailbox('m2', { state: 'FAILING' })], TUESDAY_NINE);
  expect(required.rows.map((row) => row.key)).toEqual([
    'follow-up:m1',
    'orphan',
    'new:m1',
    'new:*:GMAIL',
    'new:*:OUTLOOK',
    'new:*:OTHER',
  ]);
  expect(required.counts).toEqual([
    { mailboxId: 'm1', after: TUESDAY_NINE, until: TUESDAY_NINE + 8 * HOUR, limit: 40 },
  ]);
  expect(requiredRows(campaign, [aMailbox('m1')], TUESDAY_NINE + 9 * HOUR)).toEqual({
    dueBefore: null,
    rows: [],
    counts: [],
  });
});

test('a row that was loaded twice is mailed once', () => {
  const row = aLead('e1');
  expect(plan(input({ mailboxes: [aMailbox('m1'), aMailbox('m2')], enrolments: [row, row] })).intents).toHaveLength(1);
});
