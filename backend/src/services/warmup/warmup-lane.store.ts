import { earliestWithGap } from '../../engine/sending/jitter';
import { inWakingHours, nextMorning } from '../../engine/warmup/plan-warmup-day';
import type { Database, SqlClient } from '../../platform/db/database';
import { inEnabledWorkspace } from '../../platform/db/enabled-workspace';
import type { StoredWarmup } from './stored-settings';

/** Seconds of real time for which a mail, and with it its mailbox's lane, is held: longer than an SMTP exchange. */
export const leaseSeconds = 180;
/** Campaign time after the final dot until the receiver is looked into first. */
const firstLookMs = 10 * 60_000;
const hour = 3_600_000;

export interface WarmupClaim {
  id: string;
  workspace_id: number;
  from_mailbox_id: number | null;
  from_email: string;
  from_name: string;
  to_email: string;
  reply_to_id: string | null;
  message_id: string;
  envelope_id: string;
  subject: string;
  body_text: string;
  kind: 'OPENER' | 'REPLY';
  day: string;
  send_at: Date;
  attempts: number;
  fencing_token: string;
  in_reply_to: string | null;
  time_zone: string;
}

const claimed = `w.id, w.workspace_id, w.from_mailbox_id, w.from_email, w.from_name, w.to_email, w.reply_to_id, w.message_id, w.envelope_id, w.subject, w.body_text, w.kind, w.day, w.send_at, w.attempts, w.fencing_token,
  (select r.message_id from warmup_mail r where r.id = w.reply_to_id) as in_reply_to, coalesce((select m.time_zone from mailbox m where m.id = w.from_mailbox_id), 'Etc/UTC') as time_zone`;

/**
 * Claims warmup mails that are due. A mail of an own mailbox takes the mailbox's lane, the same that campaign mail takes, with a new
 * fencing token: nobody else sends from the mailbox meanwhile. A mailbox of the pool has no lane of ours; its mail alone is leased.
 */
export async function claimWarmupMails(
  db: Database,
  now: number,
  worker: string,
  most: number,
): Promise<WarmupClaim[]> {
  return db.systemSql(
    async (sql) =>
      (
        await sql.query<WarmupClaim>(
          `
            with due as (
                select distinct on (coalesce(from_mailbox_id, -id)) id, from_mailbox_id, send_at
                from warmup_mail
                where state = 'PLANNED'
                  and send_at <= $1
                  and ${inEnabledWorkspace()}
                  and (leased_until is null or leased_until < clock_timestamp())
                order by coalesce(from_mailbox_id, -id), send_at, id
              ),
              chosen as (select * from due order by send_at limit $3 * 4),
              free as (
                select m.id
                from mailbox m
                join chosen c on c.from_mailbox_id = m.id
                where m.lane_leased_until is null or m.lane_leased_until < clock_timestamp()
                order by m.id
                limit $3
                for update of m skip locked
              ),
              taken as (
                update mailbox m
                set lane_owner = $2, lane_leased_until = clock_timestamp() + make_interval(secs => $4),
                  lane_token = lane_token + 1
                from free
                where m.id = free.id
                returning m.id, m.lane_token
              ),
              first as (
                select c.id, t.lane_token as token
                from chosen c
                join taken t on t.id = c.from_mailbox_id
                union all
                select c.id, null
                from chosen c
                where c.from_mailbox_id is null
              )
            update warmup_mail w
            set leased_until = clock_timestamp() + make_interval(secs => $4),
              fencing_token = coalesce(f.token, w.fencing_token + 1), attempts = w.attempts + 1
            from first f
            where w.id = f.id
              and w.state = 'PLANNED'
              and (w.leased_until is null or w.leased_until < clock_timestamp())
            returning ${claimed}
          `,
          [new Date(now), worker, most, leaseSeconds],
        )
      ).rows,
  );
}

/** Gives the mailbox's lane and the mail's lease back; only their present holder can. */
export async function releaseClaim(sql: SqlClient, claim: WarmupClaim): Promise<void> {
  if (claim.from_mailbox_id !== null)
    await sql.query(
      'update mailbox set lane_owner = null, lane_leased_until = null where id = $1 and lane_token = $2',
      [claim.from_mailbox_id, claim.fencing_token],
    );
  await sql.query(
    `update warmup_mail set leased_until = null where id = $1 and fencing_token = $2 and state <> 'SUBMITTING'`,
    [claim.id, claim.fencing_token],
  );
}

export type Refusal =
  { kind: 'LOST' } | { kind: 'HELD' } | { kind: 'CANCEL'; why: string } | { kind: 'LATER'; at: number };

/**
 * The check in the instant before SMTP, and again between the server's 354 and the final dot, under locks. The mailbox's gap holds against
 * everything that leaves from it: a warmup mail steps behind what is sent and what campaigns have reserved.
 */
