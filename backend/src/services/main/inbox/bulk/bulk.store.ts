import type { SqlClient } from '#platform/db/database';
import type { ConversationAction } from '@skein/contracts/main/inbox-fields';

/** What puts some conversations back as they were. */
export interface StepBack {
  ids: number[];
  action: ConversationAction;
}

/** A conversation's state, as far as an action changes it. */
export interface StateRecord {
  id: number;
  is_read: boolean;
  is_important: boolean;
  is_archived: boolean;
  snoozed_until: Date | null;
  assigned_user_id: number | null;
  category_id: number | null;
  status: string;
}

export async function findStates(
  workspaceId: number,
  sql: SqlClient,
  enrolmentIds: readonly number[],
): Promise<StateRecord[]> {
  return (
    await sql.query<StateRecord>(
      `
        select id, is_read, is_important, is_archived, snoozed_until, assigned_user_id, category_id, status
        from enrolment
        where workspace_id = $1 and id = any($2)
      `,
      [workspaceId, enrolmentIds],
    )
  ).rows;
}

/** @param at real time */
export async function insertBulkChange(
  workspaceId: number,
  sql: SqlClient,
  change: { userId: number; before: readonly StepBack[]; at: Date },
): Promise<number> {
  return (
    await sql.query<{ id: number }>(
      'insert into inbox_bulk_change (workspace_id, user_id, before, created_at) values ($1, $2, $3, $4) returning id',
      [workspaceId, change.userId, JSON.stringify(change.before), change.at],
    )
  ).rows[0]!.id;
}

/** Takes a person's change to undo it; null when it is another's, gone, or undone. */
export async function takeBulkChange(
  workspaceId: number,
  sql: SqlClient,
  bulkId: number,
  userId: number,
): Promise<StepBack[] | null> {
  const { rows } = await sql.query<{ before: StepBack[] }>(
    'delete from inbox_bulk_change where workspace_id = $1 and id = $2 and user_id = $3 returning before',
    [workspaceId, bulkId, userId],
  );
  return rows[0]?.before ?? null;
}

export async function sweepBulkChanges(sql: SqlClient, before: Date): Promise<number> {
  return (await sql.query('delete from inbox_bulk_change where created_at < $1', [before])).rowCount ?? 0;
}
