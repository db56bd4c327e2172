import { z } from 'zod';
import { emailBody } from '../email-texts';
import { emailAddress } from '../address-rules';
import { pageSizes } from '../constants';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { done, flag, idParam, instant, instantInput, pageOf, pageQuery } from '../schemas';
import { mostChosen, inboxFolders, inboxSorts } from './inbox-choices';
import {
  conversationRow,
  inboxFilter,
  noteView,
  outgoingView,
  panelView,
  reminderView,
  taskView,
  threadView,
} from './inbox-views';
import { kept } from './kept-change';
import { conversationAction, mostCopies, replyAttachment, replyAttachments, replySubjectText } from './inbox-fields';

/** Seconds of real time in which a reply can be cancelled before it is sent (docs/domain.md). */
export const undoSeconds = 10;
const addresses = z.array(emailAddress).max(mostCopies);

export const replyInput = z.object({
  html: emailBody.min(1, 'is required'),
  /** Left out: whoever wrote last, else the lead. */
  to_email: emailAddress.optional(),
  cc: addresses.default([]),
  bcc: addresses.default([]),
  subject: replySubjectText.optional(),
  attachments: replyAttachments,
  add_signature: z.boolean().default(false),
  /** A connected mailbox of the campaign; left out, the one of the thread. */
  mailbox_id: idOf('mailbox').optional(),
  /** Without HTML; left out, as the campaign sends. */
  plain_text: z.boolean().optional(),
  /** Campaign time; left out, the mail leaves when the time for undoing is over. */
  send_at: instantInput.optional(),
  /** The mail that is answered; left out, the newest one received. */
  message_id: idParam.optional(),
  /** The draft of this person is thrown away when the reply is accepted. */
  snooze_until: instantInput.nullable().optional(),
  /** `answers` of the thread as the writer saw it: when there are more now, the reply is refused once (409). */
  answers_seen: z.number().int().min(0).optional(),
  /** The writer was told of newer answers and sends all the same. */
  answer_anyway: z.boolean().default(false),
});

export const forwardInput = z.object({
  /** The mail that is forwarded. */
  message_id: idParam,
  to_emails: addresses.min(1, 'is required').max(10),
  cc: addresses.default([]),
  bcc: addresses.default([]),
  /** Words above the forwarded mail. */
  html: emailBody.default(''),
  subject: replySubjectText.optional(),
  add_signature: z.boolean().default(false),
  attachments: replyAttachments,
  include_attachments: z.boolean().default(true),
});

