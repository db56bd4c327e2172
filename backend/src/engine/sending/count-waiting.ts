/** How many leads waited at a trigger, with those of its lists that it did not have to look at. Pure. */
import { constraintOf } from './constraints';
import { queueOf } from './due-queues';
import { createContext } from './plan-context';
import type { EnrolmentReason, PlanInput, PlanResult, QueueKey, TriggerOutcome } from './plan.types';

/** A list is of one provider where a rule forbids one: what keeps one of its leads back keeps all of them. */
const keepsWholeList = ({ code }: EnrolmentReason): boolean =>
  code === 'ESP_DO_NOT_SEND' || constraintOf(code).scope !== 'LEAD';

/**
 * Leads by what kept them back. A trigger looks at the heads of its lists: what is behind them waits for the same as the
 * last one that was looked at, where that is no matter of a single lead, and else for its turn.
 * @param unseen due rows of each list that were not loaded
 */
export function countWaiting(
  input: Pick<PlanInput, 'campaign' | 'mailboxes' | 'enrolments' | 'now'>,
  result: Pick<PlanResult, 'reasons' | 'trigger'>,
  unseen: ReadonlyMap<QueueKey, number>,
): TriggerOutcome['skippedByReason'] {
  const counts = { ...result.trigger.skippedByReason };
  if (unseen.size === 0) return counts;
  const context = createContext({ ...input, enrolments: [], incompleteQueues: [] });
  const reasons = new Map(result.reasons.map((reason) => [reason.enrolmentId, reason]));
  const last = new Map(input.enrolments.map((row) => [queueOf(context, row), reasons.get(row.id)]));
  for (const [key, count] of unseen) {
    const reason = last.get(key);
    const code = reason && keepsWholeList(reason) ? reason.code : 'WAITING_TURN';
    if (count > 0) counts[code] = (counts[code] ?? 0) + count;
  }
  return counts;
}
