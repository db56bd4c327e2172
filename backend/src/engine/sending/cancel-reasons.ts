import { enrolmentReasons, type EnrolmentReason } from '@skein/contracts/constants';
import { CONSTRAINT_CODES, type ConstraintCode } from './constraints';

/** What else than a rule of sending, or the end of its lead, cancels an email. */
const ownReasons = [
  'ADDRESS_CHANGED',
  'CALLED_BACK',
  'CAMPAIGN_PAUSED',
  'COMPLETED',
  'IMPORTED',
  'LEAD_REMOVED',
  'MAILBOX_CHANGED',
  'MAILBOX_REMOVED',
  'PROVEN_UNSENT',
  'SCHEDULE_CHANGED',
  'SEQUENCE_CHANGED',
  'STEP_PAUSED',
  // By a worker that had claimed it.
  'DEDICATED_SERVER',
  'LOST_LEASE',
  'MAILBOX_TROUBLE',
  'RETRY',
  // A drafted reply (withdraw_drafted_replies.sql).
  'CATEGORY_CHANGED',
  'LEAD_CLOSED',
  'NEW_MESSAGE',
  'PERSON_ANSWERED',
  'RULE_OFF',
] as const;

/** Why a reserved email was cancelled, or one that was in doubt proved unsent. */
export type CancelReason = ConstraintCode | EnrolmentReason | (typeof ownReasons)[number];

export const cancelReasons: readonly CancelReason[] = [
  ...new Set<CancelReason>([...CONSTRAINT_CODES, ...enrolmentReasons, ...ownReasons]),
];
