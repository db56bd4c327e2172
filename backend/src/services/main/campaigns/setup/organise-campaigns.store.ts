import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export async function moveToFolder(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignIds: CampaignId[],
  folderId: number | null,
): Promise<void> {
  await sql.query('update campaign set folder_id = $3 where workspace_id = $1 and id = any($2)', [
    workspaceId,
    campaignIds,
    folderId,
  ]);
}

/** Tags to add to campaigns and tags to remove from them. */
interface TagChange {
  campaignIds: CampaignId[];
  add: number[];
  remove: number[];
}

export async function linkTags(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignIds, add, remove }: TagChange,
): Promise<void> {
  await sql.query('delete from campaign_tag where workspace_id = $1 and campaign_id = any($2) and tag_id = any($3)', [
    workspaceId,
    campaignIds,
    remove,
  ]);
  await sql.query(
    `
      insert into campaign_tag (workspace_id, campaign_id, tag_id)
      select $1, c.id, t.id
      from unnest($2::int[]) as c(id), unnest($3::int[]) as t(id)
      on conflict
      do nothing
    `,
    [workspaceId, campaignIds, add],
  );
}
