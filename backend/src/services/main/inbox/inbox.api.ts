// What comes back: reading mailboxes, conversations, replies.
export { sealContext } from './assistant/ask-model';
export { startInboxSync } from './inbox-sync/inbox-sync.worker';
export { createSyncSteps, inboxSyncDeps, type SyncSteps } from './inbox-sync/sync-due';
export { untrackedUndos } from './recent/untracked-undos';
export { changeConversations } from './conversations/change-conversations';
export { requireConversation } from './conversations/require-conversation';
export { getThread } from './conversations/get-thread';
export { addNote, addTask, setReminder, setRevenue } from './conversations/lead-records';
export { countInbox, listConversations } from './conversations/list-conversations';
export { safeContents } from './conversations/message-view';
export { uploadFolder } from './conversations/reply-files';
export { forwardMessage, getOutgoing, replyToThread } from './conversations/send-reply';
export { readHistory, visibleConversations } from './conversations/read-history';
export type { MessageRecord } from './conversations/thread.store';
