import { z } from 'zod';
import { calendarAnswerView } from '../calendar-answer-view';
import { categoryAuthors, leadStatuses } from '../constants';
import { flag, idList, instant, instantInput, wordList } from '../schemas';
import { inboxEmailStatuses } from './inbox-choices';
import { leadSummary } from './lead-fields';

/** Category ids in a filter; -1 means "not assigned" (docs/domain.md). */
const categoryIds = z.union([
  z.array(z.coerce.number<number>().int()).max(5_000),
  z
    .string()
    .max(60_000)
    .transform((text) => text.split(',').filter(Boolean).map(Number))
    .pipe(z.array(z.number().int())),
]);

/** Filters of the conversation list; they add up. */
export const inboxFilter = z.object({
  /** From 2 characters on: the lead's address, name or company, or words of what came in. */
  search: z.string().trim().max(200).optional(),
  category_ids: categoryIds.optional(),
  category_ids_not: categoryIds.optional(),
  /** true: only conversations with a category; false: only those without. */
  has_category: flag.optional(),
  email_statuses: wordList.pipe(z.array(z.enum(inboxEmailStatuses))).optional(),
  campaign_ids: idList.optional(),
  campaign_tag_ids: idList.optional(),
  mailbox_ids: idList.optional(),
  client_ids: idList.optional(),
  assigned_user_ids: idList.optional(),
  /** Nobody has answered a person's email for so many hours (campaign time); refusals and absences need no answer. */
  waiting_hours: z.coerce.number<number>().int().min(1).max(720).optional(),
  replied_after: instantInput.optional(),
  replied_before: instantInput.optional(),
});
export type InboxFilter = z.output<typeof inboxFilter>;

const person = z.object({ id: z.number().int(), name: z.string() });
/** A rule's name and the words that met it. */
export const evidenceView = z.object({ rule: z.string(), text: z.string() });

export const conversationRow = z.object({
  /** The conversation is one lead in one campaign. */
  enrolment_id: z.number().int(),
  lead: z.object({
    id: z.number().int(),
    email: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    company_name: z.string().nullable(),
  }),
  campaign: z.object({
    id: z.number().int(),
    name: z.string(),
    status: z.string(),
    client_id: z.number().int().nullable(),
    parent_campaign_id: z.number().int().nullable(),
    time_zone: z.string().describe('Time zone of the schedule; the day on which an absence ends is given in it'),
  }),
  mailbox: z.object({ id: z.number().int(), from_email: z.string() }).nullable(),
  subject: z.string(),
  snippet: z.string(),
  /** Direction and kind of the mail that the line shows; the newest one received, else the newest sent. */
  direction: z.enum(['in', 'out']).nullable(),
  kind: z.string().nullable(),
  is_automatic: z.boolean(),
  /** The instant by which the list is sorted. */
  time: instant.nullable(),
  status: z.enum(leadStatuses),
  reason: z.string().nullable(),
  category_id: z.number().int().nullable(),
  category_by: z.enum(categoryAuthors).nullable(),
  is_read: z.boolean(),
  is_important: z.boolean(),
  is_archived: z.boolean(),
  snoozed_until: instant.nullable(),
  /** Set while an out-of-office holds the sequence: when it goes on. null with `is_held` means: when a person says so. */
  resumes_at: instant.nullable(),
  is_held: z.boolean(),
  assigned_user: person.nullable(),
  revenue: z.string(),
  last_reply_at: instant.nullable(),
  last_sent_at: instant.nullable(),
  next_reminder_at: instant.nullable(),
  next_scheduled_at: instant.nullable(),
  open_count: z.number().int(),
  click_count: z.number().int(),
  reply_count: z.number().int(),
  is_bounced: z.boolean(),
  is_unsubscribed: z.boolean(),
});
export type ConversationRow = z.output<typeof conversationRow>;

