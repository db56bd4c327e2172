import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { MailboxChange, mailboxChangeStatuses } from '@skein/contracts/main/mailbox-changes.contract';
import type { BulkRunRecord } from '#platform/bulk-runs/bulk-run';
import { lockRun, runColumns, runJoins } from '#platform/bulk-runs/bulk-runs.store';
import type { SqlClient } from '#platform/db/database';

/** What became of the mailboxes of a change and of its undoing; the counts of its run are by these. */
export type ChangeOutcome = 'CHANGED' | 'SAME' | 'GONE' | 'RESTORED' | 'KEPT';

export interface MailboxChangeRecord extends BulkRunRecord {
  id: number;
  change: MailboxChange;
  summary: string[];
  status: (typeof mailboxChangeStatuses)[number];
  counts: Partial<Record<ChangeOutcome, number>> & Record<string, number>;
}

/** Writes a change with the mailboxes it is about. */
export async function insertChange(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { runId: number; change: MailboxChange; summary: string[]; mailboxIds: readonly MailboxId[] },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    'insert into mailbox_change (workspace_id, run_id, change, summary) values ($1, $2, $3, $4) returning id',
    [workspaceId, given.runId, JSON.stringify(given.change), given.summary],
  );
  const { id } = rows[0] as { id: number };
  await sql.query(
    `
      insert into mailbox_change_row (workspace_id, change_id, mailbox_id)
      select $1, $2, g.id
      from unnest($3::int[]) as g(id)
    `,
    [workspaceId, id, given.mailboxIds],
  );
  return id;
}

/** Changes of one person, or of anyone where `creatorId` is null. */
interface ChangesQuery {
  creatorId: number | null;
  /** One change alone. */
  id?: number;
  /** Those before an id. */
  before?: number | null;
  limit?: number;
}

/** Changes, newest first. */
export async function findChanges(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { creatorId, id, before, limit }: ChangesQuery,
): Promise<MailboxChangeRecord[]> {
  return (
    await sql.query<MailboxChangeRecord>(
      `
        select c.id, c.change, c.summary, ${runColumns}
        from mailbox_change c
        ${runJoins('c')}
        where c.workspace_id = $1
          and ($2::int is null or r.created_by = $2)
          and ($3::int is null or c.id = $3)
          and ($4::int is null or c.id < $4)
        order by c.id desc
        limit $5
      `,
      [workspaceId, creatorId, id ?? null, before ?? null, limit ?? 1],
    )
  ).rows;
}

/** One change, also of others only where `creatorId` is null; with `lock` its run is held until the transaction ends. */
export async function findChange(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { changeId, creatorId, lock = false }: { changeId: number; creatorId: number | null; lock?: boolean },
): Promise<MailboxChangeRecord | null> {
  const find = async () => (await findChanges(workspaceId, sql, { creatorId, id: changeId }))[0] ?? null;
  const found = await find();
  if (!lock || !found) return found;
  await lockRun(workspaceId, sql, found.run_id);
  return find();
}

/** What a run changes. */
export async function findChangeOfRun(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  runId: number,
): Promise<{ id: number; change: MailboxChange }> {
  const { rows } = await sql.query<{ id: number; change: MailboxChange }>(
    'select id, change from mailbox_change where workspace_id = $1 and run_id = $2',
    [workspaceId, runId],
  );
  return rows[0] as { id: number; change: MailboxChange };
}

export interface ChangeRow {
  mailbox_id: MailboxId;
  before: Record<string, string | number | boolean | null> | null;
  after: Record<string, string | number | boolean | null> | null;
}

/** Rows of a change that are pending or changed, up to a number. */
interface ChangeRowsPage {
  changeId: number;
  which: 'pending' | 'changed';
  limit: number;
}

/** The next rows that are to be changed, or whose change is to be undone. */
export async function findChangeRows(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { changeId, which, limit }: ChangeRowsPage,
): Promise<ChangeRow[]> {
  return (
    await sql.query<ChangeRow>(
      `
        select mailbox_id, before, after
        from mailbox_change_row
        where workspace_id = $1
          and change_id = $2
          and case when $3 = 'pending' then outcome is null else outcome = 'CHANGED' end
        order by mailbox_id
        limit $4
      `,
      [workspaceId, changeId, which, limit],
    )
  ).rows;
}

/** Writes what became of rows; values that are not given stay. */
export async function writeChangeRows(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  changeId: number,
  rows: readonly { mailbox_id: MailboxId; outcome: ChangeOutcome; before?: object; after?: object }[],
): Promise<void> {
  await sql.query(
    `
      update mailbox_change_row r
      set outcome = g.outcome, before = coalesce(g.before, r.before), after = coalesce(g.after, r.after)
      from unnest($3::int[], $4::text[], $5::jsonb[], $6::jsonb[]) as g(mailbox_id, outcome, before, after)
      where r.workspace_id = $1 and r.change_id = $2 and r.mailbox_id = g.mailbox_id
    `,
    [
      workspaceId,
      changeId,
      rows.map((row) => row.mailbox_id),
      rows.map((row) => row.outcome),
      rows.map((row) => (row.before ? JSON.stringify(row.before) : null)),
      rows.map((row) => (row.after ? JSON.stringify(row.after) : null)),
    ],
  );
}
