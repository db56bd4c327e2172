/**
 * The rules that decide whether one lead may be mailed at this trigger, in the order of the list. The planner asks
 * for the first failure, the explanation for all of them: there is no second copy of any rule.
 */
import { CONSTRAINT_CODES } from './constraints';
import type { ConstraintCode } from './constraints';
import { assignableVariants } from './assign-variant';
import { isNotSentTo } from './esp-rules';
import type { EnrolmentSnapshot, Facts, Instant, Refusal, UnreadInbox } from './plan.types';
import { isNewLead, leadSpanAt, scheduleOfLead } from './plan-context';
import type { PlanContext } from './plan-context';
import { nextOpening } from './calendar';
import { endOfLocalDay } from '@skein/template/zone-clock';

/** `until` of a failure that somebody has to end. */
type Failure = { readonly until: Instant | null } | null;

export interface LeadCheck {
  readonly code: ConstraintCode;
  readonly test: (context: PlanContext, row: EnrolmentSnapshot) => Failure;
  readonly facts: (context: PlanContext, row: EnrolmentSnapshot) => Facts;
}

const FOR_GOOD: Failure = { until: null };
const failIf = (failed: boolean): Failure => (failed ? FOR_GOOD : null);
const kindOf = (context: PlanContext, row: EnrolmentSnapshot): string | null =>
  context.campaign.steps[row.stepIndex]?.kind ?? null;
const endOfCampaignDay = (context: PlanContext): Instant =>
  endOfLocalDay(context.campaign.schedule.timeZone, context.at);

/** Mails to the lead's company today, those of this plan included. */
function companyCount(context: PlanContext, row: EnrolmentSnapshot): number {
  return row.companySentToday + (context.companyCounts.get(row.recipientDomain) ?? 0);
}

export const LEAD_CHECKS: readonly LeadCheck[] = [
  {
    code: 'LEAD_ENDED',
    test: (_, row) => failIf(row.status === 'COMPLETED' || row.status === 'STOPPED' || row.status === 'BLOCKED'),
    facts: (_, row) => ({ status: row.status, reason: row.endReason }),
  },
  {
    code: 'LEAD_SUPPRESSED',
    test: (_, row) => failIf(row.suppression !== null),
    facts: (_, row) => ({ suppression: row.suppression }),
  },
  {
    code: 'STEP_IN_FLIGHT',
    test: (_, row) => (row.intent !== null && row.intent.state !== 'IN_DOUBT' ? { until: row.intent.sendAt } : null),
    facts: (_, row) => ({ state: row.intent?.state ?? null, send_at: row.intent?.sendAt ?? null }),
  },
  {
    code: 'STEP_IN_DOUBT',
    test: (_, row) => failIf(row.intent?.state === 'IN_DOUBT'),
    facts: (_, row) => ({ state: row.intent?.state ?? null }),
  },
  {
    code: 'LEAD_PAUSED',
    test: (_, row) => failIf(row.status === 'PAUSED'),
    facts: (_, row) => ({ status: row.status }),
  },
  {
    code: 'COMPANY_PAUSED',
    test: (context, row) => holdFails(context, row, true),
    facts: (_, row) => ({ domain: row.recipientDomain }),
  },
  {
    code: 'LEAD_ON_HOLD',
    test: (context, row) => holdFails(context, row, false),
    facts: (_, row) => ({ hold: row.hold?.kind ?? null, until: row.hold?.until ?? null }),
  },
  {
    code: 'IMPORT_ON_HOLD',
    test: (context, row) => {
      const hold = isNewLead(row) ? row.importHold : null;
      return hold && hold.until > context.at ? { until: hold.until } : null;
    },
    facts: (_, row) => ({ reason: row.importHold?.reason ?? null, until: row.importHold?.until ?? null }),
  },
  {
    code: 'CREDITS',
    test: (context) => failIf(context.creditsLeft <= 0),
    facts: (context) => ({ left: finite(context.creditsLeft) }),
  },
  {
    code: 'NO_STEP_LEFT',
    test: (context, row) => failIf(row.stepIndex >= context.campaign.steps.length),
    facts: (context, row) => ({ step: row.stepIndex + 1, steps: context.campaign.steps.length }),
  },
  {
    code: 'MANUAL_STEP',
    test: (context, row) => failIf(kindOf(context, row) === 'MANUAL'),
    facts: (context, row) => ({ kind: kindOf(context, row), step: row.stepIndex + 1 }),
  },
  {
    code: 'LINKEDIN_STEP',
    test: (context, row) => (kindOf(context, row) === 'LINKEDIN' ? { until: row.linkedIn?.nextLookAt ?? null } : null),
    facts: (context, row) => ({
      kind: kindOf(context, row),
      step: row.stepIndex + 1,
      action: row.linkedIn?.action ?? null,
      state: row.linkedIn?.state ?? null,
      note: row.linkedIn?.note ?? null,
    }),
  },
  {
    code: 'NO_VARIANT',
    test: (context, row) => failIf(!context.campaign.steps[row.stepIndex]?.variants.some((variant) => variant.enabled)),
    facts: (context, row) => {
      const step = context.campaign.steps[row.stepIndex];
      return { variants: step ? assignableVariants(step).length : 0, reason: step?.pauseReason ?? null };
    },
  },
  {
    code: 'STEP_NOT_DUE',
    test: (context, row) => (row.dueAt > context.at ? { until: row.dueAt } : null),
    facts: (_, row) => ({ step: row.stepIndex + 1, due_at: row.dueAt }),
  },
  {
    code: 'MISSING_MERGE_DATA',
    test: (_, row) => failIf(row.missingFields.length > 0),
    facts: (_, row) => ({ fields: row.missingFields.join(', ') || null, missing: row.missingFields.length }),
  },
  {
    code: 'ESP_DO_NOT_SEND',
    test: (context, row) => failIf(isNotSentTo(context.campaign, row.provider)),
    facts: (_, row) => ({ provider: row.provider }),
  },
  {
    code: 'LEAD_WINDOW_CLOSED',
    test: (context, row) => {
      if (context.campaign.schedule.timeZoneMode === 'CAMPAIGN' || leadSpanAt(context, row)) return null;
      return { until: nextOpening(scheduleOfLead(context, row), context.at) };
    },
    facts: (context, row) => ({
      time_zone: scheduleOfLead(context, row).timeZone,
      mode: context.campaign.schedule.timeZoneMode,
    }),
  },
  {
    code: 'COMPANY_DAILY_LIMIT',
    test: (context, row) => {
      const limit = context.campaign.settings.company_daily_limit;
      return limit !== null && !row.freeMail && companyCount(context, row) >= limit
        ? { until: limit > 0 ? endOfCampaignDay(context) : null }
        : null;
    },
    facts: (context, row) => ({
      domain: row.recipientDomain,
      used: companyCount(context, row),
      limit: context.campaign.settings.company_daily_limit,
      free_mail: row.freeMail,
    }),
  },
  {
    code: 'NEW_LEADS_PER_DAY',
    test: (context, row) =>
      isNewLead(row) && context.newLeadsLeft <= 0 && !context.isSlowed
        ? { until: context.campaign.schedule.maxNewLeadsPerDay === 0 ? null : endOfCampaignDay(context) }
        : null,
    facts: (context, row) => ({
      limit: context.campaign.schedule.maxNewLeadsPerDay,
      left: finite(context.newLeadsLeft),
      new_lead: isNewLead(row),
    }),
  },
  {
    code: 'CAMPAIGN_SLOWED',
    test: (context, row) =>
      isNewLead(row) && context.newLeadsLeft <= 0 && context.isSlowed
        ? { until: Math.min(endOfCampaignDay(context), context.campaign.bounceHold!.until) }
        : null,
    facts: (context, row) => ({
      reason: context.campaign.bounceHold?.reason ?? null,
      percent: context.campaign.bounceHold?.percent ?? null,
      until: context.campaign.bounceHold?.until ?? null,
      left: finite(context.newLeadsLeft),
      new_lead: isNewLead(row),
    }),
  },
];