export const attachmentView = z.object({
  index: z.number().int(),
  name: z.string(),
  content_type: z.string(),
  size: z.number().int(),
  is_inline: z.boolean(),
  content_id: z.string().nullable(),
  is_stored: z.boolean(),
});

export const threadMessage = z.object({
  id: z.number().int(),
  direction: z.enum(['in', 'out']),
  kind: z.string(),
  at: instant,
  from: z.object({ name: z.string().nullable(), email: z.string() }),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  /** RFC 5322 Message-ID, with angle brackets. */
  message_id: z.string(),
  /**
   * Cleaned HTML: no scripts, no remote loads (`data-remote-src`), embedded images as `data-cid`. Show it in a
   * sandboxed frame all the same.
   */
  html: z.string(),
  is_text_only: z.boolean(),
  remote_images: z.number().int(),
  /** What the sender wrote, without quotation and signature; the quotation apart. */
  own_text: z.string(),
  quoted_text: z.string(),
  quoted_lines: z.number().int(),
  is_read: z.boolean(),
  is_automatic: z.boolean(),
  is_ignored: z.boolean(),
  /** The sent mail's id; a received mail has the one it answers. */
  stats_id: z.string().nullable(),
  seq_number: z.number().int().nullable(),
  variant_label: z.string().nullable(),
  state: z.string().nullable(),
  open_count: z.number().int(),
  click_count: z.number().int(),
  machine_open_count: z.number().int(),
  is_bounced: z.boolean(),
  classification: z.object({
    kind: z.string(),
    bounce: z.string().nullable(),
    category_id: z.number().int().nullable(),
    /** What the sender answered to an invitation, or proposes, by their calendar. */
    calendar: calendarAnswerView.nullable(),
    evidence: z.array(evidenceView),
  }),
  match: z.object({ by: z.string().nullable(), evidence: z.array(evidenceView) }),
  attachments: z.array(attachmentView),
});
export type ThreadMessage = z.output<typeof threadMessage>;

/** A reply or forward of a person that has not left, or could not. `status` is the specification's scheduled-mail status. */
export const outgoingView = z.object({
  stats_id: z.string(),
  kind: z.enum(['REPLY', 'FORWARD']),
  status: z.enum(['SCHEDULED', 'INPROGRESS', 'COMPLETED', 'FAILED', 'SKIPPED']),
  status_message: z.string().nullable(),
  message_id: z.string(),
  send_at: instant,
  sent_at: instant.nullable(),
  to_email: z.string(),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  subject: z.string(),
  html: z.string(),
  attachments: z.array(
    z.object({ storage_key: z.string(), name: z.string(), content_type: z.string(), size: z.number().int() }),
  ),
  created_by: person.nullable(),
  /** The AI drafted it, and a rule of the workspace sends it at `send_at` unless somebody stops it. */
  is_drafted: z.boolean(),
  /** Whether it can still be cancelled. */
  can_cancel: z.boolean(),
});
export type OutgoingView = z.output<typeof outgoingView>;

/** What the lead wrote on LinkedIn. */
export const linkedInMessageView = z.object({
  id: z.number().int(),
  at: instant,
  /** The sender's name on LinkedIn. */
  sender_name: z.string().nullable(),
  /** Plain text; empty where only something else was sent, such as a picture. */
  text: z.string(),
  /** The account it was sent to. */
  account_name: z.string(),
});
export type LinkedInMessageView = z.output<typeof linkedInMessageView>;

/** What was answered on LinkedIn from the inbox. */
export const linkedInAnswerView = z.object({
  id: z.number().int(),
  /** Names it where it is asked for again. */
  key: z.string(),
  at: instant,
  text: z.string(),
  /** The account that it was sent by. */
  account_name: z.string(),
  sent_by: z.string().nullable(),
  /** UNCONFIRMED: the provider did not say whether it was sent; asked for again with its key, it is looked up. */
  state: z.enum(['SENDING', 'SENT', 'UNCONFIRMED']),
});
export type LinkedInAnswerView = z.output<typeof linkedInAnswerView>;

