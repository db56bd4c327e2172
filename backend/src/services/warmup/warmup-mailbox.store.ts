import type { ClientId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { WarmupFacts } from '#engine/warmup/prerequisites';
import type { StoredWarmup } from './stored-settings';

type Verdict = 'pass' | 'warn' | 'fail' | 'unknown';

/** A mailbox as warmup sees it, with the figures of its last 7 days. */
export interface WarmupMailbox {
  id: number;
  workspace_id: WorkspaceId;
  client_id: ClientId | null;
  from_name: string;
  from_email: string;
  time_zone: string;
  warmup: StoredWarmup;
  is_suspended: boolean;
  is_connected: boolean;
  dns_check: { spf?: { verdict: Verdict }; dmarc?: { verdict: Verdict }; mx?: { verdict: Verdict } };
  ramp_day: number;
  planned_day: string | null;
  planned_amount: number;
  sent: number;
  inbox: number;
  spam: number;
  missing: number;
  bounced: number;
  replied: number;
  rescued: number;
  received: number;
  /** Sent and bounced since bounces were last cleared by a code. */
  judged: number;
  judged_bounced: number;
}

const week = `interval '7 days'`;
const wasSent = `state in ('SUBMITTING', 'SENT', 'IN_DOUBT')`;
const columns = `m.id, m.workspace_id, m.client_id, m.from_name, m.from_email, m.time_zone, m.warmup, m.is_suspended,
  (m.is_smtp_success and m.is_imap_success and m.failing_since is null) as is_connected, m.dns_check,
  coalesce(w.ramp_day, 0) as ramp_day, w.planned_day, coalesce(w.planned_amount, 0) as planned_amount, f.*,
    (select count(*)::int from warmup_mail r where r.workspace_id = m.workspace_id and r.to_mailbox_id = m.id
    and r.sent_at > $1::timestamptz - ${week} and r.landed in ('INBOX', 'SPAM'))
    + (select count(*)::int from warmup_shared r where r.workspace_id = m.workspace_id and r.mailbox_id = m.id
      and r.landed_at > $1::timestamptz - ${week}) as received`;
const from = `mailbox m left join warmup_mailbox w on w.mailbox_id = m.id
  left join warmup_unblock u on u.mailbox_id = m.id left join lateral (
    select count(*)::int as sent, count(*) filter (where o.landed = 'INBOX' and o.bounced_at is null)::int as inbox,
      count(*) filter (where o.landed = 'SPAM')::int as spam,
      count(*) filter (where o.landed = 'MISSING' and o.bounced_at is null)::int as missing,
      count(*) filter (where o.bounced_at is not null)::int as bounced,
        count(*) filter (where o.replied_at is not null)::int as replied, count(*) filter (where o.rescued_at is not null)::int as rescued,
      count(*) filter (where u.cleared_at is null or o.sent_at > u.cleared_at)::int as judged,
        count(*) filter (where o.bounced_at is not null and (u.cleared_at is null or o.sent_at > u.cleared_at))::int as judged_bounced
    from warmup_mail o where o.workspace_id = m.workspace_id and o.from_mailbox_id = m.id
      and o.sent_at > $1::timestamptz - ${week} and (o.${wasSent} or o.bounced_at is not null)) f on true`;

/** Mailboxes of a workspace by their ids. @param now campaign time */
export async function findWarmupMailboxes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  now: Date,
  mailboxIds: readonly MailboxId[],
): Promise<WarmupMailbox[]> {
  return (
    await sql.query<WarmupMailbox>(
      `
        select ${columns}
        from ${from}
        where m.workspace_id = $2 and m.id = any($3::int[]) and m.deleted_at is null
        order by m.id
      `,
      [now, workspaceId, mailboxIds],
    )
  ).rows;
}

/** Mailboxes of a workspace whose warmup is on. */
export async function findWarmingMailboxes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  now: Date,
): Promise<WarmupMailbox[]> {
  return (
    await sql.query<WarmupMailbox>(
      `
        select ${columns}
        from ${from}
        where m.workspace_id = $2 and m.warmup ->> 'enabled' = 'true' and m.deleted_at is null
        order by m.id
      `,
      [now, workspaceId],
    )
  ).rows;
}

export function factsOf(mailbox: WarmupMailbox): WarmupFacts {
  const { spf, dmarc, mx } = mailbox.dns_check;
  return {
    isConnected: mailbox.is_connected,
    isSuspended: mailbox.is_suspended,
    sent: mailbox.judged,
    bounced: mailbox.judged_bounced,
    dns:
      spf || dmarc || mx
        ? { spf: spf?.verdict ?? 'unknown', dmarc: dmarc?.verdict ?? 'unknown', mx: mx?.verdict ?? 'unknown' }
        : null,
  };
}

/**
 * Those of the mailboxes that somebody may see: clients their own, limited members those that are theirs
 * (docs/domain.md, Roles and access).
 */
export async function visibleMailboxes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxIds: readonly MailboxId[],
  scope: { clientId: ClientId | null; memberId: number | null },
): Promise<number[]> {
  return (
    await sql.query<{ id: number }>(
      `
        select m.id
        from mailbox m
        where m.workspace_id = $1
          and m.id = any($2::int[])
          and m.deleted_at is null
          and ($3::int is null or m.client_id = $3)
          and ($4::int is null or m.id in (select member_mailboxes($4)))
      `,
      [workspaceId, mailboxIds, scope.clientId, scope.memberId],
    )
  ).rows.map((row) => row.id);
}

/** The warmup settings that a mailbox has from now on. */
interface WarmupChange {
  mailboxId: MailboxId;
  warmup: StoredWarmup;
  now: Date;
}

