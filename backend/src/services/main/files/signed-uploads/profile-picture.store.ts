import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export const readPicture = async (workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<string | null> =>
  (
    await sql.query<{ profile_pic_url: string | null }>(
      'select profile_pic_url from app_user where workspace_id = $1 and id = $2 for update',
      [workspaceId, userId],
    )
  ).rows[0]?.profile_pic_url ?? null;

export async function writePicture(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  url: string | null,
): Promise<void> {
  await sql.query('update app_user set profile_pic_url = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    userId,
    url,
  ]);
}
