/**
 * Every reason for which an e-mail does not leave now: the one list that the planner, the trigger log, the API and
 * the screens use. The order is the order in which a lead is checked; the first that fails is the binding one.
 */
import { CAMPAIGN_CONSTRAINTS } from './campaign-constraint-texts';
import type { ConstraintDefinition } from './constraint-definition';
import { LEAD_CONSTRAINTS } from './lead-constraint-texts';
import { MAILBOX_CONSTRAINTS } from './mailbox-constraint-texts';

export type { ConstraintDefinition, ConstraintScope, RemedyAction } from './constraint-definition';

const defined = [...LEAD_CONSTRAINTS, ...CAMPAIGN_CONSTRAINTS, ...MAILBOX_CONSTRAINTS] as const;

export type ConstraintCode = (typeof defined)[number]['code'];

const byCode = new Map<ConstraintCode, ConstraintDefinition & { readonly code: ConstraintCode }>(
  defined.map((constraint) => [constraint.code, constraint]),
);

const placeOf = {
  LEAD_ENDED: 0,
  LEAD_SUPPRESSED: 1,
  STEP_IN_FLIGHT: 2,
  STEP_IN_DOUBT: 3,
  LEAD_PAUSED: 4,
  COMPANY_PAUSED: 5,
  LEAD_ON_HOLD: 6,
  IMPORT_ON_HOLD: 7,
  SENDING_HELD: 8,
  CAMPAIGN_NOT_ACTIVE: 9,
  PLAN_EXPIRED: 10,
  BOUNCE_GUARD: 11,
  CREDITS: 12,
  NO_STEP_LEFT: 13,
  MANUAL_STEP: 14,
  LINKEDIN_STEP: 15,
  NO_VARIANT: 16,
  STEP_NOT_DUE: 17,
  MISSING_MERGE_DATA: 18,
  ESP_DO_NOT_SEND: 19,
  CAMPAIGN_NOT_STARTED: 20,
  HOLIDAY: 21,
  WINDOW_CLOSED: 22,
  LEAD_WINDOW_CLOSED: 23,
  TRIGGER_INTERVAL: 24,
  COMPANY_DAILY_LIMIT: 25,
  NEW_LEADS_PER_DAY: 26,
  CAMPAIGN_SLOWED: 27,
  NO_MAILBOX: 28,
  MAILBOX_DETACHED: 29,
  MAILBOX_SUSPENDED: 30,
  MAILBOX_FAILING: 31,
  INBOX_NOT_READ: 32,
  MAILBOX_RESTING: 33,
  MAILBOX_WARMING: 34,
  MAILBOX_PROVIDER_REST: 35,
  MAILBOX_BOUNCE_REST: 36,
  MAILBOX_BOUNCE_SLOW: 37,
  MAILBOX_DAILY_CAP: 38,
  MAILBOX_ROLLING_CAP: 39,
  MAILBOX_BUSY: 40,
  MAILBOX_GAP: 41,
  MAILBOX_TURN: 42,
  PROVIDER_MATCH: 43,
  ESP_ONLY_BY: 44,
  FOLLOW_UP_SHARE: 45,
  WAITING_TURN: 46,
  NO_LEAD_READY: 47,
} as const satisfies Record<ConstraintCode, number>;

export const CONSTRAINT_CODES = Object.keys(placeOf) as readonly ConstraintCode[];

export const CONSTRAINTS = CONSTRAINT_CODES.map((code) => byCode.get(code)!);

/** Text, remedy and scope of a code. */
export function constraintOf(code: ConstraintCode): ConstraintDefinition {
  return byCode.get(code)!;
}

/** Texts of the three checkpoint messages (docs/domain.md, Statuses). */
export const CHECKPOINT_MESSAGES = {
  NO_AUTOMATIC_SEQUENCES_LEFT: 'No automatic sequences left.',
  NO_FOLLOW_UPS_DUE: 'No follow-ups due.',
  NO_NEW_LEADS_WAITING: 'No new leads waiting.',
} as const;
