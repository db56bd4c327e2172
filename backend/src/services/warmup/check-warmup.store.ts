import type { MailboxId } from '@skein/contracts/ids';
import { earliestWithGap } from '#engine/sending/time-between-emails';
import { inWakingHours, nextMorning } from '#engine/warmup/plan-warmup-day';
import type { SqlClient } from '#platform/db/database';
import { settingsOf, type StoredWarmup } from './stored-settings';
import type { WarmupClaim } from './warmup-lane.store';

const hour = 3_600_000;

export type Refusal =
  | { kind: 'LOST' }
  | { kind: 'HELD' }
  | { kind: 'CANCEL'; why: string }
  | { kind: 'LATER'; at: number };

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
    has_left: boolean;
    has_changed: boolean;
  }>(
    `
      select w.state, w.fencing_token,
        exists (
          select
          from lead l
          where l.email in (w.to_email, w.from_email)
            and (
              l.workspace_id = w.workspace_id
              or l.workspace_id = (select r.workspace_id from warmup_shared r where r.mail_id = w.id)
            )
        ) as is_lead,
        w.is_shared
          and not exists (
            select
            from warmup_shared r
            join warmup_policy one on one.workspace_id = w.workspace_id and one.shares_pool
            join warmup_policy two on two.workspace_id = r.workspace_id and two.shares_pool
            join workspace ws on ws.id = r.workspace_id and ws.disabled_at is null
            join mailbox m on m.id = r.mailbox_id and m.deleted_at is null and m.warmup ->> 'enabled' = 'true'
            where r.mail_id = w.id
          ) as has_left,
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
  if (mail.has_left) return { kind: 'CANCEL', why: 'One of the two mailboxes left the shared pool.' };
  if (claim.from_mailbox_id === null)
    return mail.has_pool ? null : { kind: 'CANCEL', why: 'The pool has lost this mailbox.' };
  return checkMailbox(sql, claim, claim.from_mailbox_id, now);
}

async function checkMailbox(
  sql: SqlClient,
  claim: WarmupClaim,
  mailboxId: MailboxId,
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
    rests_until: Date | null;
  }>(
    `
      select (m.lane_token = $2 and m.lane_leased_until > clock_timestamp()) as fenced, m.warmup,
        m.deleted_at is not null as is_gone, (m.is_suspended or m.failing_since is not null) as is_off,
        m.min_time_to_wait_minutes as gap, mailbox_sending_rest(m.workspace_id, m.id) as rests_until,
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
  if (box.rests_until && box.rests_until.getTime() > now) return { kind: 'LATER', at: box.rests_until.getTime() };
  // Answers count as well: a ramp, a day off and a day made smaller hold for all that leaves.
  if (box.sent >= Math.min(settingsOf(mailboxId, box.warmup).perDay, box.today_at_most ?? Infinity))
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
