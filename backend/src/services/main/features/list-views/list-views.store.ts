import type { ViewList } from '@skein/contracts/main/list-views.contract';
import type { SqlClient } from '../../../../platform/db/database';

export interface ViewRow {
  id: number;
  list: ViewList;
  name: string;
  address: string;
  created_at: Date;
}

const columns = `id, area AS list, name, query->>'address' AS address, created_at`;

/** The person's views in the order in which they were made. */
export async function findViews(workspaceId: number, sql: SqlClient, userId: number): Promise<ViewRow[]> {
  return (
    await sql.query<ViewRow>(
      `SELECT ${columns} FROM saved_view WHERE workspace_id = $1 AND user_id = $2 AND query ? 'address' ORDER BY id`,
      [workspaceId, userId],
    )
  ).rows;
}

/** Takes the person's row, so that two requests cannot both take the last free place. @returns how many views there are */
export async function lockAndCountViews(workspaceId: number, sql: SqlClient, userId: number): Promise<number> {
  await sql.query('SELECT FROM app_user WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE', [workspaceId, userId]);
  return (
    (
      await sql.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM saved_view WHERE workspace_id = $1 AND user_id = $2',
        [workspaceId, userId],
      )
    ).rows[0]?.count ?? 0
  );
}

export async function insertView(
  workspaceId: number,
  sql: SqlClient,
  userId: number,
  view: { list: ViewList; name: string; address: string },
): Promise<ViewRow> {
  const { rows } = await sql.query<ViewRow>(
    `INSERT INTO saved_view (workspace_id, user_id, area, name, query) VALUES ($1, $2, $3, $4, jsonb_build_object('address', $5::text)) RETURNING ${columns}`,
    [workspaceId, userId, view.list, view.name, view.address],
  );
  return rows[0] as ViewRow;
}

export async function writeView(
  workspaceId: number,
  sql: SqlClient,
  userId: number,
  viewId: number,
  change: { name?: string; address?: string },
): Promise<ViewRow | null> {
  const { rows } = await sql.query<ViewRow>(
    `UPDATE saved_view SET name = coalesce($4, name), query = CASE WHEN $5::text IS NULL THEN query ELSE jsonb_build_object('address', $5::text) END
     WHERE workspace_id = $1 AND user_id = $2 AND id = $3 RETURNING ${columns}`,
    [workspaceId, userId, viewId, change.name ?? null, change.address ?? null],
  );
  return rows[0] ?? null;
}

export async function removeView(
  workspaceId: number,
  sql: SqlClient,
  userId: number,
  viewId: number,
): Promise<boolean> {
  return (
    (
      await sql.query('DELETE FROM saved_view WHERE workspace_id = $1 AND user_id = $2 AND id = $3', [
        workspaceId,
        userId,
        viewId,
      ])
    ).rowCount === 1
  );
}

export async function findChoices(
  workspaceId: number,
  sql: SqlClient,
  userId: number,
): Promise<Record<string, object>> {
  const { rows } = await sql.query<{ lists: Record<string, object> | null }>(
    `SELECT preferences->'lists' AS lists FROM app_user WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, userId],
  );
  return rows[0]?.lists ?? {};
}

/** Lays the choice over what was kept of that list. */
export async function writeChoice(
  workspaceId: number,
  sql: SqlClient,
  userId: number,
  list: string,
  choice: object,
): Promise<void> {
  await sql.query(
    `UPDATE app_user SET preferences = jsonb_set(jsonb_set(preferences, '{lists}', coalesce(preferences->'lists', '{}')), ARRAY['lists', $3::text], coalesce(preferences->'lists'->($3::text), '{}') || $4::jsonb)
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, userId, list, JSON.stringify(choice)],
  );
}
