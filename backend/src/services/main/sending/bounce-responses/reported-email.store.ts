import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

interface ReportedEmail {
  workspace_id: WorkspaceId;
  campaign_id: CampaignId | null;
  /** How often it was sent. */
  attempts: number;
}

export async function findReportedEmail(sql: SqlClient, intentId: string): Promise<ReportedEmail | null> {
  const { rows } = await sql.query<ReportedEmail>(
    'select workspace_id, campaign_id, attempts from intent where id = $1',
    [intentId],
  );
  return rows[0] ?? null;
}
