import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { inScope } from './find-tests.store';
import type { Scope } from './tests.store';

/** A page of the folders that a person sees; all of them without a limit. */
interface FolderFilter {
  userId: UserId;
  search?: string | undefined;
  offset?: number;
  limit?: number | undefined;
}

/**
 * Folders with as many tests as somebody sees: all of them, but a member with limits those with tests of theirs, and their own.
 * @returns each with how many match in all
 */
export async function findFolders(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  { userId, search, offset = 0, limit }: FolderFilter,
): Promise<{ id: number; name: string; tests: number; created_at: Date; is_own: boolean; total: number }[]> {
  return (
    await sql.query<{ id: number; name: string; tests: number; created_at: Date; is_own: boolean; total: number }>(
      `
        select f.id, f.name, f.created_at, count(t.id)::int as tests,
          ($2::int is null and $3::int is null) or f.created_by = $4 as is_own, count(*) over ()::int as total
        from placement_folder f
        left join placement_test t on t.workspace_id = $1 and t.folder_id = f.id and (${inScope('$2', '$3')})
        where f.workspace_id = $1 and ($5::text is null or strpos(lower(f.name), lower($5)) > 0)
        group by f.id
        having ($2::int is null and $3::int is null) or f.created_by = $4 or count(t.id) > 0
        order by f.name, f.id
        offset $6
        limit $7
      `,
      [workspaceId, scope.clientId, scope.memberId, userId, search || null, offset, limit ?? null],
    )
  ).rows;
}

/** How many folders match, where a page behind the last one has none to say so. */
export async function countFolders(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  filter: Pick<FolderFilter, 'userId' | 'search'>,
): Promise<number> {
  return (await findFolders(workspaceId, sql, scope, { ...filter, limit: 1 }))[0]?.total ?? 0;
}

export async function addFolder(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { name, userId, now }: { name: string; userId: UserId; now: Date },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    'insert into placement_folder (workspace_id, name, created_by, created_at) values ($1, $2, $3, $4) returning id',
    [workspaceId, name, userId, now],
  );
  return rows[0]?.id as number;
}

/** @returns whether there was one */
export async function deleteFolder(workspaceId: WorkspaceId, sql: SqlClient, folderId: number): Promise<boolean> {
  await sql.query('update placement_test set folder_id = null where workspace_id = $1 and folder_id = $2', [
    workspaceId,
    folderId,
  ]);
  const { rowCount } = await sql.query('delete from placement_folder where workspace_id = $1 and id = $2', [
    workspaceId,
    folderId,
  ]);
  return rowCount === 1;
}
