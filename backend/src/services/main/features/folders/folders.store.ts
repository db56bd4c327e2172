import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';
import { addScope, type CampaignScope } from '../campaigns/campaign-scope';

export interface FolderRow {
  id: number;
  name: string;
  created_at: Date;
  campaign_count: number;
  active_count: number;
}

/** Folders with the campaigns of the scope in them; archived ones do not count. A client sees those that hold a campaign of its own: the others are named after whom it must not know. */
export async function findFolders(
  workspaceId: number,
  sql: SqlClient,
  scope: CampaignScope,
  folderId?: number,
): Promise<FolderRow[]> {
  const where = new Conditions(workspaceId, folderId ?? null);
  where.add(`c.workspace_id = $1 AND c.folder_id = f.id AND c.status <> 'ARCHIVED'`);
  addScope(where, scope);
  const { rows } = await sql.query<FolderRow>(
    `SELECT f.id, f.name, f.created_at, (SELECT count(*)::int FROM campaign c WHERE ${where.sql}) AS campaign_count, (SELECT count(*)::int FROM campaign c WHERE ${where.sql} AND c.status = 'ACTIVE') AS active_count
     FROM folder f WHERE f.workspace_id = $1 AND ($2::int IS NULL OR f.id = $2)${scope.clientId === null ? '' : ` AND EXISTS (SELECT FROM campaign c WHERE ${where.sql})`} ORDER BY lower(f.name)`,
    where.values,
  );
  return rows;
}

export async function countWithoutFolder(workspaceId: number, sql: SqlClient, scope: CampaignScope): Promise<number> {
  const where = new Conditions();
  where.add(`c.workspace_id = ? AND c.folder_id IS NULL AND c.status <> 'ARCHIVED'`, workspaceId);
  addScope(where, scope);
  return (
    (
      await sql.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM campaign c WHERE ${where.sql}`,
        where.values,
      )
    ).rows[0]?.count ?? 0
  );
}

export async function insertFolder(workspaceId: number, sql: SqlClient, name: string): Promise<number> {
  return (
    (
      await sql.query<{ id: number }>('INSERT INTO folder (workspace_id, name) VALUES ($1, $2) RETURNING id', [
        workspaceId,
        name,
      ])
    ).rows[0] as { id: number }
  ).id;
}

export async function renameFolderRow(
  workspaceId: number,
  sql: SqlClient,
  folderId: number,
  name: string,
): Promise<boolean> {
  return (
    (await sql.query('UPDATE folder SET name = $3 WHERE workspace_id = $1 AND id = $2', [workspaceId, folderId, name]))
      .rowCount === 1
  );
}

/** Its campaigns stay, in no folder. */
export async function removeFolder(workspaceId: number, sql: SqlClient, folderId: number): Promise<boolean> {
  await sql.query('UPDATE campaign SET folder_id = NULL WHERE workspace_id = $1 AND folder_id = $2', [
    workspaceId,
    folderId,
  ]);
  return (
    (await sql.query('DELETE FROM folder WHERE workspace_id = $1 AND id = $2', [workspaceId, folderId])).rowCount === 1
  );
}
