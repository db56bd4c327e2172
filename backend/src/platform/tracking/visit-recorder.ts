import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '../db/database';
import type { PageLook } from '../http/small-page';

/** A pixel or link of one sent mail was asked for. */
export interface MailActivity {
  intentId: bigint;
  /** Campaign time. */
  at: Date;
  isMachine: boolean;
  evidence: Record<string, unknown>;
}

export interface VisitVerdict {
  isMachine: boolean;
  /** What said that it was a machine; null for a person. */
  rule: string | null;
}

/** A pixel was asked for, or the link of that place in the mail's own list. */
export interface MailVisit extends Omit<MailActivity, 'isMachine'> {
  linkIndex: number | null;
  /**
   * Says who caused it, once the email is found. `sinceSent` is milliseconds of campaign time, negative before the mail
   * server has answered.
   */
  judge: (sinceSent: number) => VisitVerdict;
}

/** What a visit was to; `url` is the address behind a link, which only the mail's own record knows (never an open redirect). */
export interface RecordedVisit {
  workspaceId: WorkspaceId;
  url: string | null;
}

/** Who turns visits into the state of leads: the tracking service is handed one, because it does not know what a visit leads to. */
export interface VisitRecorder {
  /** @returns one answer a visit, in their order; null for a mail that was not sent or a link that it does not have */
  recordVisits(sql: SqlClient, visits: readonly MailVisit[]): Promise<(RecordedVisit | null)[]>;
  /** @returns the recipient; null for an email that was not sent */
  recordUnsubscribe(
    sql: SqlClient,
    activity: Omit<MailActivity, 'isMachine'>,
  ): Promise<{ workspaceId: WorkspaceId; email: string } | null>;
  /** How pages behind the email's links look; null for the product's own look. */
  lookOf(sql: SqlClient, intentId: bigint): Promise<PageLook | null>;
  lookOfWorkspace(sql: SqlClient, workspaceId: WorkspaceId): Promise<PageLook | null>;
}

/** Emails of placement tests that were sent: their links answer as those of campaigns do, and nothing is written for a visit. */
export interface TestedMails {
  find(sql: SqlClient, mailId: bigint): Promise<TestedMail | null>;
}
export interface TestedMail {
  workspaceId: WorkspaceId;
  /** The seed that it was sent to. */
  email: string;
  /** Where its tracked links lead, in their order. */
  links: string[];
}
