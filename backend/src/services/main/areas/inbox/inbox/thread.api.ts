// For the other features of the inbox: conversations and the files of replies.
export { requireConversation } from './conversation-scope';
export { getThread } from './get-thread';
export { checkAttachments } from './send-reply';
