import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { PoolConduct } from '#engine/warmup/pool-conduct';
import type { SqlClient } from '#platform/db/database';

/** A mailbox of another workspace of this installation that may be written to. */
export interface SharedPartner {
  workspace_id: WorkspaceId;
  mailbox_id: MailboxId;
  email: string;
  name: string;
  type: string;
}

/** Candidates that are weighed for one mailbox's day, and those that are handed to its plan: a day has 50 emails at most. */
const weighed = 200;
const most = 60;

/** Mailboxes that take part: warming, connected, not blocked, of a workspace that shares and may send. */
const takesPart = `
  p.shares_pool
  and ws.disabled_at is null
  and m.deleted_at is null
  and m.warmup ->> 'enabled' = 'true'
  and not m.is_suspended
  and m.is_smtp_success
  and m.is_imap_success
  and m.failing_since is null
  and w.blocked_reason is null`;
const members = `
  warmup_policy p
  join workspace ws on ws.id = p.workspace_id
  join mailbox m on m.workspace_id = p.workspace_id
  join warmup_mailbox w on w.mailbox_id = m.id`;

/**
 * Partners of a mailbox for one day from the workspaces that share, those first that gave more than they got. None gets more openers in
 * 24 hours than it may send itself that day, and neither of the two is a lead of the other's workspace. System role only.
 * @param now campaign time @param seed changes with mailbox and day
 */
export async function findSharedPartners(
  sql: SqlClient,
  mailbox: { workspace_id: WorkspaceId; from_email: string },
  now: Date,
  seed: string,
): Promise<SharedPartner[]> {
  return (
    await sql.query<SharedPartner>(
      `
        with candidate as (
            select m.workspace_id, m.id as mailbox_id, m.from_email as email, m.from_name as name, m.type,
              w.planned_amount, md5(m.id || $4) as place
            from ${members}
            where ${takesPart}
              and w.planned_amount > 0
              and p.workspace_id <> $1
              and m.from_email <> $2
              and not exists (select from lead l where l.workspace_id = $1 and l.email = m.from_email)
              and not exists (select from lead l where l.workspace_id = m.workspace_id and l.email = $2)
            order by place
            limit $5
          ),
          weighed as (
            select c.*,
              (
                select count(*)
                from warmup_shared r
                join warmup_mail o on o.id = r.mail_id
                where r.workspace_id = c.workspace_id
                  and r.mailbox_id = c.mailbox_id
                  and r.kind = 'OPENER'
                  and o.state in ('PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT')
                  and o.send_at > $3::timestamptz - interval '24 hours'
              ) as taken,
              (
                select count(*)
                from warmup_shared r
                where r.workspace_id = c.workspace_id
                  and r.mailbox_id = c.mailbox_id
                  and r.landed_at > $3::timestamptz - interval '7 days'
              ) as got,
              (
                select count(*)
                from warmup_mail o
                where o.workspace_id = c.workspace_id
                  and o.from_mailbox_id = c.mailbox_id
                  and o.is_shared
                  and o.sent_at > $3::timestamptz - interval '7 days'
              ) as given
            from candidate c
          )
        select workspace_id, mailbox_id, email, name, type
        from weighed
        where taken < planned_amount
        order by got - given, place
        limit $6
      `,
      [mailbox.workspace_id, mailbox.from_email, now, seed, weighed, most],
    )
  ).rows;
}

/** Mailboxes of other workspaces that share now. System role only. */
export async function countSharedMailboxes(sql: SqlClient, workspaceId: WorkspaceId): Promise<number> {
  const {
    rows: [row],
  } = await sql.query<{ count: number }>(
    `
      select count(*)::int as count
      from ${members}
      where ${takesPart} and p.workspace_id <> $1
    `,
    [workspaceId],
  );
  return row?.count ?? 0;
}

/** Emails that a workspace sent to the shared pool and got from it in the last 7 days. System role only. @param now campaign time */
export async function findPoolConduct(sql: SqlClient, workspaceId: WorkspaceId, now: Date): Promise<PoolConduct> {
  const {
    rows: [row],
  } = await sql.query<PoolConduct>(
    `
      with sent as (
          select count(*)::int as sent,
            count(*) filter (where landed = 'INBOX' and bounced_at is null)::int as inbox,
            count(*) filter (where landed = 'SPAM')::int as spam,
            count(*) filter (where bounced_at is not null)::int as bounced
          from warmup_mail
          where workspace_id = $1
            and is_shared
            and from_mailbox_id is not null
            and sent_at > $2::timestamptz - interval '7 days'
            and (state in ('SUBMITTING', 'SENT', 'IN_DOUBT') or bounced_at is not null)
        ),
        got as (
          select count(*)::int as received, count(*) filter (where o.landed = 'MISSING')::int as lost
          from warmup_shared r
          join warmup_mail o on o.id = r.mail_id
          where r.workspace_id = $1
            and o.landed is not null
            and o.bounced_at is null
            and o.sent_at > $2::timestamptz - interval '7 days'
        )
      select *
      from sent
      cross join got
    `,
    [workspaceId, now],
  );
  return row as PoolConduct;
}

/** Whose mailbox a mail of the shared pool goes to. System role only. */
export async function insertShared(
  sql: SqlClient,
  mailId: string,
  to: { workspace_id: WorkspaceId; mailbox_id: MailboxId },
  mail: { kind: 'OPENER' | 'REPLY'; subject: string },
): Promise<void> {
  await sql.query(
    'insert into warmup_shared (mail_id, workspace_id, mailbox_id, kind, subject) values ($1, $2, $3, $4, $5)',
    [mailId, to.workspace_id, to.mailbox_id, mail.kind, mail.subject],
  );
}

/** A workspace leaves for what its emails did. System role only. @param now campaign time */
export async function putOut(sql: SqlClient, workspaceId: WorkspaceId, reason: string, now: Date): Promise<void> {
  await sql.query(
    `
      update warmup_policy
      set shares_pool = false, put_out_at = $3, put_out_reason = $2, updated_at = now()
      where workspace_id = $1 and shares_pool
    `,
    [workspaceId, reason, now],
  );
}
