/** The binding constraint of a lead that got no mail, judged on the state after the mails were given out. */
import { canWriteTo, espRuleFor } from './esp-rules';
import { inboxFacts, isUnread, leadRefusal, rankOf } from './lead-checks';
import { mayLeaveMailbox, ORPHANS, queueOf } from './due-queues';
import { bounceFacts, isSlowed, type Lane } from './mailbox-lane';
import type { EnrolmentReason, EnrolmentSnapshot, Facts, Instant, Refusal } from './plan.types';
import { isNewLead, nextSlotForLead, servedFrom } from './plan-context';
import type { PlanContext } from './plan-context';
import type { ConstraintCode } from './constraints';
import { endOfLocalDay } from '@skein/template/zone-clock';

/** First failing rule of the lead, its campaign, or the mailboxes it could go from. */
function refusalOfRow(context: PlanContext, row: EnrolmentSnapshot): Refusal {
  return leadRefusal(context, row) ?? inboxRefusal(context, row) ?? mailboxRefusal(context, row);
}

/** A reply could be waiting unseen. A mailbox that cannot send at all is the better explanation. */
function inboxRefusal(context: PlanContext, row: EnrolmentSnapshot): Refusal | null {
  const lane = mayLeaveMailbox(context, row) ? undefined : context.laneById.get(row.mailboxId!);
  if (lane?.refusal && rankOf(lane.refusal.code) < rankOf('INBOX_NOT_READ')) return null;
  const own = isNewLead(row) ? null : (lane?.mailbox.unreadInbox ?? null);
  const unread = [row.unreadInbox, own].find((inbox) => isUnread(context, inbox));
  return unread ? { code: 'INBOX_NOT_READ', facts: inboxFacts(unread), until: unread.until } : null;
}

const nextTrigger = (context: PlanContext): Instant => context.at + context.intervalMs;

/** Rows of one list wait for the same mailboxes, so the answer is worked out once a list. */
function mailboxRefusal(context: PlanContext, row: EnrolmentSnapshot): Refusal {
  const key = queueOf(context, row) === ORPHANS ? `${ORPHANS}:${row.provider}` : queueOf(context, row);
  let shared = context.sharedRefusals.get(key);
  if (!shared) context.sharedRefusals.set(key, (shared = refusalOfList(context, row)));
  // A deferred row is looked at again at its own time.
  if (shared.code === 'WAITING_TURN' && shared.until !== null && row.eligibleAt > shared.until)
    return { ...shared, until: row.eligibleAt };
  return shared;
}

function refusalOfList(context: PlanContext, row: EnrolmentSnapshot): Refusal {
  if (!mayLeaveMailbox(context, row)) {
    const lane = context.laneById.get(row.mailboxId!);
    if (!lane) return { code: 'MAILBOX_DETACHED', facts: { mailbox_id: row.mailboxId }, until: null };
    if (lane.refusal?.code === 'MAILBOX_FAILING' || lane.refusal?.code === 'MAILBOX_SUSPENDED') {
      const { failingAfterMs } = context.campaign.reallocation;
      const movesAt =
        failingAfterMs === null || lane.mailbox.stateSince === null ? null : lane.mailbox.stateSince + failingAfterMs;
      return { ...lane.refusal, until: movesAt };
    }
    return lane.refusal ?? busyLane(context, lane);
  }
  const { campaign } = context;
  const lanes = context.lanes.filter(
    ({ mailbox }) => mailbox.attached && canWriteTo(campaign, mailbox.provider, row.provider),
  );
  if (lanes.length === 0) {
    const rule = espRuleFor(campaign, row.provider);
    if (rule?.action === 'ONLY_BY')
      return { code: 'ESP_ONLY_BY', facts: { provider: row.provider, senders: rule.senders.join(', ') }, until: null };
    return {
      code: 'PROVIDER_MATCH',
      facts: { provider: row.provider, mode: campaign.settings.esp_match_mode },
      until: null,
    };
  }
  const open = lanes.filter((lane) => lane.refusal === null);
  if (open.length === 0) return soonest(lanes.map((lane) => lane.refusal!));
  const idle = open.find((lane) => lane.intent === null);
  if (idle?.heldForFollowUps && isNewLead(row))
    return { code: 'FOLLOW_UP_SHARE', facts: idle.heldForFollowUps, until: nextTrigger(context) };
  const reasons = open.map((lane) => busyLane(context, lane));
  return reasons.find((reason) => reason.code === 'WAITING_TURN') ?? soonest(reasons);
}

