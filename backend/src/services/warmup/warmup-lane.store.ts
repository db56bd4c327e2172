import type { WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import { inEnabledWorkspace, inItsTime } from '#platform/db/enabled-workspace';

/** Seconds of real time for which a mail, and with it its mailbox's lane, is held: longer than an SMTP exchange. */
export const leaseSeconds = 180;

export interface WarmupClaim {
  id: string;
  workspace_id: WorkspaceId;
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
  /** The mailbox's verified tracking domain, where warmup is to use it. */
  tracking_domain: string | null;
}

const claimed = `w.id, w.workspace_id, w.from_mailbox_id, w.from_email, w.from_name, w.to_email, w.reply_to_id,
  w.message_id, w.envelope_id, w.subject, w.body_text, w.kind, w.day, w.send_at, w.attempts, w.fencing_token,
  (select r.message_id from warmup_mail r where r.id = w.reply_to_id) as in_reply_to,
    coalesce((select m.time_zone from mailbox m where m.id = w.from_mailbox_id), 'Etc/UTC') as time_zone,
  (select t.domain from mailbox m join tracking_domain t on t.workspace_id = m.workspace_id
    and t.domain = m.custom_tracking_domain and t.verified_at is not null
    where m.id = w.from_mailbox_id and m.warmup ->> 'uses_tracking_domain' = 'true') as tracking_domain`;

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
        await prepared<WarmupClaim>(
          sql,
          `
            with due as (
                select distinct on (coalesce(from_mailbox_id, -id)) id, from_mailbox_id, send_at
                from warmup_mail
                where state = 'PLANNED'
                  and send_at <= $1
                  and ${inEnabledWorkspace()}
                  and ${inItsTime('$1')}
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

/** Campaign time of the next thing to do, or null. @param now campaign time of who asks */
export async function nextWarmupAt(db: Database, now: number): Promise<number | null> {
  const [row] = await db.systemStatement<{ at: Date | null }>(
    `
      select least(
        (select min(next_plan_at) from warmup_mailbox where ${inItsTime('$1')}),
          (select min(send_at) from warmup_mail where state = 'PLANNED' and ${inEnabledWorkspace()} and ${inItsTime('$1')}),
          (select min(look_at) from warmup_mail where look_at is not null and ${inItsTime('$1')})
      ) as at
    `,
    [new Date(now)],
  );
  return row?.at?.getTime() ?? null;
}
