/**
 * "Why was nothing sent?" for a lead, a mailbox and a campaign.
 *
 * The answer is what `plan` decided for the same input: the binding constraint is taken from the plan itself, and
 * the facts of every other rule come from the functions the plan used. Between two triggers the coming trigger is
 * judged, as "the next trigger is not due yet" would hide the real reason.
 */
import { campaignChecks } from './campaign-checks';
import { CONSTRAINT_CODES, constraintOf } from './constraints';
import type { ConstraintCode, ConstraintScope, RemedyAction } from './constraints';
import { inboxFacts, LEAD_CHECKS, rankOf } from './lead-checks';
import { mailboxChecks } from './mailbox-lane';
import { planWithContext } from './plan';
import type {
  CampaignStatus,
  EnrolmentSnapshot,
  Facts,
  Instant,
  MailboxSnapshot,
  PlanInput,
  PlannedIntent,
  PlanResult,
  Refusal,
  TriggerOutcome,
} from './plan.types';
import { nextSlotForLead, servedFrom } from './plan-context';
import { heldFacts } from './trigger-outcome';
import type { PlanContext } from './plan-context';

interface ExplainedCheck {
  readonly code: ConstraintCode;
  readonly scope: ConstraintScope;
  readonly label: string;
  /** NOT_REACHED: an earlier rule decided; `facts` still say how it stands. */
  readonly result: 'PASS' | 'FAIL' | 'NOT_REACHED';
  /** True for the one that decides. */
  readonly binding: boolean;
  readonly facts: Facts;
}

interface Remedy {
  readonly action: RemedyAction;
  readonly text: string;
}

export interface Explanation {
  /** SEND: it leaves at this trigger. WAIT: by itself later. BLOCKED: somebody has to act. ENDED: no more mail. */
  readonly decision: 'SEND' | 'IN_FLIGHT' | 'WAIT' | 'BLOCKED' | 'ENDED';
  readonly binding: Refusal | null;
  readonly text: string;
  readonly checks: readonly ExplainedCheck[];
  readonly nextEligibleAt: Instant | null;
  readonly remedy: Remedy | null;
  /** The trigger that was judged: the current or the coming one. */
  readonly evaluatedAt: Instant;
}

export interface EnrolmentExplanation extends Explanation {
  readonly intent: PlannedIntent | null;
}
export interface CampaignExplanation extends Explanation {
  readonly trigger: TriggerOutcome;
  readonly mailboxes: PlanResult['mailboxes'];
}

/** The plan that is explained: at the coming trigger when the current slot has fired already. */
function decide(input: PlanInput): { result: PlanResult; context: PlanContext; input: PlanInput } {
  const first = planWithContext(input);
  if (first.context.closed?.code !== 'TRIGGER_INTERVAL' || first.context.closed.until === null)
    return { ...first, input };
  const later = { ...input, now: first.context.closed.until };
  return { ...planWithContext(later), input: later };
}

/**
 * Explains a lead. `input` holds the rows of the trigger (`requiredRows`) and this lead's row; throws RangeError
 * when the row is missing.
 */
export function explainEnrolment(input: PlanInput, enrolmentId: string): EnrolmentExplanation {
  const row = input.enrolments.find((candidate) => candidate.id === enrolmentId);
  if (!row) throw new RangeError('the enrolment to explain is not in the input');
  const { result, context, input: judged } = decide(input);
  const intent = result.intents.find((candidate) => candidate.enrolmentId === enrolmentId) ?? null;
  const reason = result.reasons.find((candidate) => candidate.enrolmentId === enrolmentId) ?? null;
  const facts = new Map<ConstraintCode, Facts>();
  for (const check of campaignChecksOf(context, judged)) facts.set(check.code, check.facts);
  for (const check of LEAD_CHECKS) facts.set(check.code, check.facts(context, row));
  facts.set('INBOX_NOT_READ', inboxFacts(row.unreadInbox));
  const mailbox = mailboxOf(judged, row, intent, reason);
  if (mailbox) for (const check of mailboxChecks(mailbox, context)) facts.set(check.code, check.facts);
  const explained = explanation(context, reason, facts, reason?.nextEligibleAt ?? intent?.sendAt ?? null);
  return {
    ...explained,
    intent,
    text: intent ? `Step ${intent.stepIndex + 1} is sent in this send round.` : explained.text,
  };
}

/** Explains a mailbox of the campaign; throws RangeError for one that is not in the input. */
export function explainMailbox(input: PlanInput, mailboxId: string): Explanation {
  const mailbox = input.mailboxes.find((candidate) => candidate.id === mailboxId);
  if (!mailbox) throw new RangeError('the mailbox to explain is not in the input');
  const { result, context, input: judged } = decide(input);
  const outcome = result.mailboxes.find((candidate) => candidate.mailboxId === mailboxId)!;
  const refusal = context.closed ?? outcome.refusal;
  const facts = new Map<ConstraintCode, Facts>();
  for (const check of campaignChecksOf(context, judged)) facts.set(check.code, check.facts);
  for (const check of mailboxChecks(mailbox, context)) facts.set(check.code, check.facts);
  facts.set('INBOX_NOT_READ', inboxFacts(mailbox.unreadInbox));
  if (refusal && !facts.has(refusal.code)) facts.set(refusal.code, refusal.facts);
  return explanation(context, refusal, facts, refusal ? nextTime(context, refusal) : context.at);
}

