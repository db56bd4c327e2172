import { z } from 'zod';
import { defineContract } from '../endpoint';
import { flag, instant } from '../schemas';
import { aboutConversation, inboxBody, inboxRow } from './inbox-wire';
import { id, listOf, normalise, okay, whole, wireTime, word } from './wire';

const read = { who: 'person', may: 'inbox.read' } as const;
const act = { who: 'person', may: 'inbox.reply' } as const;
const answer = okay.extend({ success: z.literal(true), message: z.string() });
const withId = answer.extend({ data: z.object({ id: z.number().int() }) });
const base = '/api/v1/master-inbox';

/** What becomes of a mail that a person sent. */
const replyStatuses = ['SCHEDULED', 'INPROGRESS', 'COMPLETED', 'FAILED', 'SKIPPED'] as const;
const untracked = z.object({
  id: z.number().int(),
  from_email: z.string(),
  from_name: z.string().nullable(),
  to_email: z.string(),
  to_emails: z.array(z.string()),
  email_account_id: z.number().int(),
  subject: z.string(),
  preview_text: z.string(),
  received_at: instant,
  is_read: z.boolean(),
  suggested_leads: z.array(
    z.object({
      lead_id: z.number().int(),
      email_lead_map_id: z.number().int(),
      lead_email: z.string(),
      campaign_id: z.number().int(),
      campaign_name: z.string(),
    }),
  ),
  /** With fetchBody: HTML of strangers is cleaned. */
  email_body: z.string().nullable(),
  text_body: z.string().nullable(),
  /** With fetchAttachments. */
  attachments: z
    .array(z.object({ file_name: z.string(), file_type: z.string(), file_size: z.number().int() }))
    .nullable(),
});

/** All views take the same body and answer with the same rows. */
const view = <Path extends string>(path: Path, summary: string, ...aliases: string[]) => ({
  method: 'POST' as const,
  path: `${base}/${path}` as const,
  aliases: aliases.map((name) => `POST ${base}/${name}`),
  access: read,
  answer: 'bare' as const,
  summary,
  query: z.object({ fetch_message_history: flag.default(false) }),
  body: inboxBody,
  response: okay.extend({ data: z.array(inboxRow), offset: z.number().int(), limit: z.number().int() }),
});

