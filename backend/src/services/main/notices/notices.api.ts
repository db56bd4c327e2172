// What is told to people and systems: notices, webhooks.
export { countNotices } from './delivery/read-notices';
export { replayCampaign, webhooksOfCampaign } from './webhooks/campaign-webhooks';
export { deleteWebhook, requireWebhook, saveWebhook, webhookDeps, webhookView } from './webhooks/webhooks';
export { statusNotice } from './webhooks/status-notice';
export { secretContext, startWebhookWorker } from './webhooks/webhook-worker';
export { connectionContext, openCredentials, sealCredentials, type Credentials } from './connections/credentials';
export { connectionFails, connectionWorks, readConnection, renewCredentials } from './connections/connections';
export type { ConnectionRow } from './connections/connection.store';
export type { DeliveryTrace, Sender, SenderDeps } from './webhooks/deliver-elsewhere';
export { slackContext as noticeSlackContext, webhookContext as noticeWebhookContext } from './delivery/notice-contexts';
