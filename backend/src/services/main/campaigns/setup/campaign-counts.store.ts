import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface DeletionCounts {
  leads: number;
  sent_emails: number;
  replies: number;
  steps: number;
  subsequences: number;
  uploads: number;
  webhooks: number;
}

/** What hangs on a campaign. */
export async function countDeletion(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<DeletionCounts> {
  const { rows } = await sql.query<DeletionCounts>(
    `
      select (select count(*)::int from enrolment where workspace_id = $1 and campaign_id = $2) as leads,
        (
          select count(*)::int
          from intent
          where workspace_id = $1 and campaign_id = $2 and state in ('SENT', 'IN_DOUBT')
        ) as sent_emails,
        (
          select count(*)::int
          from enrolment
          where workspace_id = $1 and campaign_id = $2 and first_reply_at is not null
        ) as replies,
        (
          select count(*)::int
          from sequence_step
          where workspace_id = $1 and campaign_id = $2 and not is_deleted
        ) as steps,
        (
          select count(*)::int from campaign where workspace_id = $1 and parent_campaign_id = $2
        ) as subsequences,
        (select count(*)::int from lead_upload where workspace_id = $1 and campaign_id = $2) as uploads,
        (select count(*)::int from webhook where workspace_id = $1 and campaign_id = $2) as webhooks
    `,
    [workspaceId, campaignId],
  );
  return rows[0] as DeletionCounts;
}
