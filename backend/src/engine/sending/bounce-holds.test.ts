import { explainCampaign, explainEnrolment, explainMailbox } from './explain';
import { plan } from './plan';
import type { BounceHold, PlanInput } from './plan.types';
import { simulate } from './simulate';
import { aCampaign, aLead, aMailbox, aSchedule, DAY, HOUR, TUESDAY_NINE } from './testing/snapshots';

const now = TUESDAY_NINE;
const slow: BounceHold = { scope: 'MAILBOX', percent: 50, until: now + DAY, reason: '3 of 40 emails bounced' };
const rest: BounceHold = { scope: 'DOMAIN', percent: null, until: now + DAY, reason: '12 of 40 emails were refused' };
const hold: BounceHold = { scope: 'IMPORT', percent: null, until: now + 3 * DAY, reason: '3 of 40 emails bounced' };
const input = (over: Partial<PlanInput>): PlanInput => ({
  campaign: aCampaign(),
  mailboxes: [aMailbox('m1')],
  enrolments: [aLead('1')],
  incompleteQueues: [],
  now,
  ...over,
});
const used = (sent: number) => ({ day: { date: '2026-11-24', sent, reserved: 0 } });

test('a resting mailbox sends nothing, says why, and sends again by itself', () => {
  const held = input({ mailboxes: [aMailbox('m1', { bounceHold: rest })] });
  expect(plan(held).intents).toEqual([]);
  expect(explainMailbox(held, 'm1')).toMatchObject({
    binding: { code: 'MAILBOX_BOUNCE_REST', until: rest.until, facts: { reason: rest.reason, scope: 'DOMAIN' } },
    remedy: { action: 'OPEN_FLEET' },
  });
  expect(plan({ ...held, now: now + DAY }).intents).toHaveLength(1);
});

test('a slowed mailbox sends half of its limit', () => {
  const at = (sent: number) => input({ mailboxes: [aMailbox('m1', { bounceHold: slow, ...used(sent) })] });
  expect(plan(at(19)).intents).toHaveLength(1);
  expect(plan(at(20)).intents).toEqual([]);
  expect(explainEnrolment(at(20), '1').binding).toMatchObject({
    code: 'MAILBOX_BOUNCE_SLOW',
    facts: { used: 20, cap: 20, reason: slow.reason },
  });
  expect(plan(input({ mailboxes: [aMailbox('m1', used(20))] })).intents).toHaveLength(1);
});

test('a held import keeps its new leads waiting and lets follow-ups go', () => {
  const fresh = aLead('1', { importHold: hold });
  const waiting = plan(input({ enrolments: [fresh] }));
  expect(waiting.intents).toEqual([]);
  expect(waiting.reasons[0]).toMatchObject({ code: 'IMPORT_ON_HOLD', until: hold.until, park: false });
  const follow = aLead('2', { importHold: hold, status: 'INPROGRESS', stepIndex: 1, mailboxId: 'm1' });
  expect(plan(input({ enrolments: [follow] })).intents).toHaveLength(1);
});

test('new leads that left the queues with their import are the reason, whatever else is due later', () => {
  const newLeadsOnHold = { leads: 28, until: hold.until, reason: hold.reason, areAll: true };
  const followUpAt = now + DAY;
  const held = (more: object = {}, at = now) => ({
    ...input({
      enrolments: [],
      campaign: aCampaign({
        backlog: {
          newLeads: true,
          followUps: true,
          others: false,
          nextEligibleAt: followUpAt,
          newLeadsOnHold,
          ...more,
        },
      }),
    }),
    now: at,
  });
  expect(plan(held()).trigger).toMatchObject({
    checkpoint: null,
    binding: { code: 'IMPORT_ON_HOLD', until: hold.until, facts: { leads: 28, reason: hold.reason } },
    resumesAt: followUpAt,
    message: '28 new leads wait: too many addresses of their import bounced. Follow-ups keep sending.',
  });
  expect(explainCampaign(held())).toMatchObject({ remedy: { action: 'OPEN_FLEET' }, nextEligibleAt: followUpAt });
  // Leads of another import wait as well, so the hold is not all there is.
  const some = { newLeadsOnHold: { ...newLeadsOnHold, areAll: false }, nextEligibleAt: now };
  expect(plan(held(some)).trigger.binding).toBeNull();
  // What put off the follow-up that comes first is the nearer reason.
  expect(plan(held({ heldBy: 'MAILBOX_DAILY_CAP' })).trigger.binding?.code).toBe('MAILBOX_DAILY_CAP');
  const night = explainCampaign(held({}, now + 12 * HOUR));
  expect(night.binding?.code).toBe('WINDOW_CLOSED');
  expect(night.checks.find((check) => check.code === 'IMPORT_ON_HOLD')).toMatchObject({
    result: 'FAIL',
    binding: false,
    facts: { leads: 28 },
  });
});

test('a slowed campaign contacts half of its new leads a day', () => {
  const campaign = (newLeads: number) =>
    aCampaign({
      schedule: aSchedule({ maxNewLeadsPerDay: 10 }),
      bounceHold: { ...slow, scope: 'CAMPAIGN' },
      day: { date: '2026-11-24', newLeads, followUps: 0 },
    });
  expect(plan(input({ campaign: campaign(4) })).intents).toHaveLength(1);
  const full = plan(input({ campaign: campaign(5) }));
  expect(full.intents).toEqual([]);
  expect(full.reasons[0]).toMatchObject({ code: 'CAMPAIGN_SLOWED', facts: { reason: slow.reason } });
});

test('the forecast knows the holds and goes on when they end', () => {
  const result = simulate({
    campaign: aCampaign({ steps: [aCampaign().steps[0]!] }),
    mailboxes: [aMailbox('m1')],
    enrolments: [aLead('1', { importHold: hold }), aLead('2')],
    now,
    keepSends: true,
  });
  expect(result.finished).toBe(true);
  expect(result.firstSendAt).toBeLessThan(now + HOUR);
  expect(result.lastSendAt).toBeGreaterThanOrEqual(hold.until);
});