function holdFails(context: PlanContext, row: EnrolmentSnapshot, company: boolean): Failure {
  const { hold } = row;
  if (hold === null || (hold.kind === 'COMPANY_REPLY') !== company) return null;
  return hold.until === null || hold.until > context.at ? { until: hold.until } : null;
}

const finite = (count: number): number | null => (Number.isFinite(count) ? count : null);

const rank = new Map<ConstraintCode, number>(CONSTRAINT_CODES.map((code, index) => [code, index]));
const ranked = LEAD_CHECKS.map((check) => ({ check, rank: rank.get(check.code)! }));

/** Place of a code in the order of checking. */
export function rankOf(code: ConstraintCode): number {
  return rank.get(code)!;
}

/** First rule of the lead or its campaign that fails; null when the lead is ready and only a mailbox is missing. */
export function leadRefusal(context: PlanContext, row: EnrolmentSnapshot): Refusal | null {
  const closed = context.closed;
  const closedRank = closed ? rank.get(closed.code)! : Number.POSITIVE_INFINITY;
  for (const { check, rank: place } of ranked) {
    // Rules after a closed campaign are never reached; CREDITS of the campaign and of the plan are one rule.
    if (place >= closedRank) return closed;
    const failure = check.test(context, row);
    if (failure) return { code: check.code, facts: check.facts(context, row), until: failure.until };
  }
  return closed;
}

/** True while a reply could be waiting in an inbox that is not being read. */
export function isUnread(context: PlanContext, unread: UnreadInbox | null): unread is UnreadInbox {
  return unread !== null && unread.until > context.at;
}

/** The facts of INBOX_NOT_READ, whether it holds or not. */
export const inboxFacts = (unread: UnreadInbox | null): Facts => ({
  mailbox_id: unread?.mailboxId ?? null,
  read_at: unread?.readAt ?? null,
  reason: unread?.reason ?? null,
});

/** True when nothing but a free mailbox is missing (the fast question of the allocation). */
export function isReady(context: PlanContext, row: EnrolmentSnapshot): boolean {
  if (context.closed || row.eligibleAt > context.at || isUnread(context, row.unreadInbox)) return false;
  for (const { check } of ranked) if (check.test(context, row)) return false;
  return true;
}
