import type { CampaignId, ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { CampaignStatus, CampaignStatusReason } from '@skein/contracts/constants';
import type { WebhookNotice } from '#lifecycle/lifecycle.api';

/** CAMPAIGN_STATUS_CHANGED, as its receivers read it: whoever or whatever changed the status. */
export const statusNotice = (change: {
  workspaceId: WorkspaceId;
  campaignId: CampaignId;
  clientId: ClientId | null;
  from: CampaignStatus;
  to: CampaignStatus;
  reason: CampaignStatusReason | null;
}): WebhookNotice => ({
  workspaceId: change.workspaceId,
  type: 'CAMPAIGN_STATUS_CHANGED',
  campaignId: change.campaignId,
  clientId: change.clientId,
  orderKey: `campaign:${change.campaignId}`,
  data: {
    old_status: change.from,
    new_status: change.to,
    status: change.to,
    reason: change.reason,
    description: `The campaign went from ${change.from} to ${change.to}.`,
  },
});
