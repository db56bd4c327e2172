import type { SqlClient } from '../../../../platform/db/database';

export async function moveToFolder(
  workspaceId: number,
  sql: SqlClient,
  campaignIds: number[],
  folderId: number | null,
): Promise<void> {
  await sql.query('UPDATE campaign SET folder_id = $3 WHERE workspace_id = $1 AND id = ANY($2)', [
    workspaceId,
    campaignIds,
    folderId,
  ]);
}

export async function linkTags(
  workspaceId: number,
  sql: SqlClient,
  campaignIds: number[],
  add: number[],
  remove: number[],
): Promise<void> {
  await sql.query('DELETE FROM campaign_tag WHERE workspace_id = $1 AND campaign_id = ANY($2) AND tag_id = ANY($3)', [
    workspaceId,
    campaignIds,
    remove,
  ]);
  await sql.query(
    'INSERT INTO campaign_tag (workspace_id, campaign_id, tag_id) SELECT $1, c.id, t.id FROM unnest($2::int[]) AS c(id), unnest($3::int[]) AS t(id) ON CONFLICT DO NOTHING',
    [workspaceId, campaignIds, add],
  );
}
