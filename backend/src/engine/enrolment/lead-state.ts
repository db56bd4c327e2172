import type { EnrolmentReason, LeadStatus } from '@skein/contracts/constants';
import type { ConstraintCode } from '../sending/constraints';

/** Why a rule halts the sending to a lead. */
export const holdKinds = [
  'OUT_OF_OFFICE',
  'COMPANY_REPLY',
  'SOFT_BOUNCE',
  'RETRY',
  'DEDICATED_SERVER',
  'RESTORED',
  'USER',
] as const;
export type HoldKind = (typeof holdKinds)[number];

export interface Hold {
  kind: HoldKind;
  /** Campaign time in milliseconds; null lasts until a person ends it. */
  until: number | null;
}

/** The state and the position of one lead in one campaign. Times are campaign time in milliseconds. */
export interface LeadState {
  status: LeadStatus;
  reason: EnrolmentReason | null;
  /** The evidence of the reason or of the hold. */
  detail: unknown;
  hold: Hold | null;
  /** Out of the queues until a person acts. */
  isParked: boolean;
  /** Why no email is sent to it now. */
  code: ConstraintCode | null;
  /** The step it waits at. */
  stepId: number | null;
  stepNumber: number;
  dueAt: number | null;
  /** When a send round looks at it again. */
  lookAt: number | null;
  /** The number of the last step it is past. */
  passed: number;
  /** When it was put behind a manual or LinkedIn step. */
  lastStepAt: number | null;
  emailsSent: number;
  /** An email of it is reserved or being submitted. */
  isInFlight: boolean;
  endedAt: number | null;
  isUnsubscribed: boolean;
}

/** An enrolment that is over waits for nothing: no hold, no parking, no next look, and the code says so. */
export const isEnded = (status: LeadStatus): boolean =>
  status === 'COMPLETED' || status === 'STOPPED' || status === 'BLOCKED';

/** The lead at its end. A check of the table `enrolment` says the same. */
export const endedAs = (
  lead: LeadState,
  end: { status: 'COMPLETED' | 'STOPPED' | 'BLOCKED'; reason: EnrolmentReason | null; detail: unknown; at: number },
): LeadState => ({
  ...lead,
  status: end.status,
  reason: end.reason,
  detail: end.detail,
  endedAt: end.at,
  hold: null,
  isParked: false,
  lookAt: null,
  code: 'LEAD_ENDED',
});

/** Why a lead is not sent to that nothing ended: its pause says more than a hold, and a hold more than the delay of its step. */
export function waitCode({ status, hold }: Pick<LeadState, 'status' | 'hold'>): ConstraintCode {
  if (status === 'PAUSED') return 'LEAD_PAUSED';
  if (hold === null) return 'STEP_NOT_DUE';
  return hold.kind === 'COMPANY_REPLY' ? 'COMPANY_PAUSED' : 'LEAD_ON_HOLD';
}

/** The status of a lead that is sent to: queued until its first email. */
export const runningStatus = (emailsSent: number): LeadStatus => (emailsSent > 0 ? 'INPROGRESS' : 'STARTED');
