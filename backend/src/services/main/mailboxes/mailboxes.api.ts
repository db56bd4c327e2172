// Mailboxes: connecting them, their servers, health and limits.
export { clientContext, createConsents } from './consents/consents';
export { readRequests } from './inbox-reading/read-channels';
export { readRecorder } from './inbox-reading/read-recorder';
export { createReadRequests, readInboxesOfReplies, type ReadInboxes } from './inbox-reading/request-reads';
export { importRowContext } from './mailbox-imports/mailbox-import-view';
export { createDeadWorkerSweep } from './mailbox-leases/dead-workers';
export {
  connectByOauth,
  connectMailbox,
  findConnectedId,
  requireVisible,
  type Connection,
  type Settings,
} from './connections/connect-mailbox';
export { fetchMessages } from './connections/fetch-messages';
export { startMailboxCare } from './connections/recheck-mailboxes';
export { secretContext } from './connections/mailbox-grants';
export { mailboxServers } from './connections/mailbox-servers';
export { filterOf } from './connections/mailbox-filter';
export { connectionRules, mailboxDeps } from './connections/mailboxes.deps';
export type { MailboxRecord } from './connections/mailbox-record.store';
export { tryConnection } from './connections/try-connection';
export {
  applyClientRulesTo,
  countVisibleMailboxes,
  findNewestMailboxes,
  removeMailbox,
  setSuspended,
  tagMany,
  updateMailbox,
} from './connections/mailboxes';
export { reconnectMailbox, retryFailing, revokeConsent } from './connections/reconnect';
