import { countWaiting } from './count-waiting';
import { followUpQueue, poolQueue } from './due-queues';
import { plan } from './plan';
import type { PlanInput } from './plan.types';
import { aCampaign, aLead, aMailbox, MINUTE, TUESDAY_NINE } from './testing/snapshots';

const input = (over: Partial<PlanInput> = {}): PlanInput => ({
  campaign: aCampaign(),
  mailboxes: [aMailbox('m1')],
  enrolments: [aLead('1'), aLead('2'), aLead('3')],
  incompleteQueues: [poolQueue(null)],
  now: TUESDAY_NINE,
  ...over,
});

test('leads behind those that were looked at wait for their turn too', () => {
  const given = input();
  const result = plan(given);
  expect(result.trigger.skippedByReason).toEqual({ WAITING_TURN: 2 });
  expect(countWaiting(given, result, new Map([[poolQueue(null), 48]]))).toEqual({ WAITING_TURN: 50 });
  expect(countWaiting(given, result, new Map())).toEqual({ WAITING_TURN: 2 });
});

test('behind a follow-up whose inbox has to be read first, all wait for the inbox', () => {
  const unreadInbox = { mailboxId: 'm1', readAt: null, reason: null, until: TUESDAY_NINE + 20 * MINUTE };
  const followUp = aLead('f1', { status: 'INPROGRESS', stepIndex: 1, mailboxId: 'm1', unreadInbox });
  const key = followUpQueue('m1');
  const given = input({ enrolments: [followUp], incompleteQueues: [key] });
  const result = plan(given);
  expect(countWaiting(given, result, new Map([[key, 9]]))).toEqual({ INBOX_NOT_READ: 10 });
});
