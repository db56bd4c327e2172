import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';

/** A check of its connection found that a mailbox cannot log in; what is marked while sending: `markMailboxFailing`. */
export const markFailingAfterCheck = (db: Database, workspaceId: WorkspaceId, mailboxId: MailboxId, now: Date) =>
  db.tenantSql(workspaceId, async (sql) => {
    await sql.query(
      `
        update mailbox
        set failing_since = coalesce(failing_since, $3),
          recheck_at = coalesce(recheck_at, clock_timestamp() + interval '1 minute')
        where workspace_id = $1 and id = $2
      `,
      [workspaceId, mailboxId, now],
    );
  });

/** Failing mailboxes whose next try is due, across workspaces. */
export const takeDueRechecks = (db: Database) =>
  db.systemSql(
    async (sql) =>
      (
        await sql.query<{ id: number; workspace_id: WorkspaceId; recheck_attempts: number }>(
          `
            update mailbox
            set recheck_at = clock_timestamp() + make_interval(mins => least(60, (2 ^ least(recheck_attempts, 6))::int)),
              recheck_attempts = recheck_attempts + 1
            where id in (
              select id
              from mailbox
              where failing_since is not null
                and deleted_at is null
                and not is_suspended
                and recheck_at < clock_timestamp()
              order by recheck_at
              limit 20
              for update skip locked
            )
            returning id, workspace_id, recheck_attempts
          `,
        )
      ).rows,
  );

/** Mailboxes whose DNS was looked up longest ago, across workspaces. */
export const findDueDnsChecks = (db: Database, before: Date) =>
  db.systemSql(
    async (sql) =>
      (
        await sql.query<{ id: number; workspace_id: WorkspaceId; from_email: string }>(
          `
            select id, workspace_id, from_email
            from mailbox
            where deleted_at is null and (dns_checked_at is null or dns_checked_at < $1)
            order by dns_checked_at nulls first
            limit 50
          `,
          [before],
        )
      ).rows,
  );
