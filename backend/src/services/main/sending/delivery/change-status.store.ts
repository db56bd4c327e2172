import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredCampaign } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';
import { cancelOfCampaign, queueWebhookNotice } from '#lifecycle/lifecycle.api';
import { statusNotice } from '#notices/notices.api';

export interface StatusChange {
  workspaceId: WorkspaceId;
  campaignId: CampaignId;
  to: 'PAUSED' | 'COMPLETED';
  reason: 'BOUNCE_GUARD' | null;
  detail: unknown;
  at: Date;
}

/**
 * A status change that the engine makes by itself (guards, completion). Cancels what is reserved when the campaign stops running.
 * People's changes go through the campaigns feature, with its preconditions.
 */
export async function changeStatus(sql: SqlClient, change: StatusChange): Promise<void> {
  const {
    rows: [before],
  } = await sql.query<Pick<StoredCampaign, 'status' | 'client_id'>>(
    'select status, client_id from campaign where workspace_id = $1 and id = $2 for no key update',
    [change.workspaceId, change.campaignId],
  );
  if (!before || before.status === change.to) return;
  await sql.query(
    `
      update campaign
      set status = $3, status_reason = $4, status_detail = $5, status_changed_at = $6,
        status_changed_by = null, updated_at = now(),
        next_trigger_at = null,
        completed_at = case when $3 = 'COMPLETED' then $6 else completed_at end
      where workspace_id = $1 and id = $2
    `,
    [
      change.workspaceId,
      change.campaignId,
      change.to,
      change.reason,
      change.detail === null ? null : JSON.stringify(change.detail),
      change.at,
    ],
  );
  await queueWebhookNotice(
    sql,
    statusNotice({
      workspaceId: change.workspaceId,
      campaignId: change.campaignId,
      clientId: before.client_id,
      from: before.status,
      to: change.to,
      reason: change.reason,
    }),
  );
  await cancelOfCampaign(sql, change.campaignId, change.reason ?? 'COMPLETED');
}
