import type { WorkspaceId } from '@skein/contracts/ids';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { addScope, type CampaignScope } from '#access/access.api';

export interface FolderRow {
  id: number;
  name: string;
  created_at: Date;
  campaign_count: number;
  active_count: number;
}

/**
 * Folders with the campaigns of the scope in them; archived ones do not count. A client sees those that hold a campaign
 * of its own: the others are named after whom it must not know.
 */
export async function findFolders(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  folderId?: number,
): Promise<FolderRow[]> {
  const where = new Conditions(workspaceId, folderId ?? null);
  where.add(`c.workspace_id = $1 AND c.folder_id = f.id AND c.status <> 'ARCHIVED'`);
  addScope(where, scope);
  const { rows } = await sql.query<FolderRow>(
    `
      select f.id, f.name, f.created_at, (select count(*)::int from campaign c where ${where.sql}) as campaign_count,
        (select count(*)::int from campaign c where ${where.sql} and c.status = 'ACTIVE') as active_count
      from folder f
      where f.workspace_id = $1 and ($2::int is null
        or f.id = $2)${scope.clientId === null ? '' : ` and exists (select from campaign c where ${where.sql})`}
      order by lower(f.name)
    `,
    where.values,
  );
  return rows;
}

export async function countWithoutFolder(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
): Promise<number> {
  const where = new Conditions();
  where.add(`c.workspace_id = ? and c.folder_id is null and c.status <> 'ARCHIVED'`, workspaceId);
  addScope(where, scope);
  return (
    (
      await sql.query<{ count: number }>(
        `select count(*)::int as count from campaign c where ${where.sql}`,
        where.values,
      )
    ).rows[0]?.count ?? 0
  );
}

export async function insertFolder(workspaceId: WorkspaceId, sql: SqlClient, name: string): Promise<number> {
  return (
    (
      await sql.query<{ id: number }>('insert into folder (workspace_id, name) values ($1, $2) returning id', [
        workspaceId,
        name,
      ])
    ).rows[0] as { id: number }
  ).id;
}

export async function renameFolderRow(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  folderId: number,
  name: string,
): Promise<boolean> {
  return (
    (await sql.query('update folder set name = $3 where workspace_id = $1 and id = $2', [workspaceId, folderId, name]))
      .rowCount === 1
  );
}

/** Its campaigns stay, in no folder. */
export async function removeFolder(workspaceId: WorkspaceId, sql: SqlClient, folderId: number): Promise<boolean> {
  await sql.query('update campaign set folder_id = null where workspace_id = $1 and folder_id = $2', [
    workspaceId,
    folderId,
  ]);
  return (
    (await sql.query('delete from folder where workspace_id = $1 and id = $2', [workspaceId, folderId])).rowCount === 1
  );
}
