// For the other features of the inbox: conversations and the files of replies.
export { countDrafted } from './drafted-replies.store';
export { countMatching, findMatchingIds, type MatchingQuery } from './conversation-page.store';
export { findConversations, requireConversation } from './conversation-scope.store';
export { getThread } from './get-thread';
export { reserveDrafted } from './send-drafted';
export { checkAttachments } from './send-reply';
