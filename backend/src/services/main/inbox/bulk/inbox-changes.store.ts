import type { EnrolmentId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { inboxChangeStatuses, MatchingAction } from '@skein/contracts/main/inbox-bulk.contract';
import type { BulkRunRecord } from '#platform/bulk-runs/bulk-run';
import { lockRun, runColumns, runJoins } from '#platform/bulk-runs/bulk-runs.store';
import type { SqlClient } from '#platform/db/database';
import type { Who } from '#access/access.api';
import { recordActions, type RecordAction } from './record-action';

/** What became of the conversations of a change and of its undoing; the counts of its run are by these, or by the reason why one stayed. */
type InboxChangeOutcome = 'CHANGED' | 'SAME' | 'GONE' | 'RESTORED' | 'KEPT';

export interface InboxChangeRecord extends BulkRunRecord {
  id: number;
  action: MatchingAction;
  who: Omit<Who, 'workspaceId'>;
  status: (typeof inboxChangeStatuses)[number];
  is_at_once: boolean;
  /** Campaign time; null of those of an earlier version. */
  at: Date | null;
}

/** What an action changes of a conversation. */
export type ConversationValues = Record<string, string | number | boolean | null>;

export interface InboxChangeRow {
  enrolment_id: EnrolmentId;
  before: ConversationValues | null;
  after: ConversationValues | null;
}

/** Writes a change with the conversations it is about. */
export async function insertChange(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { runId: number; action: MatchingAction; who: Who; at: Date; enrolmentIds: readonly EnrolmentId[] },
): Promise<number> {
  const { workspaceId: _, ...who } = given.who;
  const { rows } = await sql.query<{ id: number }>(
    'insert into inbox_change (workspace_id, run_id, action, who, at) values ($1, $2, $3, $4, $5) returning id',
    [workspaceId, given.runId, JSON.stringify(given.action), JSON.stringify(who), given.at],
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

/** Changes of one person, or (null) of everybody. */
interface ChangesQuery {
  userId: UserId | null;
  /** One change alone. */
  id?: number;
  /** Those before an id. */
  before?: number | null;
  limit?: number;
  /** Those of a worker alone, or those after a campaign time. */
  only?: 'workers' | { after: Date };
}

const columns = `c.id, c.action, c.who, c.is_at_once, c.at, ${runColumns}`;

/** Changes of conversations, newest first. */
export async function findChanges(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { userId, id, before, limit, only }: ChangesQuery,
): Promise<InboxChangeRecord[]> {
  return (
    await sql.query<InboxChangeRecord>(
      `
        select ${columns}
        from inbox_change c
        ${runJoins('c')}
        where c.workspace_id = $1
          and ($2::int is null or r.created_by = $2)
          and ($3::int is null or c.id = $3)
          and ($4::int is null or c.id < $4)
          and ($6::boolean is null or c.is_at_once <> $6)
          and ($7::timestamptz is null or c.at > $7)
          and c.action ->> 'do' <> all($8)
        order by c.id desc
        limit $5
      `,
      [
        workspaceId,
        userId,
        id ?? null,
        before ?? null,
        limit ?? 1,
        only === 'workers' ? true : null,
        typeof only === 'object' ? only.after : null,
        recordActions,
      ],
    )
  ).rows;
}

/** A change of a person; its run is held until the transaction ends. */
export async function lockChange(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  about: { userId: UserId; id: number },
): Promise<InboxChangeRecord | null> {
  const [found] = await findChanges(workspaceId, sql, about);
  if (!found) return null;
  await lockRun(workspaceId, sql, found.run_id);
  return (await findChanges(workspaceId, sql, about))[0] ?? null;
}

/** Whether a change of this person, or its undoing, is under way. Two that begin at once wait for each other. */
export async function hasChangeUnderWay(workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<boolean> {
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
  workspaceId: WorkspaceId,
  sql: SqlClient,
  runId: number,
): Promise<Pick<InboxChangeRecord, 'id' | 'action' | 'who' | 'at'>> {
  const { rows } = await sql.query<Pick<InboxChangeRecord, 'id' | 'action' | 'who' | 'at'>>(
    'select id, action, who, at from inbox_change where workspace_id = $1 and run_id = $2',
    [workspaceId, runId],
  );
  return rows[0] as Pick<InboxChangeRecord, 'id' | 'action' | 'who' | 'at'>;
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
  workspaceId: WorkspaceId,
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

/** A change that is done: what became of its conversations. */
interface DoneChange {
  action: MatchingAction | RecordAction;
  who: Who;
  /** Campaign time. */
  at: Date;
  /** Real time. */
  now: Date;
  rows: readonly SettledRow[];
}

/** Writes a change that was done at once, as a run that is over. @returns its id */
export async function insertDoneChange(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { action, who: given, at, now, rows: settled }: DoneChange,
): Promise<number> {
  const { workspaceId: _, ...who } = given;
  // The version before lists whatever has a time, and knows no changes of records: their time stands in the action.
  const isOfRecord = recordActions.some((name) => name === action.do);
  const { rows } = await sql.query<{ id: number }>(
    `
      with run as (
        insert into bulk_run (
          workspace_id, kind, status, total, done, counts, created_by, runs_at, created_at, started_at, finished_at
        )
        values ($1, 'INBOX_CHANGE', 'COMPLETED', $2, $2, jsonb_build_object('CHANGED', $2::int), $3, $4, $4, $4, $4)
        returning id
      )
      insert into inbox_change (workspace_id, run_id, action, who, is_at_once, at)
      select $1, id, $5, $6, true, $7
      from run
      returning id
    `,
    [
      // What was done beside conversations is one thing.
      ...[
        workspaceId,
        Math.max(1, settled.length),
        who.userId,
        now,
        JSON.stringify(isOfRecord ? { ...action, at } : action),
      ],
      ...[JSON.stringify(who), isOfRecord ? null : at],
    ],
  );
  const { id } = rows[0] as { id: number };
  await sql.query(
    `
      insert into inbox_change_row (workspace_id, change_id, enrolment_id, outcome, before, after)
      select $1, $2, g.enrolment_id, g.outcome, g.before, g.after
      from unnest($3::int[], $4::text[], $5::jsonb[], $6::jsonb[]) as g(enrolment_id, outcome, before, after)
    `,
    [workspaceId, id, ...columnsOf(settled)],
  );
  return id;
}

const columnsOf = (rows: readonly SettledRow[]) => [
  rows.map((row) => row.enrolment_id),
  rows.map((row) => row.outcome),
  rows.map((row) => (row.before ? JSON.stringify(row.before) : null)),
  rows.map((row) => (row.after ? JSON.stringify(row.after) : null)),
];

/** Conversations that a change changed, undone since or not, and the entries of the block list that it brought. */
export async function findOfChange(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  changeId: number,
): Promise<{ conversations: Set<number>; blocks: Set<number> }> {
  const { rows } = await sql.query<{ enrolment_id: EnrolmentId; block_id: number | null }>(
    `
      select enrolment_id,
        case when before ->> 'block_id' is null then (after ->> 'block_id')::int end as block_id
      from inbox_change_row
      where workspace_id = $1 and change_id = $2 and outcome in ('CHANGED', 'RESTORED', 'KEPT')
    `,
    [workspaceId, changeId],
  );
  return {
    conversations: new Set(rows.map((row) => row.enrolment_id)),
    blocks: new Set(rows.flatMap((row) => (row.block_id === null ? [] : [row.block_id]))),
  };
}

export interface SettledRow {
  enrolment_id: EnrolmentId;
  outcome: InboxChangeOutcome;
  /** Why it stayed as it was, or not all of it went back, where that is not plain. */
  reason?: string;
  /** Leads that continue because of an undo. */
  resumed?: number;
  before?: ConversationValues;
  after?: ConversationValues;
}

/** Writes what became of conversations; values that are not given stay. */
export async function writeChangeRows(
  workspaceId: WorkspaceId,
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
    [workspaceId, changeId, ...columnsOf(rows)],
  );
}

/** Deletes changes of every workspace that ended before a time, with their runs, up to a number. @param before real time */
export async function sweepChanges(sql: SqlClient, before: Date, most: number): Promise<number> {
  const { rowCount } = await sql.query(
    `
      delete from bulk_run
      where id in (
        select r.id
        from bulk_run r
        where r.kind = 'INBOX_CHANGE' and r.finished_at < $1
        order by r.finished_at
        limit $2
      )
    `,
    [before, most],
  );
  return rowCount ?? 0;
}
