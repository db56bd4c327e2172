import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { inScope } from './find-tests.store';
import type { Scope, Tally } from './tests.store';

export interface MailboxRun extends Tally {
  mailbox_id: MailboxId;
  name: string;
  test_id: number;
  started_at: Date;
  arrived: number;
  seconds: number | null;
}

/** Every mailbox that took part in runs since a moment, with its figures of each, oldest first. */
export async function findMailboxRuns(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  since: Date | null,
): Promise<MailboxRun[]> {
  return (
    await sql.query<MailboxRun>(
      `
        select g.*, m.from_email as name, r.test_id, r.started_at
        from (
          select p.mailbox_id, p.run_id, count(*)::int as mails,
            count(*) filter (where p.landed = 'INBOX')::int as inbox,
            count(*) filter (where p.landed = 'TAB')::int as tab,
            count(*) filter (where p.landed = 'SPAM')::int as spam,
            count(*) filter (where p.landed = 'MISSING')::int as missing,
            count(*) filter (where p.state = 'FAILED')::int as failed,
            count(*) filter (
              where p.landed is null and p.state in ('PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT')
            )::int as waiting,
            count(*) filter (where p.landed in ('INBOX', 'TAB', 'SPAM'))::int as arrived,
            avg(extract(epoch from p.landed_at - p.sent_at)) filter (where p.landed in ('INBOX', 'TAB', 'SPAM'))::int
              as seconds
          from placement_run n
          join placement_test t on t.workspace_id = n.workspace_id and t.id = n.test_id
          join placement_mail p on p.workspace_id = n.workspace_id and p.run_id = n.id
          where n.workspace_id = $1
            and t.deleted_at is null
            and ($4::timestamptz is null or n.started_at >= $4)
            and p.kind = 'REAL'
            and p.mailbox_id is not null
          group by p.mailbox_id, p.run_id
        ) g
        join placement_run r on r.workspace_id = $1 and r.id = g.run_id
        join mailbox m on m.workspace_id = $1 and m.id = g.mailbox_id
        where m.deleted_at is null
          and ($2::int is null or m.client_id = $2)
          and ($3::int is null or m.id in (select member_mailboxes($3)))
        order by r.started_at, r.id
      `,
      [workspaceId, scope.clientId, scope.memberId, since],
    )
  ).rows;
}

export interface RunOfMailbox extends Tally {
  test_id: number;
  test_name: string | null;
  test_type: 'manual' | 'auto';
  run: number;
  started_at: Date;
}

/** Whether somebody may see a mailbox that is there. */
export async function seesMailbox(workspaceId: WorkspaceId, sql: SqlClient, scope: Scope, mailboxId: MailboxId) {
  const { rowCount } = await sql.query(
    `
      select
      from mailbox m
      where m.workspace_id = $1
        and m.id = $4
        and m.deleted_at is null
        and ($2::int is null or m.client_id = $2)
        and ($3::int is null or m.id in (select member_mailboxes($3)))
    `,
    [workspaceId, scope.clientId, scope.memberId, mailboxId],
  );
  return rowCount === 1;
}

/**
 * A page of the runs that one mailbox took part in, newest first, and how many there are; a test that somebody does not see has no name.
 */
export async function findRunsOfMailbox(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  of: { mailboxId: MailboxId; since: Date | null; offset: number; limit: number },
): Promise<{ rows: RunOfMailbox[]; total: number }> {
  const { rows: counted } = await sql.query<{ total: number }>(
    `
      select count(distinct p.run_id)::int as total
      from placement_mail p
      join placement_run n on n.workspace_id = p.workspace_id and n.id = p.run_id
      join placement_test t on t.workspace_id = n.workspace_id and t.id = n.test_id
      where p.workspace_id = $1
        and p.mailbox_id = $2
        and t.deleted_at is null
        and p.kind = 'REAL'
        and ($3::timestamptz is null or n.started_at >= $3)
    `,
    [workspaceId, of.mailboxId, of.since],
  );
  const { rows } = await sql.query<RunOfMailbox>(
    `
      select r.test_id, case when ${inScope('$2', '$3')} then t.name end as test_name, t.type as test_type,
        r.number as run, r.started_at, g.mails, g.inbox, g.tab, g.spam, g.missing, g.failed, g.waiting
      from (
        select p.run_id, n.started_at, count(*)::int as mails,
          count(*) filter (where p.landed = 'INBOX')::int as inbox,
          count(*) filter (where p.landed = 'TAB')::int as tab,
          count(*) filter (where p.landed = 'SPAM')::int as spam,
          count(*) filter (where p.landed = 'MISSING')::int as missing,
          count(*) filter (where p.state = 'FAILED')::int as failed,
          count(*) filter (
            where p.landed is null and p.state in ('PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT')
          )::int as waiting
        from placement_mail p
        join placement_run n on n.workspace_id = p.workspace_id and n.id = p.run_id
        join placement_test o on o.workspace_id = n.workspace_id and o.id = n.test_id
        where p.workspace_id = $1
          and p.mailbox_id = $4
          and o.deleted_at is null
          and p.kind = 'REAL'
          and ($5::timestamptz is null or n.started_at >= $5)
        group by p.run_id, n.started_at
        order by n.started_at desc, p.run_id desc
        offset $6
        limit $7
      ) g
      join placement_run r on r.workspace_id = $1 and r.id = g.run_id
      join placement_test t on t.workspace_id = $1 and t.id = r.test_id
      order by r.started_at desc, r.id desc
    `,
    [workspaceId, scope.clientId, scope.memberId, of.mailboxId, of.since, of.offset, of.limit],
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

/** How the newest email of each mailbox that arrived was authenticated. */
export async function findNewestResults(workspaceId: WorkspaceId, sql: SqlClient, mailboxIds: readonly MailboxId[]) {
  return (
    await sql.query<{ mailbox_id: MailboxId; spf: string | null; dkim: string; dmarc: string | null }>(
      `
        select b.id as mailbox_id, n.authentication->'spf'->>'result' as spf,
          case
            when n.authentication->'dkim' @> '[{"result": "pass"}]' then 'pass'
            else coalesce(n.authentication->'dkim'->0->>'result', 'none')
          end as dkim, n.authentication->'dmarc'->>'result' as dmarc
        from unnest($2::int[]) as b (id)
        cross join lateral (
          select p.authentication
          from placement_mail p
          where p.workspace_id = $1
            and p.mailbox_id = b.id
            and p.kind = 'REAL'
            and p.sent_at is not null
            and p.authentication is not null
          order by p.sent_at desc
          limit 1
        ) n
      `,
      [workspaceId, mailboxIds],
    )
  ).rows;
}
