import type { EventKind } from '@skein/contracts/constants';

/** Something that happened to an enrolment, a mailbox or a message. Times are campaign time. */
export interface NewEvent {
  workspaceId: number;
  kind: EventKind;
  at: Date;
  /** When the e-mail concerned was sent: the second axis of every chart (docs/domain.md, Metrics). */
  sentAt?: Date | null;
  campaignId?: number | null;
  enrolmentId?: number | null;
  leadId?: number | null;
  mailboxId?: number | null;
  intentId?: bigint | null;
  stepId?: number | null;
  variantId?: number | null;
  clientId?: number | null;
  /** Caused by a proxy or scanner, not by a person. */
  isMachine?: boolean;
  /** First of its kind for this enrolment (for SENT: the lead was contacted for the first time): makes distinct-lead counts additive. */
  isFirst?: boolean;
  /** Nothing follows from it by itself: no subsequence takes the lead because of it. */
  setsNothingOff?: boolean;
  evidence?: unknown;
}
