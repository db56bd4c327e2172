/**
 * The decision of one trigger: a snapshot and `now` in; e-mails to reserve, and a reason for everything else, out.
 *
 * Pure: no I/O, no clock, no randomness of its own. Production, the simulator, the explanation and the property tests
 * all call this one function. How to call it:
 *
 * 1. Take the campaign's lock, so that one campaign plans at a time, and the mailboxes' rows locked for update.
 * 2. `requiredRows(campaign, mailboxes, now)` says which lists to load, how far, and what to count per mailbox.
 * 3. `plan(...)`. While `needMore` is not empty: load the next rows of those lists, add them, plan again.
 * 4. In the same transaction write one RESERVED row per intent (unique by enrolment and step), the counters, each
 *    reason's `nextEligibleAt` (defer) or parking, the trigger row, and `nextTriggerAt`.
 */
import { assignMailboxes } from './assign-mailboxes';
import { nextSlot } from './calendar';
import { buildQueues } from './due-queues';
import { inboxFacts, isUnread } from './lead-checks';
import type { MailboxOutcome, PlanInput, PlanResult } from './plan.types';
import { createContext } from './plan-context';
import type { PlanContext } from './plan-context';
import { reasonOfRow } from './refusal-of-row';
import { triggerOutcome } from './trigger-outcome';

export function plan(input: PlanInput): PlanResult {
  return planWithContext(input).result;
}

/** The plan together with the state it ended in, for the explanation. */
export function planWithContext(input: PlanInput): { readonly result: PlanResult; readonly context: PlanContext } {
  const context = createContext(input);
  const rows = uniqueRows(input);
  const { intents, taken, passedOver, needMore } = assignMailboxes(
    context,
    buildQueues(context, rows),
    new Set(input.incompleteQueues),
  );
  const reasons = [];
  for (const row of rows) if (!taken.has(row.id)) reasons.push(reasonOfRow(context, row, passedOver.has(row.id)));
  const mailboxes = context.lanes.map((lane): MailboxOutcome => ({
    mailboxId: lane.mailbox.id,
    sent: lane.intent !== null,
    refusal: lane.intent ? null : outcomeOfIdleLane(context, lane),
  }));
  const closed = context.closed?.code;
  const stopped =
    closed === 'CAMPAIGN_NOT_ACTIVE' ||
    closed === 'SENDING_HELD' ||
    closed === 'BOUNCE_GUARD' ||
    closed === 'PLAN_EXPIRED';
  const last = context.slot && closed !== 'TRIGGER_INTERVAL' ? context.slot.slotAt : input.campaign.lastTriggerSlotAt;
  const result: PlanResult = {
    intents,
    reasons,
    mailboxes,
    needMore,
    trigger: triggerOutcome(context, intents, reasons, mailboxes),
    nextTriggerAt: stopped
      ? null
      : nextSlot(context.triggers, context.slot ? context.slot.slotAt + 1 : input.now, last),
    pause: closed === 'BOUNCE_GUARD' ? { reason: 'BOUNCE_GUARD', facts: context.closed!.facts } : null,
  };
  return { result, context };
}

function outcomeOfIdleLane(context: PlanContext, lane: PlanContext['lanes'][number]): MailboxOutcome['refusal'] {
  if (lane.refusal) return lane.refusal;
  if (context.closed) return context.closed;
  const until = context.at + context.intervalMs;
  if (lane.heldForFollowUps) return { code: 'FOLLOW_UP_SHARE', facts: lane.heldForFollowUps, until };
  const { unreadInbox } = lane.mailbox;
  if (isUnread(context, unreadInbox) && context.campaign.backlog.followUps)
    return { code: 'INBOX_NOT_READ', facts: inboxFacts(unreadInbox), until: unreadInbox.until };
  return { code: 'NO_LEAD_READY', facts: { mailbox_id: lane.mailbox.id }, until };
}

/** A row loaded twice (pages that moved) must not be mailed twice. */
function uniqueRows(input: PlanInput): PlanInput['enrolments'] {
  const seen = new Set<string>();
  for (const row of input.enrolments) seen.add(row.id);
  if (seen.size === input.enrolments.length) return input.enrolments;
  return input.enrolments.filter((row) => seen.delete(row.id));
}