export const threadView = z.object({
  conversation: conversationRow,
  /** Oldest first. */
  messages: z.array(threadMessage),
  /** What the lead wrote on LinkedIn, oldest first. */
  linkedin_messages: z.array(linkedInMessageView).optional(),
  /** What was answered there from here, oldest first. */
  linkedin_answers: z.array(linkedInAnswerView).optional(),
  /** The account that answers what the lead wrote last, and why it cannot; null where the lead wrote nothing. */
  linkedin_reply: z.object({ account_name: z.string(), problem: z.string().nullable() }).nullish(),
  outgoing: z.array(outgoingView),
  /** How many answers of others this reader has seen with it; a reply says so. */
  answers: z.number().int(),
  /** What the reply did to the sequence, in one sentence; null while it goes on. */
  sequence_note: z.string().nullable(),
  /** Address and subject a reply from here would have. */
  reply_to: z.object({
    to_email: z.string(),
    cc: z.array(z.string()),
    subject: z.string(),
    from_email: z.string().nullable(),
    message_id: z.number().int().nullable(),
    signature: z.string().nullable(),
    mailbox_id: z.number().int().nullable(),
    /** The mailbox of the thread first, then the other connected ones of the campaign. */
    senders: z.array(z.object({ id: z.number().int(), from_email: z.string(), signature: z.string().nullable() })),
    /** Whether the campaign sends without HTML. */
    is_plain_text: z.boolean(),
  }),
});

export const noteView = z.object({
  id: z.number().int(),
  note_message: z.string(),
  created_by: person.nullable(),
  created_at: instant,
});
export const taskView = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().nullable(),
  priority: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  status: z.enum(['CREATED', 'COMPLETED']),
  due_at: instant.nullable(),
  assigned_user: person.nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
});
export const reminderView = z.object({
  id: z.number().int(),
  message: z.string(),
  remind_at: instant,
  status: z.enum(['SENT', 'SCHEDULED']),
  stats_id: z.string().nullable(),
});

/** One line of a lead's history: an event with its evidence, the import, a category. */
export const timelineEntry = z.object({
  kind: z.string(),
  at: instant,
  is_machine: z.boolean(),
  seq_number: z.number().int().nullable(),
  variant_label: z.string().nullable(),
  count: z.number().int(),
  text: z.string(),
  /** Of a reply that a calendar program sent. */
  calendar: calendarAnswerView.nullable(),
});

export const panelView = z.object({
  lead: leadSummary.extend({
    time_zone: z.string().nullable(),
    aliases: z.array(z.string()),
    is_suppressed: z.boolean(),
  }),
  enrolment: z.object({
    id: z.number().int(),
    status: z.enum(leadStatuses),
    reason: z.string().nullable(),
    reason_text: z.string().nullable(),
    category_id: z.number().int().nullable(),
    category_by: z.enum(categoryAuthors).nullable(),
    steps_sent: z.number().int(),
    step_count: z.number().int(),
    next_due_at: instant.nullable(),
    hold_kind: z.string().nullable(),
    hold_until: instant.nullable(),
    time_zone: z.string().describe('Time zone of the campaign; the day on which the lead resumes is given in it'),
    ended_at: instant.nullable(),
  }),
  matched_by: z.object({ by: z.string(), text: z.string() }).nullable(),
  assigned_user: person.nullable(),
  revenue: z.string(),
  /** Newest first, at most 200. */
  timeline: z.array(timelineEntry),
  notes: z.array(noteView),
  tasks: z.array(taskView),
  reminders: z.array(reminderView),
  other_campaigns: z.array(
    z.object({
      enrolment_id: z.number().int(),
      campaign_id: z.number().int(),
      campaign_name: z.string(),
      status: z.enum(leadStatuses),
      reason: z.string().nullable(),
      reply_count: z.number().int(),
    }),
  ),
});
export type PanelView = z.output<typeof panelView>;
