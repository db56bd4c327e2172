// What comes back: reading mailboxes, conversations, replies.
export { sealContext } from './assistant/ask-model';
export { startInboxSync } from './inbox-sync/inbox-sync.worker';
export { createSyncSteps, inboxSyncDeps, type SyncSteps } from './inbox-sync/sync-due';
export { changeConversations } from './conversations/change-conversations';
export { findConversations, requireConversation } from './conversations/conversation-scope.store';
export { getThread } from './conversations/get-thread';
export { addNote, addTask, setReminder, setRevenue } from './conversations/lead-records';
export { countInbox, listConversations } from './conversations/list-conversations';
export { safeContents } from './conversations/message-view';
export { findOutgoing, toOutgoingView } from './conversations/outgoing.store';
export { uploadFolder } from './conversations/reply-files';
export { forwardMessage, replyToThread } from './conversations/send-reply';
export { findMessages, findSender, type MessageRecord } from './conversations/thread.store';
