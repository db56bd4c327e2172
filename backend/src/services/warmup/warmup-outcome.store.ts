import type { SqlClient } from '#platform/db/database';
import { leaseSeconds, type WarmupClaim } from './warmup-lane.store';

/** Campaign time after the final dot until the receiver is looked into first. */
const firstLookMs = 10 * 60_000;

/**
 * PLANNED becomes SUBMITTING, and the mailbox's own clock moves with it, so that the gap holds also when this process dies now.
 * @returns false when the fence was lost
 */
export async function writeWarmupSubmitting(sql: SqlClient, claim: WarmupClaim, now: number): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update warmup_mail
      set state = 'SUBMITTING', sent_at = $3, leased_until = clock_timestamp() + make_interval(secs => $4),
        look_at = $5
      where id = $1 and state = 'PLANNED' and fencing_token = $2
    `,
    [claim.id, claim.fencing_token, new Date(now), leaseSeconds, new Date(now + firstLookMs)],
  );
  if (rowCount !== 1) return false;
  if (claim.from_mailbox_id !== null)
    await sql.query('update mailbox set last_send_at = greatest(coalesce(last_send_at, $2), $2) where id = $1', [
      claim.from_mailbox_id,
      new Date(now),
    ]);
  return true;
}

/** SUBMITTING goes back to PLANNED: this process knows that no final dot went out, or that the server refused it. */
export const withdrawWarmup = (sql: SqlClient, claim: WarmupClaim) =>
  sql.query(
    `
      update warmup_mail
      set state = 'PLANNED', sent_at = null, look_at = null
      where id = $1 and fencing_token = $2 and state = 'SUBMITTING'
    `,
    [claim.id, claim.fencing_token],
  );

/**
 * The server took it. The first mail of a local day makes the mailbox's warmup a day older; the mailbox is locked
 * before its mail, as everywhere.
 */
export async function writeWarmupSent(sql: SqlClient, claim: WarmupClaim): Promise<void> {
  if (claim.from_mailbox_id !== null)
    await sql.query(
      `
        update mailbox
        set warmup_days = warmup_days + 1, warmup_day = $2
        where id = $1 and (warmup_day is null or warmup_day < $2)
      `,
      [claim.from_mailbox_id, claim.day],
    );
  await sql.query(
    `
      update warmup_mail
      set state = 'SENT', leased_until = null
      where id = $1 and state in ('SUBMITTING', 'IN_DOUBT')
    `,
    [claim.id],
  );
}

/** The final dot went out and no answer came: counted as sent, looked for at its receiver, never sent again. */
export async function writeWarmupDoubt(sql: SqlClient, claim: WarmupClaim, words: string): Promise<void> {
  await sql.query(
    `
      update warmup_mail
      set state = 'IN_DOUBT', leased_until = null, failure_text = $2
      where id = $1 and state = 'SUBMITTING'
    `,
    [claim.id, words.slice(0, 500)],
  );
}

export async function cancelWarmup(sql: SqlClient, claim: WarmupClaim, why: string): Promise<void> {
  await sql.query(
    `
      update warmup_mail
      set state = 'CANCELLED', failure_text = $3
      where id = $1 and fencing_token = $2 and state = 'PLANNED'
    `,
    [claim.id, claim.fencing_token, why],
  );
}

/**
 * The mail is tried again at another time. An opener that misses its day is given up; a reply may be as late as two
 * days after it was planned.
 */
export async function postponeWarmup(sql: SqlClient, claim: WarmupClaim, at: number): Promise<void> {
  const { rowCount } = await sql.query(
    `
      update warmup_mail
      set send_at = $3
      where id = $1
        and fencing_token = $2
        and state = 'PLANNED'
        and case
          when kind = 'OPENER' then to_char($3::timestamptz at time zone $4, 'YYYY-MM-DD') = day
          else ($3::timestamptz at time zone $4)::date <= day::date + 2
          end
    `,
    [claim.id, claim.fencing_token, new Date(at), claim.time_zone],
  );
  if (rowCount !== 1) await cancelWarmup(sql, claim, 'There was no room for it in its day.');
}

/** What the server answered, and whether it refused the recipient. */
interface WarmupFailure {
  words: string;
  isRecipient: boolean;
  now: number;
}

/** A server refused the mail for good. A refused recipient counts as a bounce. @param isRecipient the address takes no mail */
export async function writeWarmupFailed(
  sql: SqlClient,
  claim: WarmupClaim,
  { words, isRecipient, now }: WarmupFailure,
): Promise<void> {
  await sql.query(
    `
      update warmup_mail
      set state = 'FAILED', sent_at = case when $4 then $5 end, look_at = null, leased_until = null,
        failure_text = $3, bounced_at = case when $4 then $5 end
      where id = $1 and fencing_token = $2 and state in ('PLANNED', 'SUBMITTING')
    `,
    [claim.id, claim.fencing_token, words.slice(0, 500), isRecipient, new Date(now)],
  );
}
