import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { getPanel } from './conversations/get-panel';
import { getThread, openAttachment } from './conversations/get-thread';
import { addNote, addTask, ignoreReply, setReminder } from './conversations/lead-records';
import { countInbox, listConversations } from './conversations/list-conversations';
import { actAtOnce } from './recent/act-at-once';
import { cancelOutgoing } from './outgoing/cancel-outgoing';
import { completeTask, removeReminder, setRevenue } from './recent/change-records';
import { getDocument, openDocument } from './conversations/mail-document';
import { sendDraftedNow } from './conversations/send-drafted';
import { forwardMessage, getOutgoing, replyToThread, signAttachment } from './conversations/send-reply';

export const inboxRoutes = (deps: MainDeps) =>
  routes(inboxContract)(deps, {
    listConversations: (d, { actor, query }) => listConversations(d, actor, query),
    countFolders: (d, { actor }) => countInbox(d, actor),
    changeConversations: (d, { actor, body }) => actAtOnce(d, actor, body),
    getThread: (d, { actor, params }) => getThread(d, actor, params.enrolmentId),
    getPanel: (d, { actor, params }) => getPanel(d, actor, params.enrolmentId),
    reply: (d, { actor, params, body }) => replyToThread(d, actor, params.enrolmentId, body),
    forward: (d, { actor, params, body }) => forwardMessage(d, actor, params.enrolmentId, body),
    getOutgoing: (d, { actor, params }) => getOutgoing(d, actor, params),
    cancelOutgoing: (d, { actor, params }) => cancelOutgoing(d, actor, params.statsId),
    sendDrafted: (d, { actor, params }) => sendDraftedNow(d, actor, params.statsId),
    signAttachment: (d, { actor, body }) => signAttachment(d, actor, body),
    openAttachment: (d, { actor, params }) => openAttachment(d, actor, params.messageId, params.index),
    openDocument: (d, { actor, params }) => openDocument(d, actor, params.messageId),
    getDocument: (d, { params, query }) => getDocument(d, params.messageId, query),
    ignoreReply: (d, { actor, params }) => ignoreReply(d, actor, params.messageId),
    setRevenue: (d, { actor, params, body }) => setRevenue(d, actor, params.enrolmentId, body.revenue),
    addNote: (d, { actor, params, body }) =>
      addNote(d, actor, {
        enrolmentId: params.enrolmentId,
        message: body.note_message,
        mentionedUserIds: body.mentioned_user_ids,
      }),
    addTask: (d, { actor, params, body }) => addTask(d, actor, params.enrolmentId, body),
    completeTask: (d, { actor, params, body }) => completeTask(d, actor, params.taskId, body.is_completed),
    setReminder: (d, { actor, params, body }) => setReminder(d, actor, params.enrolmentId, body),
    removeReminder: (d, { actor, params }) => removeReminder(d, actor, params.reminderId),
  });
