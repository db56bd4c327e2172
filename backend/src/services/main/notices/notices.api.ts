// What is told to people and systems: notices, webhooks.
export { countNotices } from './delivery/read-notices';
export { isTheirs, requireWebhook, saveWebhook, webhookDeps, webhookView } from './webhooks/manage-webhooks';
export { statusNotice } from './webhooks/status-notice';
export { secretContext, startWebhookWorker } from './webhooks/webhook-worker';
export { webhookStore } from './webhooks/webhooks.store';
export {
  connectionContext,
  findConnection,
  findConnectionOf,
  markFailing,
  markWorking,
  openCredentials,
  sealCredentials,
  writeCredentials,
  type ConnectionRow,
  type Credentials,
} from './connections/connections.api';
export type { DeliveryTrace, Sender, SenderDeps } from './webhooks/deliver-elsewhere';
export { slackContext as noticeSlackContext, webhookContext as noticeWebhookContext } from './delivery/notice-contexts';