export const v1MasterInboxContract = defineContract({
  service: 'main',
  tag: 'API v1: master inbox',
  endpoints: {
    replies: view('inbox-replies', 'Conversations with a reply'),
    unread: view('unread-replies', 'Conversations with an unread reply'),
    sent: view('sent', 'Conversations by what was sent'),
    important: view('important', 'Important conversations', 'important-messages'),
    snoozed: view('snoozed', 'Snoozed conversations', 'snoozed-messages'),
    reminders: view('reminders', 'Conversations with a reminder', 'reminder-messages'),
    scheduled: view('scheduled', 'Conversations with an email that is scheduled', 'scheduled-messages'),
    archived: view('archived', 'Archived conversations', 'archived-messages'),
    assignedToMe: view('assigned-me', 'Conversations assigned to the owner of the key'),
    views: view('views', 'All conversations that match the filters'),
    get: {
      method: 'GET',
      path: `${base}/:enrolmentId`,
      access: read,
      answer: 'bare',
      summary: 'One conversation with its messages',
      params: z.object({ enrolmentId: id }),
      response: okay.extend({ data: inboxRow }),
    },
    untrackedReplies: {
      method: 'GET',
      path: `${base}/untracked-replies`,
      access: read,
      answer: 'bare',
      summary: 'Replies that belong to no known lead, newest first',
      query: z.object({
        limit: whole(1, 100).default(20),
        offset: whole(0, 1_000_000).default(0),
        fetchBody: flag.default(false),
        fetchAttachments: flag.default(false),
        from_email: z.string().trim().max(320).optional(),
        to_email: z.string().trim().max(320).optional(),
        subject_line: z.string().trim().max(200).optional(),
      }),
      response: okay.extend({
        data: z.object({
          success: z.literal(true),
          message: z.string(),
          data: z.object({ replies: z.array(untracked), total: z.number().int(), hasMore: z.boolean() }),
        }),
      }),
    },
    replyStatus: {
      method: 'GET',
      path: `${base}/reply-status`,
      access: read,
      answer: 'bare',
      summary: 'What became of a reply, by its Message-ID',
      query: z.object({ message_id: z.string('is required').trim().min(1, 'is required').max(998) }),
      response: okay.extend({
        data: z.object({
          message_id: z.string(),
          status: z.enum(replyStatuses),
          status_message: z.string().nullable(),
          event_time: instant.nullable(),
          scheduled_time: instant,
          email_stats_id: z.string(),
        }),
      }),
    },
    setRead: {
      method: 'PATCH',
      path: `${base}/change-read-status`,
      aliases: [`PATCH ${base}/read-status`],
      access: act,
      answer: 'bare',
      summary: 'Mark a conversation as read or unread',
      body: aboutConversation({ read_status: flag }, { read_status: ['is_read', 'read'] }),
      response: answer,
    },
    markUnread: {
      method: 'PATCH',
      path: `${base}/mark-unread`,
      access: act,
      answer: 'bare',
      summary: 'Mark a conversation as unread',
      body: aboutConversation({}),
      response: answer,
    },
    setCategory: {
      method: 'PATCH',
      path: `${base}/update-category`,
      access: act,
      answer: 'bare',
      summary: 'Give a conversation a category by id or name, or none',
      body: aboutConversation({
        category_id: id.nullable().optional(),
        category: z.string().trim().min(1).max(80).optional(),
      }),
      response: answer,
    },
    setRevenue: {
      method: 'PATCH',
      path: `${base}/update-revenue`,
      access: act,
      answer: 'bare',
      summary: 'Expected revenue of a conversation',
      body: aboutConversation({ revenue: z.coerce.number<number>().min(0, 'must be 0 or more').max(999_999_999_999) }),
      response: answer,
    },
    assign: {
      method: 'POST',
      path: `${base}/update-team-member`,
      aliases: [`PATCH ${base}/update-team-member`],
      access: act,
      answer: 'bare',
      summary: 'Assign a conversation to someone of the team, or to no one',
      body: aboutConversation({ team_member_id: id.nullable() }),
      response: answer,
    },
    setReminder: {
      method: 'POST',
      path: `${base}/set-reminder`,
      access: act,
      answer: 'bare',
      summary: 'Be reminded of a conversation',
      body: aboutConversation(
        {
          email_stats_id: z.string().max(60).optional(),
          message: z.string().trim().max(1_000).default(''),
          reminder_time: wireTime,
        },
        { reminder_time: ['reminder_date', 'remind_at'], message: ['note'] },
      ),
      response: withId,
    },
    createNote: {
      method: 'POST',
      path: `${base}/create-note`,
      aliases: [`POST ${base}/create-lead-note`],
      access: act,
      answer: 'bare',
      summary: 'Add a note to a conversation',
      body: aboutConversation(
        { note_message: z.string().trim().min(1, 'is required').max(5_000) },
        { note_message: ['note', 'message'] },
      ),
      response: withId,
    },
    createTask: {
      method: 'POST',
      path: `${base}/create-task`,
      aliases: [`POST ${base}/create-lead-task`],
      access: act,
      answer: 'bare',
      summary: 'Add a task to a conversation',
      body: aboutConversation(
        {
          name: z.string().trim().min(1, 'is required').max(200),
          description: z.string().trim().max(5_000).optional(),
          priority: z.preprocess((value) => word(value), z.enum(['LOW', 'MEDIUM', 'HIGH'])).default('MEDIUM'),
          due_date: wireTime.optional(),
        },
        { name: ['title'] },
      ),
      response: withId,
    },
    resume: {
      method: 'PATCH',
      path: `${base}/resume-lead`,
      aliases: [`POST ${base}/resume-lead`],
      access: act,
      answer: 'bare',
      summary: 'Let the sequence of a lead continue',
      body: aboutConversation(
        { resume_delay_days: whole(0, 365).default(0) },
        { resume_delay_days: ['resume_lead_with_delay_days'] },
      ),
      response: answer,
    },
    blockDomains: {
      method: 'POST',
      path: `${base}/block-domains`,
      access: { who: 'person', may: 'blocklist.write' },
      answer: 'bare',
      summary: 'Block domains and addresses',
      body: z.preprocess(
        normalise((body) => ({ ...body, domains: listOf(body['domains'] ?? body['domain']) })),
        z.object({
          domains: z.array(z.string().trim().min(1).max(320)).min(1, 'needs at least one domain').max(10_000),
          source: z.enum(['manual', 'bounce', 'complaint', 'invalid']).default('manual'),
        }),
      ),
      response: answer.extend({
        data: z.object({ added: z.number().int(), already_there: z.number().int(), invalid: z.array(z.string()) }),
      }),
    },
  },
});