/** Explains a campaign: what its trigger does, or why it does nothing. */
export function explainCampaign(input: PlanInput): CampaignExplanation {
  const { result, context, input: judged } = decide(input);
  const facts = new Map<ConstraintCode, Facts>();
  for (const check of campaignChecksOf(context, judged)) facts.set(check.code, check.facts);
  const refusal = result.trigger.binding;
  const held = context.campaign.backlog.newLeadsOnHold;
  if (held) facts.set('IMPORT_ON_HOLD', heldFacts(held));
  if (refusal && !facts.has(refusal.code)) facts.set(refusal.code, refusal.facts);
  const explained = explanation(context, refusal, facts, refusal ? result.trigger.resumesAt : result.nextTriggerAt);
  const idle = result.trigger.checkpoint !== null;
  return {
    ...explained,
    // The hold keeps back new leads alone; another rule may decide for the campaign.
    checks: explained.checks.map((check) =>
      held && check.code === 'IMPORT_ON_HOLD' ? { ...check, result: 'FAIL' } : check,
    ),
    decision: idle ? 'WAIT' : explained.decision,
    text: result.trigger.message,
    trigger: result.trigger,
    mailboxes: result.mailboxes,
  };
}

function campaignChecksOf(context: PlanContext, input: PlanInput) {
  return campaignChecks({
    campaign: context.campaign,
    mailboxes: input.mailboxes,
    triggers: context.triggers,
    slot: context.slot,
    now: context.now,
    intervalMs: context.intervalMs,
  });
}

/** The mailbox whose figures are shown: the one it leaves from, the one that decides, or the one it keeps. */
function mailboxOf(
  input: PlanInput,
  row: EnrolmentSnapshot,
  intent: PlannedIntent | null,
  reason: Refusal | null,
): MailboxSnapshot | undefined {
  const id = intent?.mailboxId ?? reason?.facts['mailbox_id'] ?? row.mailboxId;
  return input.mailboxes.find((mailbox) => mailbox.id === id);
}

function nextTime(context: PlanContext, refusal: Refusal): Instant | null {
  const from = servedFrom(context, refusal);
  return from === null ? null : nextSlotForLead(context, null, from);
}

function explanation(
  context: PlanContext,
  refusal: Refusal | null,
  facts: ReadonlyMap<ConstraintCode, Facts>,
  nextEligibleAt: Instant | null,
): Explanation {
  const bindingRank = refusal ? rankOf(refusal.code) : Number.POSITIVE_INFINITY;
  const checks: ExplainedCheck[] = [];
  for (const code of CONSTRAINT_CODES) {
    const place = rankOf(code);
    const binding = place === bindingRank;
    const known = binding ? refusal!.facts : facts.get(code);
    if (!known) continue;
    const { scope, label } = constraintOf(code);
    checks.push({
      code,
      scope,
      label,
      binding,
      facts: known,
      result: binding ? 'FAIL' : place < bindingRank ? 'PASS' : 'NOT_REACHED',
    });
  }
  const definition = refusal ? constraintOf(refusal.code) : null;
  return {
    decision: decisionOf(refusal),
    binding: refusal ? { code: refusal.code, facts: refusal.facts, until: refusal.until } : null,
    text: definition?.text ?? 'Every rule passes.',
    checks,
    nextEligibleAt,
    remedy:
      refusal && definition ? { action: definition.action, text: remedyTextOf(refusal) ?? definition.remedy } : null,
    evaluatedAt: context.at,
  };
}

/** The way back of campaigns that cannot be started as they are. */
const waysBack: Partial<Record<CampaignStatus, string>> = {
  ARCHIVED: 'Bring the campaign back from the archive; it can then be started again.',
  STOPPED: 'A stopped campaign does not continue. Duplicate it and start the copy.',
};

const remedyTextOf = (refusal: Refusal): string | undefined =>
  refusal.code === 'CAMPAIGN_NOT_ACTIVE' ? waysBack[refusal.facts['status'] as CampaignStatus] : undefined;

function decisionOf(refusal: Refusal | null): Explanation['decision'] {
  if (!refusal) return 'SEND';
  if (refusal.code === 'LEAD_ENDED' || refusal.code === 'LEAD_SUPPRESSED' || refusal.code === 'NO_STEP_LEFT')
    return 'ENDED';
  if (refusal.code === 'STEP_IN_FLIGHT') return 'IN_FLIGHT';
  return refusal.until === null ? 'BLOCKED' : 'WAIT';
}
