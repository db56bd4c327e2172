import type { CampaignId, ClientId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { WebhookEvent } from '@skein/contracts/constants';
import type { SqlClient, Transaction } from '#platform/db/database';
import { insertDeliveries } from './queue-webhooks.store';

/** Something that webhooks may want to hear of and that is no mail event: a status change, an untracked reply, a disconnected mailbox. */
export interface WebhookNotice {
  workspaceId: WorkspaceId;
  type: WebhookEvent;
  campaignId?: CampaignId | null;
  clientId?: ClientId | null;
  /** The lead that it is about, and its place in a campaign, where there is one. */
  leadId?: LeadId | null;
  enrolmentId?: EnrolmentId | null;
  /** Deliveries with the same key arrive in order. */
  orderKey?: string | null;
  /** The event's own fields; the common ones are added when it is delivered. */
  data: Record<string, unknown>;
}

/** Queues a notice for every subscription that wants it, in the caller's transaction. */
export const queueWebhookNotice = (tx: Transaction | SqlClient, notice: WebhookNotice): Promise<void> =>
  insertDeliveries(tx, {
    workspace_id: notice.workspaceId,
    type: notice.type,
    campaign_id: notice.campaignId ?? null,
    client_id: notice.clientId ?? null,
    data: JSON.stringify(notice.data),
    order_key: notice.orderKey ?? null,
    lead_id: notice.leadId ?? null,
    enrolment_id: notice.enrolmentId ?? null,
  });
