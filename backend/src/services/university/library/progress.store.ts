import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export type ProgressState = 'STARTED' | 'DONE';

export interface Progress {
  item: string;
  state: ProgressState | null;
  is_saved: boolean;
}

/** What a person has started, finished or saved. */
export async function findProgress(workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<Progress[]> {
  const { rows } = await sql.query<Progress>(
    'select item, state, is_saved from learning_progress where workspace_id = $1 and user_id = $2',
    [workspaceId, userId],
  );
  return rows;
}

/** Keeps progress of one item; what is undefined stays as it was. @returns the row as it is now */
export async function putProgress(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  given: { item: string; state: ProgressState | null | undefined; isSaved: boolean | undefined; at: Date },
): Promise<Progress> {
  const { rows } = await sql.query<Progress>(
    `
      insert into learning_progress (workspace_id, user_id, item, state, is_saved, updated_at)
      values ($1, $2, $3, $4, coalesce($6, false), $7)
      on conflict (workspace_id, user_id, item) do update
      set state = case when $5 then excluded.state else learning_progress.state end,
        is_saved = coalesce($6, learning_progress.is_saved),
        updated_at = excluded.updated_at
      returning item, state, is_saved
    `,
    [workspaceId, userId, given.item, given.state ?? null, given.state !== undefined, given.isSaved ?? null, given.at],
  );
  return rows[0] as Progress;
}
