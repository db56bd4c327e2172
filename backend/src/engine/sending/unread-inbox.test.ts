import { explainEnrolment, explainMailbox } from './explain';
import { plan } from './plan';
import type { PlanInput, UnreadInbox } from './plan.types';
import { requiredRows } from './required-rows';
import { simulate } from './simulate';
import { aCampaign, aFollowUp, aLead, aMailbox, HOUR, MINUTE, TUESDAY_NINE } from './testing/snapshots';

const unread = (mailboxId: string, over: Partial<UnreadInbox> = {}): UnreadInbox => ({
  mailboxId,
  readAt: TUESDAY_NINE - 2 * HOUR,
  reason: null,
  until: TUESDAY_NINE + 15 * MINUTE,
  ...over,
});
const heldBox = aMailbox('m1', { unreadInbox: unread('m1') });
const held = (id: string) => aFollowUp(id, 'm1', TUESDAY_NINE - HOUR, { unreadInbox: unread('m1') });
const input = (over: Partial<PlanInput>): PlanInput => ({
  campaign: aCampaign(),
  mailboxes: [heldBox],
  enrolments: [],
  incompleteQueues: [],
  now: TUESDAY_NINE,
  ...over,
});

it('holds the follow-ups of a mailbox whose inbox is not read, and keeps sending first emails', () => {
  const result = plan(input({ enrolments: [held('f1'), aLead('n1')] }));
  expect(result.intents.map(({ enrolmentId, mailboxId }) => [enrolmentId, mailboxId])).toEqual([['n1', 'm1']]);
  expect(result.reasons).toMatchObject([
    {
      enrolmentId: 'f1',
      code: 'INBOX_NOT_READ',
      facts: { mailbox_id: 'm1', read_at: TUESDAY_NINE - 2 * HOUR },
      // It keeps its place and is sent at the first trigger after the inbox was read.
      defer: false,
      park: false,
    },
  ]);
});

it('reports the reason in the trigger log and for the mailbox when nothing else can be sent', () => {
  const result = plan(input({ enrolments: [held('f1')] }));
  expect(result.trigger).toMatchObject({ sent: 0, binding: { code: 'INBOX_NOT_READ' } });
  expect(result.mailboxes[0]).toMatchObject({ sent: false, refusal: { code: 'INBOX_NOT_READ' } });
});

it('loads one held follow-up to report the reason, however many there are', () => {
  const rows = requiredRows(aCampaign(), [heldBox, aMailbox('m2')], TUESDAY_NINE).rows;
  expect(rows.filter((row) => row.list === 'FOLLOW_UP').map((row) => row.limit)).toEqual([1, 4]);
  expect(plan(input({ enrolments: [held('f1')], incompleteQueues: ['follow-up:m1'] })).needMore).toEqual([]);
});

it('holds a lead for the inbox of another mailbox that wrote to it, and defers it', () => {
  const moved = aFollowUp('f1', 'gone', TUESDAY_NINE - HOUR, { unreadInbox: unread('gone') });
  const pushed = aLead('p1', { unreadInbox: unread('m9') });
  const result = plan(input({ mailboxes: [aMailbox('m1'), aMailbox('m2')], enrolments: [moved, pushed] }));
  expect(result.intents).toEqual([]);
  expect(result.reasons.map(({ code, defer, nextEligibleAt }) => ({ code, defer, nextEligibleAt }))).toEqual(
    ['f1', 'p1'].map(() => ({ code: 'INBOX_NOT_READ', defer: true, nextEligibleAt: TUESDAY_NINE + 20 * MINUTE })),
  );
});

it('reports a mailbox that cannot send before its inbox', () => {
  const dead = { ...heldBox, state: 'FAILING' as const };
  expect(plan(input({ mailboxes: [dead], enrolments: [held('f1')] })).reasons[0]?.code).toBe('MAILBOX_FAILING');
});

it('explains the lead and the mailbox with facts and a remedy', () => {
  const refused = unread('m1', { reason: 'Invalid credentials' });
  const given = input({
    mailboxes: [{ ...heldBox, unreadInbox: refused }],
    enrolments: [aFollowUp('f1', 'm1', TUESDAY_NINE - HOUR, { unreadInbox: refused })],
  });
  for (const explained of [explainEnrolment(given, 'f1'), explainMailbox(given, 'm1')])
    expect(explained).toMatchObject({
      decision: 'WAIT',
      binding: {
        code: 'INBOX_NOT_READ',
        facts: { mailbox_id: 'm1', read_at: TUESDAY_NINE - 2 * HOUR, reason: 'Invalid credentials' },
      },
      remedy: { action: 'RECONNECT_MAILBOX' },
    });
  const fine = explainEnrolment(
    input({ mailboxes: [aMailbox('m1')], enrolments: [aFollowUp('f1', 'm1', TUESDAY_NINE - HOUR)] }),
    'f1',
  );
  expect(fine.decision).toBe('SEND');
  expect(fine.checks.find((check) => check.code === 'INBOX_NOT_READ')?.result).toBe('PASS');
});

it('forecasts with the hold, and assumes the inbox is read when it is looked at again', () => {
  const result = simulate({
    ...input({ enrolments: [held('f1'), aLead('n1')] }),
    keepSends: true,
  });
  const of = (id: string) => (result.sends ?? []).filter((send) => send.enrolmentId === id).map((send) => send.sendAt);
  expect(of('n1')[0]).toBeLessThan(TUESDAY_NINE + 10 * MINUTE);
  expect(of('f1')[0]).toBeGreaterThanOrEqual(TUESDAY_NINE + 15 * MINUTE);
  expect(of('f1')[0]).toBeLessThan(TUESDAY_NINE + HOUR);
});
