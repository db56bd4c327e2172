import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { holdCampaign } from '#access/access.api';
import { nextTriggerOf, scheduleOf } from './campaign-schedule';
import { noteEdit } from './note-edit';
import { changeCampaign } from './change-campaign';

/**
 * Lets a campaign see new work (leads added or resumed, a step or mailbox more): an active one fires at its next slot even
 * if it had nothing to wait for; a completed one goes on (docs/domain.md, Statuses). Others stay as they are.
 * @param now campaign time in milliseconds
 */
export async function wakeCampaign(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  now: number,
): Promise<void> {
  const campaign = await holdCampaign(workspaceId, sql, campaignId);
  if (!campaign || (campaign.status !== 'ACTIVE' && campaign.status !== 'COMPLETED')) return;
  const next = nextTriggerOf(scheduleOf(campaign), now, campaign.last_trigger_slot_at?.getTime() ?? null);
  if (next === null) return;
  const at = new Date(now);
  if (campaign.status === 'COMPLETED') {
    await changeCampaign(workspaceId, sql, {
      campaignId,
      change: {
        status: 'ACTIVE',
        status_reason: null,
        status_detail: null,
        status_changed_at: at,
        status_changed_by: null,
        completed_at: null,
        next_trigger_at: new Date(next),
      },
      at,
    });
    await noteEdit(workspaceId, sql, {
      campaignId,
      userId: null,
      area: 'status',
      detail: { from: 'COMPLETED', to: 'ACTIVE', because: 'leads were added or resumed' },
      at,
    });
  } else if (campaign.next_trigger_at === null || campaign.next_trigger_at.getTime() > next) {
    await changeCampaign(workspaceId, sql, { campaignId, change: { next_trigger_at: new Date(next) }, at });
  }
}
