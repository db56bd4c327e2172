import { prepared } from '#platform/db/prepared';
import type { Database, SqlClient } from '#platform/db/database';
import { databaseJson } from '#platform/db/database-json';
import { leaseSeconds, type ClaimedIntent } from './lane.store';

/** Why a reserved mail may not leave after all. The rules themselves are in backend/prisma/functions/sending_refusals.sql. */
export type StandDown =
  | 'CAMPAIGN_NOT_ACTIVE'
  | 'LEAD_ENDED'
  | 'LEAD_PAUSED'
  | 'LEAD_SUPPRESSED'
  | 'MAILBOX_SUSPENDED'
  | 'MAILBOX_FAILING'
  | 'MAILBOX_WARMING'
  | 'MAILBOX_RESTING'
  | 'ESP_DO_NOT_SEND'
  | 'ESP_ONLY_BY'
  | 'WINDOW_CLOSED'
  | 'IMPORT_ON_HOLD'
  | 'MAILBOX_BOUNCE_REST'
  | 'MAILBOX_PROVIDER_REST'
  | 'MAILBOX_BOUNCE_SLOW'
  | 'MAILBOX_DAILY_CAP'
  | 'MAILBOX_GAP'
  | 'SENDING_HELD'
  | 'LOST_LEASE'
  | 'LEAD_ON_HOLD'
  | 'STEP_NOT_DUE'
  | 'INBOX_NOT_READ';

export interface RenderedMail {
  subject: string;
  html: string | null;
  text: string;
  inReplyTo: string | null;
  references: readonly string[];
  links: readonly string[];
  spinChoice: number;
}

/**
 * Which of the claimed mails may not leave at `now` (campaign time), by every rule: the check before a connection is
 * opened. Missing in the answer: it may leave.
 */
export async function findRefusals(
  sql: SqlClient,
  claims: readonly ClaimedIntent[],
  now: number,
  isSendingHeld: boolean,
): Promise<Map<string, StandDown>> {
  const { rows } = await prepared<{ intent_id: string; refusal: StandDown }>(
    sql,
    'select intent_id, refusal from sending_refusals($1, $2, $3, $4) where refusal is not null',
    [claims.map((claim) => claim.intentId), claims.map((claim) => claim.token), new Date(now), isSendingHeld],
  );
  return new Map(rows.map((row) => [row.intent_id, row.refusal]));
}

/** The same for one email, locking its row first so the caller can act on the answer. */
export async function findRefusal(
  sql: SqlClient,
  claim: ClaimedIntent,
  now: number,
  isSendingHeld: boolean,
): Promise<StandDown | null> {
  await prepared(sql, 'select 1 from intent where id = $1 for update', [claim.intentId]);
  return (await findRefusals(sql, [claim], now, isSendingHeld)).get(claim.intentId) ?? null;
}

/** A mail between the server's 354 and the final dot. */
export interface Submission {
  claim: ClaimedIntent;
  mail: RenderedMail;
  /** Told with the time that was written (campaign time), before anybody is answered. */
  onSubmitting?: (at: number) => void;
}

/**
 * The check in the instant before SMTP and the commit of SUBMITTING, in one moment: under locks that a stop has to wait for, so that what
 * was committed before is seen, and what is committed after finds the intent SUBMITTING. Durable when it answers.
 * A server that took over since (see sending-fence.ts) refuses every mail until its commits are known to be complete.
 * @param now campaign time in milliseconds
 * @param lease seconds of real time until a worker that says nothing counts as lost
 * @param mayWait whether locks of others are waited for; if not, a mail whose locks are held is answered BUSY and left as it is
 * @returns one answer a mail, in their order: null when it is SUBMITTING
 */
export async function submitReserved(
  db: Database,
  submissions: readonly Submission[],
  now: number,
  { isSendingHeld, lease = leaseSeconds, mayWait }: { isSendingHeld: boolean; lease?: number; mayWait: boolean },
): Promise<(StandDown | 'BUSY' | null)[]> {
  const mails = databaseJson(
    submissions.map(({ claim, mail }) => ({
      id: claim.intentId,
      token: claim.token,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      in_reply_to: mail.inReplyTo,
      references: mail.references,
      links: mail.links,
    })),
  );
  const rows = await db.systemStatement<{ intent_id: string; refusal: StandDown | 'BUSY' | null }>(
    'select intent_id, refusal from submit_reserved($1, $2, $3 or server_has_changed(), $4, $5)',
    [mails, new Date(now), isSendingHeld, lease, mayWait],
  );
  const answers = new Map(rows.map((row) => [row.intent_id, row.refusal]));
  return submissions.map(({ claim, onSubmitting }) => {
    const answer = answers.get(claim.intentId);
    if (answer === null) onSubmitting?.(now);
    return answer === undefined ? 'LOST_LEASE' : answer;
  });
}

/**
 * SUBMITTING goes back to RESERVED, by the worker that knows that no final dot went out. What another worker took up
 * meanwhile stays as it is.
 */
export async function withdrawSubmitting(sql: SqlClient, claim: ClaimedIntent): Promise<void> {
  await prepared(
    sql,
    `
      update intent
      set state = 'RESERVED', submitting_at = null
      where id = $1 and state = 'SUBMITTING' and fencing_token = $2
    `,
    [claim.intentId, claim.token],
  );
}
