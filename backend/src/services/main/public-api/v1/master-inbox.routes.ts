import { v1MasterInboxContract } from '@skein/contracts/v1/master-inbox.contract';
import { v1MessagesContract } from '@skein/contracts/v1/messages.contract';
import type { MainDeps } from '#main/deps';
import { addNote, addTask, setReminder, setRevenue } from '#inbox/inbox.api';
import { blockEntries } from './block-list';
import { categoryOf } from './categories';
import {
  act,
  answered,
  getConversation,
  listUntrackedReplies,
  listView,
  locateConversation,
  readReplyStatus,
  resumeConversation,
} from './master-inbox';
import { readHistory, sendForward, sendReply } from './messages';
import { wireRoutes } from './wire-routes';

export const v1MasterInboxRoutes = (deps: MainDeps) =>
  wireRoutes(v1MasterInboxContract)(deps, {
    replies: (d, { actor, query, body }) => listView(d, actor, { view: 'replies', body, query }),
    unread: (d, { actor, query, body }) => listView(d, actor, { view: 'unread', body, query }),
    sent: (d, { actor, query, body }) => listView(d, actor, { view: 'sent', body, query }),
    important: (d, { actor, query, body }) => listView(d, actor, { view: 'important', body, query }),
    snoozed: (d, { actor, query, body }) => listView(d, actor, { view: 'snoozed', body, query }),
    reminders: (d, { actor, query, body }) => listView(d, actor, { view: 'reminders', body, query }),
    scheduled: (d, { actor, query, body }) => listView(d, actor, { view: 'scheduled', body, query }),
    archived: (d, { actor, query, body }) => listView(d, actor, { view: 'archived', body, query }),
    assignedToMe: (d, { actor, query, body }) => listView(d, actor, { view: 'assignedToMe', body, query }),
    views: (d, { actor, query, body }) => listView(d, actor, { view: 'views', body, query }),
    untrackedReplies: (d, { raw, query }) => listUntrackedReplies(d, raw.req.raw, query),
    replyStatus: (d, { actor, query }) => readReplyStatus(d, actor, query.message_id),
    get: (d, { actor, params }) => getConversation(d, actor, params.enrolmentId),
    setRead: (d, { actor, body }) =>
      act(d, actor, {
        about: body,
        action: { do: 'read', is_read: body.read_status },
        message: 'The read status was changed.',
      }),
    markUnread: (d, { actor, body }) =>
      act(d, actor, { about: body, action: { do: 'read', is_read: false }, message: 'The read status was changed.' }),
    setCategory: async (d, { actor, body }) =>
      act(d, actor, {
        about: body,
        action: { do: 'category', category_id: await categoryOf(d, actor, body), pause_lead: false },
        message: 'The category was changed.',
      }),
    setRevenue: async (d, { actor, body }) => {
      const { id: enrolmentId } = await locateConversation(d, actor, body);
      await setRevenue(d, actor, { enrolmentId, revenue: body.revenue });
      return answered('The revenue was changed.');
    },
    assign: (d, { actor, body }) =>
      act(d, actor, {
        about: body,
        action: { do: 'assign', user_id: body.team_member_id },
        message: 'The conversation was assigned.',
      }),
    setReminder: async (d, { actor, body }) => {
      const { id } = await locateConversation(d, actor, body);
      const reminder = await setReminder(d, actor, id, {
        message: body.message,
        remind_at: body.reminder_time,
        stats_id: body.email_stats_id ?? null,
      });
      return { ...answered('The reminder was set.'), data: { id: reminder.id } };
    },
    createNote: async (d, { actor, body }) => ({
      ...answered('The note was added.'),
      data: {
        id: (
          await addNote(d, actor, {
            enrolmentId: (await locateConversation(d, actor, body)).id,
            message: body.note_message,
          })
        ).id,
      },
    }),
    createTask: async (d, { actor, body }) => {
      const { id } = await locateConversation(d, actor, body);
      const task = await addTask(d, actor, id, {
        name: body.name,
        description: body.description ?? null,
        priority: body.priority,
        due_at: body.due_date ?? null,
        assigned_user_id: null,
      });
      return { ...answered('The task was added.'), data: { id: task.id } };
    },
    resume: (d, { actor, body }) => resumeConversation(d, actor, body, body.resume_delay_days),
    blockDomains: async (d, { actor, body }) => {
      const { added, already_there, invalid } = await blockEntries(d, actor, body.domains);
      return { ...answered('The domains were blocked.'), data: { added, already_there, invalid } };
    },
  });

export const v1MessagesRoutes = (deps: MainDeps) =>
  wireRoutes(v1MessagesContract)(deps, {
    history: (d, { actor, params, query }) => readHistory(d, actor, params, query),
    reply: (d, { actor, params, body }) => sendReply(d, actor, params.campaignId, body),
    replyToLead: (d, { actor, params, body }) =>
      sendReply(d, actor, params.campaignId, { ...body, lead_id: params.leadId }),
    forward: (d, { actor, params, body }) =>
      sendForward(d, actor, params.campaignId, {
        statsId: body.stats_id,
        messageId: body.message_id,
        to: body.to_emails,
        html: body.forward_email_body,
        subject: body.forward_email_subject,
      }),
    forwardReply: (d, { actor, body }) =>
      sendForward(d, actor, body.campaign_id, {
        statsId: body.email_stats_id,
        leadId: body.lead_id,
        to: body.to,
        html: body.note,
      }),
    forwardOfLead: (d, { actor, params, body }) =>
      sendForward(d, actor, params.campaignId, {
        leadId: params.leadId,
        to: body.forward_to_email,
        html: body.message,
      }),
  });
