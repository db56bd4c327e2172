import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** An import that is on hold, until a moment of campaign time in milliseconds. */
export interface ImportHold {
  uploadId: number;
  until: number;
  reason: string;
}

/** The imports of a workspace that are on hold. */
export async function findImportHolds(workspaceId: WorkspaceId, sql: SqlClient, now: number): Promise<ImportHold[]> {
  const { rows } = await sql.query<{ scope_id: string; until: Date; reason: string }>(
    `
      select scope_id, until, reason
      from bounce_response
      where workspace_id = $1 and scope = 'IMPORT' and ended_at is null and until > $2
    `,
    [workspaceId, new Date(now)],
  );
  return rows.map((row) => ({ uploadId: Number(row.scope_id), until: row.until.getTime(), reason: row.reason }));
}

/** How many new leads of each campaign came with each of these imports and wait for nothing else. */
export async function countNewLeadsOf(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignIds: readonly CampaignId[],
  uploadIds: readonly number[],
): Promise<{ campaign_id: CampaignId; upload_id: number; leads: number }[]> {
  const { rows } = await sql.query<{ campaign_id: CampaignId; upload_id: number; leads: number }>(
    `
      select campaign_id, upload_id, count(*)::int as leads
      from enrolment
      where workspace_id = $1
        and campaign_id = any($2)
        and upload_id = any($3)
        and status = 'STARTED'
        and open_intent_id is null
        and not is_parked
        and hold_kind is null
      group by 1, 2
    `,
    [workspaceId, campaignIds, uploadIds],
  );
  return rows;
}
