import type { WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';

/**
 * Tables that may hold very many rows of one workspace, those that refer to others first. What they leave goes with the workspace itself.
 */
export const erasedTables = [
  'event',
  'reply_count',
  'event_rollup',
  'webhook_delivery',
  'upload_chunk',
  'upload_row',
  'block_upload_row',
  'verification_address',
  'linkedin_action',
  'linkedin_message',
  'linkedin_answer',
  'reminder',
  'reply_draft',
  'warmup_mail',
  'message',
  'intent',
  'trigger_run',
  'subsequence_push',
  'enrolment',
  'lead_list_member',
  'lead_tag',
  'lead_note',
  'lead_task',
  'lead_alias',
  'integration_contact',
  'integration_run',
  'lead',
  'suppression',
  'lead_count',
] as const;

/** Rows in one statement: some 100 ms, so that nobody waits long behind it. */
const portion = 5_000;

/** Marks a workspace whose time has come as deleting; nothing where that was undone, or is later. */
export const beginDeleting = (db: Database, workspaceId: WorkspaceId, at: Date): Promise<void> =>
  db.systemSql(async (sql) => {
    const { rowCount } = await sql.query(
      `
        update workspace
        set deleting_at = $2, disabled_at = coalesce(disabled_at, $2), disabled_reason = 'It is being deleted'
        where id = $1 and delete_at <= $2 and deleting_at is null
      `,
      [workspaceId, at],
    );
    if (rowCount !== 1) return;
    // Whoever is sending from a mailbox in this moment finds itself replaced in its last check.
    await sql.query(
      `
        update mailbox
        set lane_token = lane_token + 1, lane_owner = null, lane_leased_until = null
        where workspace_id = $1
      `,
      [workspaceId],
    );
  });

/** Ends its runs, so that no worker adds a row or keeps a file from now on. */
export const stopRuns = (db: Database, workspaceId: WorkspaceId, at: Date): Promise<void> =>
  db.systemSql(async (sql) => {
    await sql.query(
      `
        update bulk_run
        set status = 'CANCELLED', fence = fence + 1, finished_at = $2
        where workspace_id = $1 and status in ('WAITING', 'RUNNING', 'UNDOING')
      `,
      [workspaceId, at],
    );
  });

/** Gives a workspace a time at which it is deleted; null takes that back. */
export async function writeDeleteAt(workspaceId: WorkspaceId, sql: SqlClient, at: Date | null): Promise<void> {
  await sql.query('update workspace set delete_at = $2 where id = $1', [workspaceId, at]);
}

/** The name of a workspace that is being deleted; null when it is gone, or not to be deleted. */
export const findDeleting = (db: Database, workspaceId: WorkspaceId): Promise<string | null> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ name: string }>(
      'select name from workspace where id = $1 and deleting_at is not null',
      [workspaceId],
    );
    return rows[0]?.name ?? null;
  });

/** Emails whose final dot may be sent in this moment, by a worker that still lives. */
export const countSubmitting = (db: Database, workspaceId: WorkspaceId): Promise<number> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ count: number }>(
      `
        select count(*)::int as count
        from intent
        where workspace_id = $1 and state = 'SUBMITTING' and updated_at > now() - interval '15 minutes'
      `,
      [workspaceId],
    );
    return rows[0]?.count ?? 0;
  });

/** What a provider calls the LinkedIn accounts of a workspace, disconnected ones as well, with which no other workspace acts. */
export const findProviderAccounts = (db: Database, workspaceId: WorkspaceId, provider: string): Promise<string[]> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ account: string }>(
      `
        select distinct provider_account as account
        from linkedin_account a
        where workspace_id = $1
          and provider = $2
          and provider_account is not null
          and not exists (
            select
            from linkedin_account other
            where other.workspace_id <> $1
              and other.provider = $2
              and other.provider_account = a.provider_account
              and other.deleted_at is null
          )
      `,
      [workspaceId, provider],
    );
    return rows.map(({ account }) => account);
  });

/** Deletes a portion of a table's rows. @returns how many; 0 when none is left */
export const eraseSomeRows = (
  db: Database,
  workspaceId: WorkspaceId,
  table: (typeof erasedTables)[number],
): Promise<number> =>
  db.systemSql(async (sql) => {
    // A row of a partitioned table is found by its place within its own partition.
    const { rowCount } = await sql.query(
      `
        with chosen as (
            select tableoid, ctid
            from ${table}
            where workspace_id = $1
            limit ${portion}
          )
        delete from ${table} t
        using chosen
        where t.tableoid = chosen.tableoid and t.ctid = chosen.ctid and t.workspace_id = $1
      `,
      [workspaceId],
    );
    return rowCount ?? 0;
  });

/** Deletes the workspace with everything that still refers to it. Row-level counters are written while rows go, so they go last. */
export async function eraseWorkspaceRow(workspaceId: WorkspaceId, sql: SqlClient): Promise<void> {
  await sql.query('delete from workspace where id = $1 and deleting_at is not null', [workspaceId]);
  await sql.query('delete from lead_count where workspace_id = $1', [workspaceId]);
}
