/** What the trigger log says about one firing. */
import { CHECKPOINT_MESSAGES, CONSTRAINT_CODES, constraintOf } from './constraints';
import type { ConstraintCode } from './constraints';
import { rankOf } from './lead-checks';
import type {
  CheckpointCode,
  EnrolmentReason,
  Facts,
  MailboxOutcome,
  NewLeadsOnHold,
  PlannedIntent,
  Refusal,
  TriggerOutcome,
} from './plan.types';
import { nextSlotForLead, servedFrom } from './plan-context';
import type { PlanContext } from './plan-context';

/** Rules of a single lead: they explain the lead, not the trigger, unless nothing else does. */
const WAITING_IN_TIME: ReadonlySet<ConstraintCode> = new Set([
  'STEP_NOT_DUE',
  'LEAD_ENDED',
  'STEP_IN_FLIGHT',
  'NO_STEP_LEFT',
]);

export function triggerOutcome(
  context: PlanContext,
  intents: readonly PlannedIntent[],
  reasons: readonly EnrolmentReason[],
  mailboxes: readonly MailboxOutcome[],
): TriggerOutcome {
  const skippedByReason: Partial<Record<ConstraintCode, number>> = {};
  for (const reason of reasons) skippedByReason[reason.code] = (skippedByReason[reason.code] ?? 0) + 1;
  const newLeads = intents.filter((intent) => intent.kind === 'NEW').length;
  const followUps = intents.length - newLeads;
  // Too early after the last trigger: nothing fired, and this slot must not count as the last one.
  const fired = context.closed?.code !== 'TRIGGER_INTERVAL';
  const base = {
    slotAt: fired ? (context.slot?.slotAt ?? null) : null,
    sent: intents.length,
    newLeads,
    followUps,
    skippedByReason,
  };
  if (intents.length > 0) {
    return {
      ...base,
      checkpoint: null,
      binding: null,
      resumesAt: null,
      message: sentWords(newLeads, followUps),
    };
  }
  const binding = context.closed ?? bindingOf(context, reasons, mailboxes);
  const { backlog } = context.campaign;
  // Follow-ups keep sending while an import is on hold, so the next of them may come before its end.
  const from = binding && binding.facts['leads'] === undefined ? servedFrom(context, binding) : backlog.nextEligibleAt;
  const resumesAt = slotFrom(context, from);
  if (binding) return { ...base, checkpoint: null, binding, resumesAt, message: bindingWords(binding) };
  const checkpoint = checkpointOf(context);
  return { ...base, checkpoint, binding: null, resumesAt, message: CHECKPOINT_MESSAGES[checkpoint] };
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What a round sent; what it sent none of is not named. */
export function sentWords(newLeads: number, followUps: number): string {
  const first = newLeads > 0 ? [counted(newLeads, 'first email')] : [];
  const later = followUps > 0 ? [counted(followUps, 'follow-up')] : [];
  return `Sent ${[...first, ...later].join(' and ')}.`;
}

/** What a round says of the rule that kept it back; of new leads on hold, how many they are. */
function bindingWords({ code, facts }: Refusal): string {
  const { leads } = facts;
  if (typeof leads !== 'number') return constraintOf(code).text;
  return leads === 1
    ? /* text */ '1 new lead waits: too many addresses of its import bounced. Follow-ups keep sending.'
    : `${leads} new leads wait: too many addresses of their import bounced. Follow-ups keep sending.`;
}

const slotFrom = (context: PlanContext, from: number | null) =>
  from === null ? null : nextSlotForLead(context, null, from);

function checkpointOf(context: PlanContext): CheckpointCode {
  const { followUps, newLeads, others } = context.campaign.backlog;
  if (followUps) return 'NO_FOLLOW_UPS_DUE';
  return others || newLeads ? 'NO_NEW_LEADS_WAITING' : 'NO_AUTOMATIC_SEQUENCES_LEFT';
}

const codes = new Set<string>(CONSTRAINT_CODES);

/** What an earlier trigger put the first waiting lead off by: a cap that ends tomorrow is the reason until then. */
function heldRefusal({ heldBy, nextEligibleAt }: PlanContext['campaign']['backlog']): Refusal | null {
  if (!heldBy || nextEligibleAt === null || !codes.has(heldBy)) return null;
  const code = heldBy as ConstraintCode;
  return WAITING_IN_TIME.has(code) ? null : { code, facts: {}, until: nextEligibleAt };
}

/** Nothing else is due, and all the new leads wait for their import. */
function holdOfNewLeads({ newLeadsOnHold: held }: PlanContext['campaign']['backlog']): Refusal | null {
  if (!held?.areAll) return null;
  return { code: 'IMPORT_ON_HOLD', facts: heldFacts(held), until: held.until };
}

/** What a campaign's explanation says of its new leads on hold, whether or not that decides. */
export const heldFacts = ({ leads, reason, until }: NewLeadsOnHold): Facts => ({ leads, reason, until });

/** The constraint that kept a due lead back; null when no lead was due at all. */
function bindingOf(
  context: PlanContext,
  reasons: readonly EnrolmentReason[],
  mailboxes: readonly MailboxOutcome[],
): Refusal | null {
  const counts = new Map<ConstraintCode, { count: number; refusal: Refusal }>();
  for (const reason of reasons) {
    if (WAITING_IN_TIME.has(reason.code)) continue;
    const entry = counts.get(reason.code);
    if (entry) entry.count += 1;
    else
      counts.set(reason.code, { count: 1, refusal: { code: reason.code, facts: reason.facts, until: reason.until } });
  }
  let best: { count: number; refusal: Refusal } | null = null;
  for (const entry of counts.values()) {
    if (
      !best ||
      entry.count > best.count ||
      (entry.count === best.count && rankOf(entry.refusal.code) > rankOf(best.refusal.code))
    )
      best = entry;
  }
  if (best) return best.refusal;
  // Rows are not loaded for mailboxes that cannot send, nor new leads once today's number is reached.
  const { backlog, schedule } = context.campaign;
  // New leads are due from the moment of the snapshot, which is later than the slot's own beginning.
  const somethingDue = backlog.nextEligibleAt !== null && backlog.nextEligibleAt <= context.now;
  if (!somethingDue) return heldRefusal(backlog) ?? holdOfNewLeads(backlog);
  const refused = mailboxes.filter((mailbox) => mailbox.refusal !== null && mailbox.refusal.code !== 'NO_LEAD_READY');
  if (refused.length > 0 && refused.length === mailboxes.length) return refused[0]!.refusal;
  if (backlog.newLeads && context.newLeadsLeft <= 0)
    return { code: 'NEW_LEADS_PER_DAY', facts: { limit: schedule.maxNewLeadsPerDay }, until: null };
  return refused.length > 0 ? refused[0]!.refusal : null;
}
