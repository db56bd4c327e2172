// What comes back: reading mailboxes, conversations, replies.
export { sealContext } from './assistant/ask-model';
export { startInboxSync } from './inbox-sync/inbox-sync.worker';
export { createSyncSteps, inboxSyncDeps, type SyncSteps } from './inbox-sync/sync-due';
export { changeConversations } from './inbox/change-conversations';
export { findConversations, requireConversation } from './inbox/conversation-scope';
export { getThread } from './inbox/get-thread';
export { addNote, addTask, setReminder, setRevenue } from './inbox/lead-records';
export { countInbox, listConversations } from './inbox/list-conversations';
export { safeContents } from './inbox/message-view';
export { findOutgoing, toOutgoingView } from './inbox/outgoing.store';
export { uploadFolder } from './inbox/reply-files';
export { forwardMessage, replyToThread } from './inbox/send-reply';
export { findMessages, findSender, type MessageRecord } from './inbox/thread.store';
