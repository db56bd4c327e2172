import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** Whether there are leads that are queued, in progress or paused: counted up to 1,000 only. */
export async function countOpenLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `
      select count(*)::int as count
      from (
        select
        from enrolment
        where workspace_id = $1 and campaign_id = $2 and status in ('STARTED', 'INPROGRESS', 'PAUSED')
        limit 1000
      ) open
    `,
    [workspaceId, campaignId],
  );
  return rows[0]?.count ?? 0;
}