export async function checkWarmup(
  sql: SqlClient,
  claim: WarmupClaim,
  now: number,
  isSendingHeld: boolean,
): Promise<Refusal | null> {
  // The mailbox before its mails, as everybody who changes its settings does.
  if (claim.from_mailbox_id !== null)
    await sql.query('select 1 from mailbox where id = $1 for no key update', [claim.from_mailbox_id]);
  const {
    rows: [mail],
  } = await sql.query<{
    state: string;
    fencing_token: string;
    is_lead: boolean;
    has_pool: boolean;
    has_changed: boolean;
  }>(
    `
      select w.state, w.fencing_token,
        exists (
          select from lead l where l.workspace_id = w.workspace_id and l.email in (w.to_email, w.from_email)
        ) as is_lead,
        (
          w.from_mailbox_id is not null
            or exists (select from warmup_pool_member p where p.email = w.from_email and p.is_active)
        ) as has_pool,
        server_has_changed() as has_changed
      from warmup_mail w
      where w.id = $1
      for update of w
    `,
    [claim.id],
  );
  if (!mail || mail.state !== 'PLANNED' || mail.fencing_token !== claim.fencing_token) return { kind: 'LOST' };
  // A server that took over may lack what was committed last, as for mails of campaigns.
  if (isSendingHeld || mail.has_changed) return { kind: 'HELD' };
  if (mail.is_lead) return { kind: 'CANCEL', why: 'The address became a lead; warmup writes to no lead.' };
  if (claim.from_mailbox_id === null)
    return mail.has_pool ? null : { kind: 'CANCEL', why: 'The pool has lost this mailbox.' };
  return checkMailbox(sql, claim, claim.from_mailbox_id, now);
}

async function checkMailbox(
  sql: SqlClient,
  claim: WarmupClaim,
  mailboxId: number,
  now: number,
): Promise<Refusal | null> {
  const {
    rows: [box],
  } = await sql.query<{
    fenced: boolean;
    warmup: StoredWarmup;
    is_gone: boolean;
    is_off: boolean;
    gap: number;
    last_at: Date | null;
    blocked_reason: string | null;
    today_at_most: number | null;
    sent: number;
  }>(
    `
      select (m.lane_token = $2 and m.lane_leased_until > clock_timestamp()) as fenced, m.warmup,
        m.deleted_at is not null as is_gone, (m.is_suspended or m.failing_since is not null) as is_off,
        m.min_time_to_wait_minutes as gap,
        greatest(
          m.last_send_at,
            (
              select max(o.send_at)
              from intent o
              where o.mailbox_id = m.id and o.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
            )
        ) as last_at,
        w.blocked_reason,
        case
          when w.planned_day = to_char($4::timestamptz at time zone m.time_zone, 'YYYY-MM-DD') then w.planned_amount
          end as today_at_most,
        (
          select count(*)::int
          from warmup_mail o
          where o.workspace_id = m.workspace_id
            and o.from_mailbox_id = m.id
            and o.id <> $3
            and o.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
            and o.sent_at >= date_trunc('day', $4::timestamptz at time zone m.time_zone) at time zone m.time_zone
        ) as sent
      from mailbox m
      left join warmup_mailbox w on w.mailbox_id = m.id
      where m.id = $1
    `,
    [mailboxId, claim.fencing_token, claim.id, new Date(now)],
  );
  if (!box?.fenced) return { kind: 'LOST' };
  if (box.is_gone || box.warmup.enabled !== true) return { kind: 'CANCEL', why: 'Warmup was switched off.' };
  if (box.blocked_reason !== null) return { kind: 'CANCEL', why: box.blocked_reason };
  if (box.is_off) return { kind: 'LATER', at: now + hour };
  // Answers count as well: a ramp, a day off and a day made smaller hold for all that leaves.
  if (box.sent >= Math.min(box.warmup.per_day ?? 0, box.today_at_most ?? Infinity))
    return { kind: 'LATER', at: nextMorning(now, claim.time_zone, claim.message_id) };
  const gap = box.gap * 60_000;
  const { rows: reserved } = await sql.query<{ send_at: Date }>(
    `
      select send_at
      from intent
      where mailbox_id = $1 and state = 'RESERVED' and send_at > $2 and send_at < $3
      order by send_at
    `,
    [mailboxId, new Date(now - gap), new Date(now + 24 * hour)],
  );
  const free = earliestWithGap(
    now,
    gap,
    box.last_at?.getTime() ?? null,
    reserved.map(({ send_at }) => send_at.getTime()),
  );
  return free > now ? { kind: 'LATER', at: inWakingHours(free, claim.time_zone, claim.message_id) } : null;
}

/** PLANNED becomes SUBMITTING, and the mailbox's own clock moves with it, so that the gap holds also when this process dies now. @returns false when the fence was lost */
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

export async function writeWarmupSent(sql: SqlClient, claim: WarmupClaim): Promise<void> {
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

/** The mail is tried again at another time. An opener that misses its day is given up; a reply may be as late as two days after it was planned. */
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

/** A server refused the mail for good. A refused recipient counts as a bounce. @param isRecipient the address takes no mail */
export async function writeWarmupFailed(
  sql: SqlClient,
  claim: WarmupClaim,
  words: string,
  isRecipient: boolean,
  now: number,
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

/** Mails whose worker died between the final dot and its record are in doubt: counted as sent. @returns how many */
export async function markWarmupLost(db: Database): Promise<number> {
  return db.systemSql(
    async (sql) =>
      (
        await sql.query(
          `
            update warmup_mail
            set state = 'IN_DOUBT', leased_until = null,
              failure_text = 'The worker ended between the final dot and its record.'
            where state = 'SUBMITTING' and leased_until < clock_timestamp()
          `,
        )
      ).rowCount ?? 0,
  );
}

/** Campaign time of the next thing to do, or null. */
export async function nextWarmupAt(db: Database): Promise<number | null> {
  const [row] = await db.systemStatement<{ at: Date | null }>(
    `
      select least(
        (select min(next_plan_at) from warmup_mailbox),
          (select min(send_at) from warmup_mail where state = 'PLANNED' and ${inEnabledWorkspace()}),
          (select min(look_at) from warmup_mail where look_at is not null)
      ) as at
    `,
  );
  return row?.at?.getTime() ?? null;
}
