import type { CampaignId, ClientId, EnrolmentId, LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { EventKind } from '@skein/contracts/constants';

/** Something that happened to an enrolment, a mailbox or a message. Times are campaign time. */
export interface NewEvent {
  workspaceId: WorkspaceId;
  kind: EventKind;
  at: Date;
  /** When the e-mail concerned was sent: the second axis of every chart (docs/domain.md, Metrics). */
  sentAt?: Date | null;
  campaignId?: CampaignId | null;
  enrolmentId?: EnrolmentId | null;
  leadId?: LeadId | null;
  mailboxId?: MailboxId | null;
  intentId?: bigint | null;
  stepId?: number | null;
  variantId?: number | null;
  clientId?: ClientId | null;
  /** Caused by a proxy or scanner, not by a person. */
  isMachine?: boolean;
  /** First of its kind for this enrolment (for SENT: the lead was contacted for the first time): makes distinct-lead counts additive. */
  isFirst?: boolean;
  /** Nothing follows from it by itself: no subsequence takes the lead because of it. */
  setsNothingOff?: boolean;
  evidence?: unknown;
}
