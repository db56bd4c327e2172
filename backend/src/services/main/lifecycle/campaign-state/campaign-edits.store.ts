import type { CampaignId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** @param edit its detail is JSON */
export async function insertEdit(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  edit: { campaignId: CampaignId; userId: UserId | null; area: string; detail: string; at: Date },
): Promise<void> {
  await sql.query(
    `
      insert into campaign_edit (workspace_id, campaign_id, user_id, area, detail, at)
      values ($1, $2, $3, $4, $5, $6)
    `,
    [workspaceId, edit.campaignId, edit.userId, edit.area, edit.detail, edit.at],
  );
}
