import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface Snooze {
  key: string;
  /** How many the item stood for when it was snoozed. */
  count: number;
  until: Date;
}

/** What a person snoozed that has not come back by `now`. */
export async function findSnoozes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  now: Date,
): Promise<Snooze[]> {
  const { rows } = await sql.query<Snooze>(
    'select key, count, until from attention_snooze where workspace_id = $1 and user_id = $2 and until > $3',
    [workspaceId, userId, now],
  );
  return rows;
}

/** Keeps a snooze, in place of an earlier one of the same item; those that are over are removed. */
export async function writeSnooze(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  { key, count, until, now }: Snooze & { now: Date },
): Promise<void> {
  await sql.query('delete from attention_snooze where workspace_id = $1 and user_id = $2 and until <= $3', [
    workspaceId,
    userId,
    now,
  ]);
  await sql.query(
    `
      insert into attention_snooze (workspace_id, user_id, key, count, until)
      values ($1, $2, $3, $4, $5)
      on conflict (workspace_id, user_id, key) do update set count = excluded.count, until = excluded.until
    `,
    [workspaceId, userId, key, count, until],
  );
}

/** An item that was not snoozed changes nothing. */
export async function deleteSnooze(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  key: string,
): Promise<void> {
  await sql.query('delete from attention_snooze where workspace_id = $1 and user_id = $2 and key = $3', [
    workspaceId,
    userId,
    key,
  ]);
}
