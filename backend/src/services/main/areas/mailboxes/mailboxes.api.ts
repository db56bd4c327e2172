// Mailboxes: connecting them, their servers, health and limits.
export { clientContext, createConsents } from './consents/consents';
export {
  inboxesOfReplies,
  outdateInboxReads,
  readRequests,
  recordMissedReads,
} from './inbox-reading/inbox-reading.store';
export { readRecorder } from './inbox-reading/read-recorder';
export { createReadRequests, type ReadInboxes } from './inbox-reading/request-reads';
export { importRowContext } from './mailbox-imports/mailbox-import-view';
export { createDeadWorkerSweep } from './mailbox-leases/dead-workers';
export {
  connectByOauth,
  connectMailbox,
  reconnectMailbox,
  requireVisible,
  type Connection,
  type Settings,
} from './mailboxes/connect-mailbox';
export { fetchMessages } from './mailboxes/fetch-messages';
export { startMailboxCare } from './mailboxes/mailbox-care';
export { secretContext } from './mailboxes/mailbox-grants';
export { mailboxServers } from './mailboxes/mailbox-servers';
export { filterOf } from './mailboxes/mailbox-filter';
export { connectionRules, mailboxDeps } from './mailboxes/mailboxes.deps';
export type { MailboxRecord } from './mailboxes/mailboxes.store';
export { removeMailbox, setSuspended, tagMany, updateMailbox } from './mailboxes/manage-mailbox';
export { forgetConsent, recheckSoon } from './mailboxes/reconnect.store';