const conversation = z.object({ enrolmentId: idOf('enrolment') });
const read = { who: 'person', may: 'inbox.read' } as const;
const act = { who: 'person', may: 'inbox.reply' } as const;
/** The master inbox: conversations, their threads, and what people do with them. */
export const inboxContract = defineContract({
  service: 'main',
  tag: 'Master inbox',
  endpoints: {
    listConversations: {
      method: 'GET',
      path: '/api/inbox/conversations',
      access: read,
      summary: 'Conversations of a folder, newest first unless sorted otherwise',
      query: inboxFilter
        .extend({ folder: z.enum(inboxFolders).default('replies'), sort: z.enum(inboxSorts).optional() })
        .extend(pageQuery(pageSizes.inbox).shape),
      response: pageOf(conversationRow),
    },
    countFolders: {
      method: 'GET',
      path: '/api/inbox/counts',
      access: read,
      summary: 'How many conversations each folder and each category of Replies holds',
      response: z.object({
        folders: z.record(z.string(), z.number().int()),
        categories: z.array(z.object({ category_id: z.number().int().nullable(), count: z.number().int() })),
        last_synced_at: instant.nullable(),
        sync_errors: z.number().int(),
        /** The newest change of everything matching that this person is told of: under way, or over for less than 10 minutes. */
        bulk_id: z.number().int().nullable(),
      }),
    },
    changeConversations: {
      method: 'POST',
      path: '/api/inbox/actions',
      access: act,
      summary: 'Mark, categorise, archive, snooze, assign, resume or pause one or many conversations',
      body: z.object({
        enrolment_ids: z.array(idOf('enrolment')).min(1).max(mostChosen),
        action: conversationAction,
        /** It follows from looking at a conversation: nobody wants to undo it. */
        is_passing: z.boolean().default(false),
      }),
      response: z.object({
        changed: z.number().int(),
        unchanged: z.number().int(),
        ...kept,
      }),
    },
    getThread: {
      method: 'GET',
      path: '/api/inbox/conversations/:enrolmentId',
      access: read,
      summary: 'The whole thread, safe to show, with the evidence of every decision',
      params: conversation,
      response: threadView,
    },
    getPanel: {
      method: 'GET',
      path: '/api/inbox/conversations/:enrolmentId/panel',
      access: read,
      summary: 'The lead next to the thread: state, timeline, notes, tasks, other campaigns',
      params: conversation,
      response: panelView,
    },
    reply: {
      method: 'POST',
      path: '/api/inbox/conversations/:enrolmentId/reply',
      access: act,
      summary: 'Answer in the thread, now (it can be undone for 10 seconds) or later',
      params: conversation,
      body: replyInput,
      response: outgoingView,
    },
    forward: {
      method: 'POST',
      path: '/api/inbox/conversations/:enrolmentId/forward',
      access: act,
      summary: 'Forward an email of the thread',
      params: conversation,
      body: forwardInput,
      response: z.object({ outgoing: z.array(outgoingView) }),
    },
    getOutgoing: {
      method: 'GET',
      path: '/api/inbox/outgoing/:statsId',
      access: read,
      summary: 'What became of a reply',
      params: z.object({ statsId: z.uuid() }),
      response: outgoingView,
    },
    cancelOutgoing: {
      method: 'POST',
      path: '/api/inbox/outgoing/:statsId/cancel',
      access: act,
      summary: 'Call back a reply that has not left; its content comes back for the composer',
      params: z.object({ statsId: z.uuid() }),
      response: outgoingView.extend(kept),
    },
    sendDrafted: {
      method: 'POST',
      path: '/api/inbox/outgoing/:statsId/send-now',
      access: act,
      summary: 'Send an answer that the AI drafted now, instead of at the end of its delay',
      params: z.object({ statsId: z.uuid() }),
      response: outgoingView,
    },
    signAttachment: {
      method: 'POST',
      path: '/api/inbox/attachments',
      access: act,
      summary: 'An address to which the browser uploads one attachment',
      body: replyAttachment.omit({ storage_key: true }),
      response: z.object({ storage_key: z.string(), upload_url: z.string() }),
    },
    openAttachment: {
      method: 'GET',
      path: '/api/inbox/messages/:messageId/attachments/:index',
      access: read,
      summary: 'A short-lived address of an attachment',
      params: z.object({ messageId: idParam, index: z.coerce.number<number>().int().min(0).max(500) }),
      response: z.object({ url: z.string() }),
    },
    openDocument: {
      method: 'GET',
      path: '/api/inbox/messages/:messageId/document-link',
      access: read,
      summary: 'A short-lived address of an email’s body, for a frame',
      params: z.object({ messageId: idParam }),
      response: z.object({ url: z.string() }),
    },
    getDocument: {
      method: 'GET',
      path: '/api/inbox/messages/:messageId/document',
      access: { who: 'link' },
      summary:
        'An email’s cleaned body as a sandboxed document with its own policy; remote images only with `images`, without the quotation with `own`',
      params: z.object({ messageId: idParam }),
      query: z.object({ ticket: z.string().max(200), images: flag.optional(), own: flag.optional() }),
      response: z.unknown(),
      answer: 'raw',
    },
    ignoreReply: {
      method: 'POST',
      path: '/api/inbox/messages/:messageId/ignore',
      access: act,
      summary: 'Do not count this as a reply; a lead that it stopped continues',
      params: z.object({ messageId: idParam }),
      response: done.extend({ is_resumed: z.boolean() }),
    },
    setRevenue: {
      method: 'PUT',
      path: '/api/inbox/conversations/:enrolmentId/revenue',
      access: act,
      summary: 'Expected revenue',
      params: conversation,
      body: z.object({ revenue: z.number().min(0, 'must be 0 or more').max(999_999_999_999) }),
      response: done.extend(kept),
    },
    addNote: {
      method: 'POST',
      path: '/api/inbox/conversations/:enrolmentId/notes',
      access: act,
      summary: 'Add a note',
      params: conversation,
      body: z.object({
        note_message: z.string().trim().min(1, 'is required').max(5_000),
        /** People who see the conversation; each is notified. */
        mentioned_user_ids: z.array(idParam).max(20).default([]),
      }),
      response: noteView,
    },
    addTask: {
      method: 'POST',
      path: '/api/inbox/conversations/:enrolmentId/tasks',
      access: act,
      summary: 'Add a task',
      params: conversation,
      body: z.object({
        name: z.string().trim().min(1, 'is required').max(200),
        description: z.string().trim().max(5_000).nullable().default(null),
        priority: z.enum(['HIGH', 'MEDIUM', 'LOW']).default('MEDIUM'),
        due_at: instantInput.nullable().default(null),
        assigned_user_id: idParam.nullable().default(null),
      }),
      response: taskView,
    },
    completeTask: {
      method: 'POST',
      path: '/api/inbox/tasks/:taskId/complete',
      access: act,
      summary: 'Complete a task, or open it again',
      params: z.object({ taskId: idParam }),
      body: z.object({ is_completed: z.boolean().default(true) }),
      response: taskView.extend(kept),
    },
    setReminder: {
      method: 'POST',
      path: '/api/inbox/conversations/:enrolmentId/reminders',
      access: act,
      summary: 'Be reminded of this conversation',
      params: conversation,
      body: z.object({
        message: z.string().trim().max(1_000).default(''),
        remind_at: instantInput,
        stats_id: z.uuid().nullable().default(null),
      }),
      response: reminderView,
    },
    removeReminder: {
      method: 'DELETE',
      path: '/api/inbox/reminders/:reminderId',
      access: act,
      summary: 'Take a reminder away',
      params: z.object({ reminderId: idParam }),
      response: done.extend(kept),
    },
  },
});
