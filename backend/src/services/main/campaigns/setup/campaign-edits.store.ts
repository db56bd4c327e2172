import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** The edits of a campaign before one id. */
interface EditsPage {
  campaignId: CampaignId;
  before: number | null;
  limit: number;
}

/** The newest edits of a campaign before an id. */
export async function findEdits(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, before, limit }: EditsPage,
): Promise<{ id: number; area: string; detail: unknown; at: Date; user_name: string | null }[]> {
  const { rows } = await sql.query<{ id: string; area: string; detail: unknown; at: Date; user_name: string | null }>(
    `
      select e.id, e.area, e.detail, e.at, coalesce(u.name, u.email) as user_name
      from campaign_edit e
      left join app_user u on u.id = e.user_id
      where e.workspace_id = $1 and e.campaign_id = $2 and ($3::bigint is null or e.id < $3)
      order by e.id desc
      limit $4
    `,
    [workspaceId, campaignId, before, limit],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