/** Writes settings (backend/prisma/functions/write_warmup_settings.sql). @param now campaign time */
export async function writeSettings(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { mailboxId, warmup, now }: WarmupChange,
): Promise<void> {
  await sql.query('select write_warmup_settings($1, $2, $3::jsonb, $4)', [
    workspaceId,
    mailboxId,
    JSON.stringify(warmup),
    now,
  ]);
}

/** What DNS says of the domain of a mailbox. */
export async function writeDnsCheck(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { mailboxId, check, at }: { mailboxId: MailboxId; check: object; at: Date },
): Promise<void> {
  await sql.query(
    `
      update mailbox
      set dns_check = $3, dns_checked_at = $4
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, mailboxId, JSON.stringify(check), at],
  );
}

export interface DayFigures {
  date: string;
  sent: number;
  inbox: number;
  spam: number;
  replied: number;
  rescued: number;
  received: number;
}

/** The last days of a mailbox. */
interface WarmupDays {
  mailbox: Pick<WarmupMailbox, 'id' | 'time_zone'>;
  now: Date;
  days: number;
}

/** Figures of the last local days of a mailbox, oldest first; days without a mail too. @param now campaign time */
export async function findDays(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { mailbox, now, days }: WarmupDays,
): Promise<DayFigures[]> {
  return (
    await sql.query<DayFigures>(
      `
        with span as (
          select generate_series(
            ($3::timestamptz at time zone $4)::date - ($5::int - 1), ($3::timestamptz at time zone $4)::date,
              '1 day'
          )::date as day
        )
        select to_char(span.day, 'YYYY-MM-DD') as date,
          count(o.id) filter (where o.from_mailbox_id = $2)::int as sent,
          count(o.id) filter (
            where o.from_mailbox_id = $2 and o.landed = 'INBOX' and o.bounced_at is null
          )::int as inbox,
          count(o.id) filter (where o.from_mailbox_id = $2 and o.landed = 'SPAM')::int as spam,
          count(o.id) filter (where o.from_mailbox_id = $2 and o.replied_at is not null)::int as replied,
          count(o.id) filter (where o.from_mailbox_id = $2 and o.rescued_at is not null)::int as rescued,
          count(o.id) filter (where o.to_mailbox_id = $2 and o.landed in ('INBOX', 'SPAM'))::int + (
            select count(*)::int
            from warmup_shared r
            where r.workspace_id = $1
              and r.mailbox_id = $2
              and r.landed_at >= (span.day::timestamp at time zone $4)
              and r.landed_at < ((span.day + 1)::timestamp at time zone $4)
          ) as received
        from span
        left join warmup_mail o on o.workspace_id = $1
          and (o.from_mailbox_id = $2 or o.to_mailbox_id = $2)
          and o.sent_at >= (span.day::timestamp at time zone $4)
          and o.sent_at < ((span.day + 1)::timestamp at time zone $4)
          and (o.${wasSent} or o.bounced_at is not null)
        group by span.day
        order by span.day
      `,
      [workspaceId, mailbox.id, now, mailbox.time_zone, days],
    )
  ).rows;
}

export interface WarmupMailRow {
  id: string;
  kind: 'OPENER' | 'REPLY';
  from_mailbox_id: number | null;
  from_email: string;
  to_email: string;
  subject: string;
  state: 'PLANNED' | 'SUBMITTING' | 'SENT' | 'IN_DOUBT' | 'FAILED' | 'CANCELLED';
  send_at: Date;
  sent_at: Date | null;
  landed: 'INBOX' | 'SPAM' | 'MISSING' | null;
  rescued_at: Date | null;
  read_at: Date | null;
  is_important: boolean;
  replied_at: Date | null;
  bounced_at: Date | null;
  failure_text: string | null;
  /** With a mailbox of another workspace, whose address is not shown. */
  is_shared: boolean;
}

/** The newest warmup mails of a mailbox, both ways, those that are planned among them. */
export async function findMails(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
  most: number,
): Promise<WarmupMailRow[]> {
  return (
    await sql.query<WarmupMailRow>(
      `
        select *
        from (
          select id, kind, from_mailbox_id, from_email, to_email, subject, state, send_at, sent_at, landed,
            rescued_at, read_at, is_important, replied_at, bounced_at, failure_text, is_shared
          from warmup_mail
          where workspace_id = $1
            and (from_mailbox_id = $2 or (to_mailbox_id = $2 and ${wasSent}))
            and state <> 'CANCELLED'
          union all
          -- What other workspaces sent: their row is theirs, this one knows where it landed here.
          select mail_id, kind, null, '', '', subject, 'SENT', landed_at, landed_at, landed, null, null, false,
            null, null, null, true
          from warmup_shared
          where workspace_id = $1 and mailbox_id = $2 and landed_at is not null
        ) mails
        order by coalesce(sent_at, send_at) desc, id desc
        limit $3
      `,
      [workspaceId, mailboxId, most],
    )
  ).rows;
}

/** What a mailbox has of a local day, sent and planned; and when its next mail leaves. */
export async function findToday(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
  day: string,
): Promise<{ sent: number; planned: number; next_at: Date | null }> {
  const {
    rows: [row],
  } = await sql.query<{ sent: number; planned: number; next_at: Date | null }>(
    `
      select count(*) filter (where ${wasSent})::int as sent,
        count(*) filter (where state = 'PLANNED')::int as planned,
        min(send_at) filter (where state = 'PLANNED') as next_at
      from warmup_mail
      where workspace_id = $1 and from_mailbox_id = $2 and day = $3
    `,
    [workspaceId, mailboxId, day],
  );
  return row as { sent: number; planned: number; next_at: Date | null };
}
