import type { SqlClient } from '../../../../platform/db/database';

export const readPicture = async (workspaceId: number, sql: SqlClient, userId: number): Promise<string | null> =>
  (
    await sql.query<{ profile_pic_url: string | null }>(
      'SELECT profile_pic_url FROM app_user WHERE workspace_id = $1 AND id = $2 FOR UPDATE',
      [workspaceId, userId],
    )
  ).rows[0]?.profile_pic_url ?? null;

export async function writePicture(
  workspaceId: number,
  sql: SqlClient,
  userId: number,
  url: string | null,
): Promise<void> {
  await sql.query('UPDATE app_user SET profile_pic_url = $3 WHERE workspace_id = $1 AND id = $2', [
    workspaceId,
    userId,
    url,
  ]);
}
