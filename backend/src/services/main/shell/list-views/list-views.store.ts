import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { ViewList } from '@skein/contracts/main/list-views.contract';
import type { SqlClient } from '#platform/db/database';

export interface ViewRow {
  id: number;
  list: ViewList;
  name: string;
  address: string;
  created_at: Date;
}

const columns = `id, area AS list, name, query->>'address' AS address, created_at`;

/** The person's views in the order in which they were made. */
export async function findViews(workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<ViewRow[]> {
  return (
    await sql.query<ViewRow>(
      `select ${columns} from saved_view where workspace_id = $1 and user_id = $2 and query ? 'address' order by id`,
      [workspaceId, userId],
    )
  ).rows;
}

/** Takes the person's row, so that two requests cannot both take the last free place. @returns how many views there are */
export async function lockAndCountViews(workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<number> {
  await sql.query('select from app_user where workspace_id = $1 and id = $2 for no key update', [workspaceId, userId]);
  return (
    (
      await sql.query<{ count: number }>(
        'select count(*)::int as count from saved_view where workspace_id = $1 and user_id = $2',
        [workspaceId, userId],
      )
    ).rows[0]?.count ?? 0
  );
}

export async function insertView(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  view: { list: ViewList; name: string; address: string },
): Promise<ViewRow> {
  const { rows } = await sql.query<ViewRow>(
    `
      insert into saved_view (workspace_id, user_id, area, name, query)
      values ($1, $2, $3, $4, jsonb_build_object('address', $5::text))
      returning ${columns}
    `,
    [workspaceId, userId, view.list, view.name, view.address],
  );
  return rows[0] as ViewRow;
}

/** What changes in a person's view. */
interface ViewChange {
  userId: UserId;
  viewId: number;
  change: { name?: string; address?: string };
}

export async function writeView(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { userId, viewId, change }: ViewChange,
): Promise<ViewRow | null> {
  const { rows } = await sql.query<ViewRow>(
    `
      update saved_view
      set name = coalesce($4, name),
        query = case when $5::text is null then query else jsonb_build_object('address', $5::text) end
      where workspace_id = $1 and user_id = $2 and id = $3
      returning ${columns}
    `,
    [workspaceId, userId, viewId, change.name ?? null, change.address ?? null],
  );
  return rows[0] ?? null;
}

export async function removeView(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  viewId: number,
): Promise<boolean> {
  return (
    (
      await sql.query('delete from saved_view where workspace_id = $1 and user_id = $2 and id = $3', [
        workspaceId,
        userId,
        viewId,
      ])
    ).rowCount === 1
  );
}

export async function findChoices(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
): Promise<Record<string, object>> {
  const { rows } = await sql.query<{ lists: Record<string, object> | null }>(
    `select preferences->'lists' as lists from app_user where workspace_id = $1 and id = $2`,
    [workspaceId, userId],
  );
  return rows[0]?.lists ?? {};
}

/** What a person chose for a list. */
interface ListChoice {
  userId: UserId;
  list: string;
  choice: object;
}

/** Lays the choice over what was kept of that list. */
export async function writeChoice(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { userId, list, choice }: ListChoice,
): Promise<void> {
  await sql.query(
    `
      update app_user
      set preferences = jsonb_set(
        jsonb_set(preferences, '{lists}', coalesce(preferences->'lists', '{}')), array['lists', $3::text],
          coalesce(preferences->'lists'->($3::text), '{}') || $4::jsonb
      )
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, userId, list, JSON.stringify(choice)],
  );
}
