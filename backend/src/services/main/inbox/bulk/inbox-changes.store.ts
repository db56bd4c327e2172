import type { inboxChangeStatuses, MatchingAction } from '@skein/contracts/main/inbox-bulk.contract';
import type { BulkRunRecord } from '#platform/bulk-runs/bulk-run';
import { lockRun, runColumns, runJoins } from '#platform/bulk-runs/bulk-runs.store';
import type { SqlClient } from '#platform/db/database';
import type { Who } from '#access/access.api';

/** What became of the conversations of a change and of its undoing; the counts of its run are by these, or by the reason why one stayed. */
type InboxChangeOutcome = 'CHANGED' | 'SAME' | 'GONE' | 'RESTORED' | 'KEPT';

export interface InboxChangeRecord extends BulkRunRecord {
  id: number;
  action: MatchingAction;
  who: Omit<Who, 'workspaceId'>;
  status: (typeof inboxChangeStatuses)[number];
}

/** What an action changes of a conversation. */
export type ConversationValues = Record<string, string | number | boolean | null>;

export interface InboxChangeRow {
  enrolment_id: number;
  before: ConversationValues | null;
  after: ConversationValues | null;
}

/** Writes a change with the conversations it is about. */
export async function insertChange(
  workspaceId: number,
  sql: SqlClient,
  given: { runId: number; action: MatchingAction; who: Who; enrolmentIds: readonly number[] },
): Promise<number> {
  const { workspaceId: _, ...who } = given.who;
  const { rows } = await sql.query<{ id: number }>(
    'insert into inbox_change (workspace_id, run_id, action, who) values ($1, $2, $3, $4) returning id',
    [workspaceId, given.runId, JSON.stringify(given.action), JSON.stringify(who)],
  );
  const { id } = rows[0] as { id: number };
  await sql.query(
    `
      insert into inbox_change_row (workspace_id, change_id, enrolment_id)
      select $1, $2, g.id
      from unnest($3::int[]) as g(id)
    `,
    [workspaceId, id, given.enrolmentIds],
  );
  return id;
}

/** Changes of one person. */
interface ChangesQuery {
  userId: number;
  /** One change alone. */
  id?: number;
  /** Those before an id. */
  before?: number | null;
  limit?: number;
}

const columns = `c.id, c.action, c.who, ${runColumns}`;

/** Changes, newest first. */
export async function findChanges(
  workspaceId: number,
  sql: SqlClient,
  { userId, id, before, limit }: ChangesQuery,
): Promise<InboxChangeRecord[]> {
  return (
    await sql.query<InboxChangeRecord>(
      `
        select ${columns}
        from inbox_change c
        ${runJoins('c')}
        where c.workspace_id = $1
          and r.created_by = $2
          and ($3::int is null or c.id = $3)
          and ($4::int is null or c.id < $4)
        order by c.id desc
        limit $5
      `,
      [workspaceId, userId, id ?? null, before ?? null, limit ?? 1],
    )
  ).rows;
}

/** A change of a person; its run is held until the transaction ends. */
export async function lockChange(
  workspaceId: number,
  sql: SqlClient,
  about: { userId: number; id: number },
): Promise<InboxChangeRecord | null> {
  const [found] = await findChanges(workspaceId, sql, about);
  if (!found) return null;
  await lockRun(workspaceId, sql, found.run_id);
  return (await findChanges(workspaceId, sql, about))[0] ?? null;
}

/** Whether a change of this person, or its undoing, is under way. Two that begin at once wait for each other. */
export async function hasChangeUnderWay(workspaceId: number, sql: SqlClient, userId: number): Promise<boolean> {
  await sql.query(`select pg_advisory_xact_lock(hashtext('inbox_change'), $1)`, [userId]);
  const { rows } = await sql.query(
    `
      select
      from bulk_run r
      join inbox_change c on c.workspace_id = r.workspace_id and c.run_id = r.id
      where r.workspace_id = $1
        and r.created_by = $2
        and r.status in ('RUNNING', 'UNDOING')
      limit 1
    `,
    [workspaceId, userId],
  );
  return rows.length > 0;
}

/** What a run does, and for whom. */
export async function findChangeOfRun(
  workspaceId: number,
  sql: SqlClient,
  runId: number,
): Promise<Pick<InboxChangeRecord, 'id' | 'action' | 'who'>> {
  const { rows } = await sql.query<Pick<InboxChangeRecord, 'id' | 'action' | 'who'>>(
    'select id, action, who from inbox_change where workspace_id = $1 and run_id = $2',
    [workspaceId, runId],
  );
  return rows[0] as Pick<InboxChangeRecord, 'id' | 'action' | 'who'>;
}

/** Rows of a change behind an id that are pending or changed, up to a number. */
interface ChangeRowsPage {
  changeId: number;
  which: 'pending' | 'changed';
  after: number;
  limit: number;
}

/** The next conversations that are to be changed, or whose change is to be undone. */
export async function findChangeRows(
  workspaceId: number,
  sql: SqlClient,
  { changeId, which, after, limit }: ChangeRowsPage,
): Promise<InboxChangeRow[]> {
  return (
    await sql.query<InboxChangeRow>(
      `
        select enrolment_id, before, after
        from inbox_change_row
        where workspace_id = $1
          and change_id = $2
          and enrolment_id > $3
          and case when $4 = 'pending' then outcome is null else outcome = 'CHANGED' end
        order by enrolment_id
        limit $5
      `,
      [workspaceId, changeId, after, which, limit],
    )
  ).rows;
}

export interface SettledRow {
  enrolment_id: number;
  outcome: InboxChangeOutcome;
  /** Why it stayed as it was, where that is not plain. */
  reason?: string;
  before?: ConversationValues;
  after?: ConversationValues;
}

/** Writes what became of conversations; values that are not given stay. */
export async function writeChangeRows(
  workspaceId: number,
  sql: SqlClient,
  changeId: number,
  rows: readonly SettledRow[],
): Promise<void> {
  await sql.query(
    `
      update inbox_change_row r
      set outcome = g.outcome, before = coalesce(g.before, r.before), after = coalesce(g.after, r.after)
      from unnest($3::int[], $4::text[], $5::jsonb[], $6::jsonb[]) as g(enrolment_id, outcome, before, after)
      where r.workspace_id = $1 and r.change_id = $2 and r.enrolment_id = g.enrolment_id
    `,
    [
      workspaceId,
      changeId,
      rows.map((row) => row.enrolment_id),
      rows.map((row) => row.outcome),
      rows.map((row) => (row.before ? JSON.stringify(row.before) : null)),
      rows.map((row) => (row.after ? JSON.stringify(row.after) : null)),
    ],
  );
}

/** Deletes changes of every workspace that ended before a time, with their runs. @param before real time */
export async function sweepChanges(sql: SqlClient, before: Date): Promise<number> {
  const { rowCount } = await sql.query(
    `
      delete from bulk_run r
      using inbox_change c
      where c.workspace_id = r.workspace_id and c.run_id = r.id and r.finished_at < $1
    `,
    [before],
  );
  return rowCount ?? 0;
}