/** The mailbox gave its mail of this trigger to another lead (or this row waits for its own later time). */
function busyLane(context: PlanContext, lane: Lane): Refusal {
  if (lane.intent !== null && lane.capLeft <= 1) {
    const used = lane.mailbox.day.sent + lane.mailbox.day.reserved;
    const facts = {
      mailbox_id: lane.mailbox.id,
      used: used + 1,
      cap: used + lane.capLeft,
      time_zone: lane.mailbox.timeZone,
    };
    const until = endOfLocalDay(lane.mailbox.timeZone, context.at);
    if (isSlowed(lane.mailbox, context.at))
      return {
        code: 'MAILBOX_BOUNCE_SLOW',
        facts: { ...facts, ...bounceFacts(lane.mailbox) },
        until: Math.min(until, lane.mailbox.bounceHold!.until),
      };
    return { code: 'MAILBOX_DAILY_CAP', facts, until };
  }
  const facts: Facts = { mailbox_id: lane.mailbox.id, ahead: lane.intent?.enrolmentId ?? null };
  return { code: 'WAITING_TURN', facts, until: nextTrigger(context) };
}

/** Of several mailboxes the one that lets go first; what lets go by itself comes before what somebody has to fix. */
function soonest(refusals: readonly Refusal[]): Refusal {
  return refusals.reduce((best, other) => {
    const a = best.until ?? Number.POSITIVE_INFINITY;
    const b = other.until ?? Number.POSITIVE_INFINITY;
    return b < a || (b === a && rankOf(other.code) < rankOf(best.code)) ? other : best;
  });
}

/** Rules of the row itself that last: loading it at every trigger until then would be work for nothing. */
const DEFERRED: ReadonlySet<ConstraintCode> = new Set([
  'STEP_NOT_DUE',
  'LEAD_ON_HOLD',
  'IMPORT_ON_HOLD',
  'COMPANY_PAUSED',
  'COMPANY_DAILY_LIMIT',
  'LEAD_WINDOW_CLOSED',
  'INBOX_NOT_READ',
]);
const PARKED: ReadonlySet<ConstraintCode> = new Set([
  'LEAD_ENDED',
  'LEAD_SUPPRESSED',
  'STEP_IN_FLIGHT',
  'STEP_IN_DOUBT',
  'LEAD_PAUSED',
  'COMPANY_PAUSED',
  'LEAD_ON_HOLD',
  'NO_STEP_LEFT',
  'MANUAL_STEP',
  'LINKEDIN_STEP',
  'MISSING_MERGE_DATA',
  'ESP_DO_NOT_SEND',
]);

/** The reason as reported, with the next time the row can be considered. `passedOver`: a free mailbox looked at it. */
export function reasonOfRow(context: PlanContext, row: EnrolmentSnapshot, passedOver: boolean): EnrolmentReason {
  const refusal = refusalOfRow(context, row);
  const from = servedFrom(context, refusal);
  const nextEligibleAt = from === null ? null : nextSlotForLead(context, row, Math.max(from, row.eligibleAt));
  const { code, facts, until } = refusal;
  const park = PARKED.has(code) && (until === null || code === 'STEP_IN_FLIGHT' || code === 'LINKEDIN_STEP');
  return {
    code,
    facts,
    until,
    enrolmentId: row.id,
    nextEligibleAt,
    park,
    defer: passedOver && !park && nextEligibleAt !== null && DEFERRED.has(code),
  };
}
