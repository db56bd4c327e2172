import { z } from 'zod';
import { calendarAnswerView } from '../calendar-answer-view';
import { pageSizes } from '../constants';
import { defineContract } from '../endpoint';
import { flag, idParam, instant, pageOf, pageQuery } from '../schemas';
import { attachmentView, evidenceView } from '../main/inbox-views';

const suggestion = z.object({
  enrolment_id: z.number().int(),
  lead_id: z.number().int(),
  lead_email: z.string(),
  lead_name: z.string(),
  campaign_id: z.number().int(),
  campaign_name: z.string(),
  sent_at: instant,
  subject: z.string(),
});

/** A mail that came into a mailbox and belongs to no lead that we know of. */
export const untrackedReply = z.object({
  id: z.number().int(),
  from: z.object({ name: z.string().nullable(), email: z.string() }),
  to: z.array(z.string()),
  mailbox: z.object({ id: z.number().int(), from_email: z.string() }),
  subject: z.string(),
  snippet: z.string(),
  at: instant,
  is_read: z.boolean(),
  kind: z.string(),
  /** What the sender answered to an invitation, or proposes, by their calendar. */
  calendar: calendarAnswerView.nullable(),
  /** Leads who may have written it, the likeliest first, and why. */
  suggestions: z.array(suggestion),
  evidence: z.array(evidenceView),
});
export type UntrackedReply = z.output<typeof untrackedReply>;

const replyContent = {
  html: z.string(),
  is_text_only: z.boolean(),
  remote_images: z.number().int(),
  own_text: z.string(),
  quoted_text: z.string(),
  attachments: z.array(attachmentView),
};

const replyId = z.object({ replyId: idParam });
const read = { who: 'person', may: 'inbox.read' } as const;
const act = { who: 'person', may: 'inbox.reply' } as const;

/** Replies in connected mailboxes that no lead could be found for (docs/domain.md, Validation). */
export const untrackedRepliesContract = defineContract({
  service: 'untracked-replies',
  tag: 'Untracked replies',
  endpoints: {
    listUntracked: {
      method: 'GET',
      path: '/api/untracked-replies',
      access: read,
      summary: 'Untracked replies, newest first',
      query: z
        .object({
          state: z.enum(['OPEN', 'IGNORED']).default('OPEN'),
          from_email: z.string().trim().max(320).optional(),
          to_email: z.string().trim().max(320).optional(),
          subject: z.string().trim().max(200).optional(),
          mailbox_id: idParam.optional(),
          /** Only mailboxes that this person connected or that are assigned to them. */
          user_id: idParam.optional(),
          offset: z.coerce.number<number>().int().min(0).max(1_000_000).default(0),
          /** With what they say, safe to show. */ with_content: flag.default(false),
        })
        .extend(pageQuery(pageSizes.inbox, 100).shape),
      response: pageOf(untrackedReply.extend(z.object(replyContent).partial().shape)),
    },
    getUntracked: {
      method: 'GET',
      path: '/api/untracked-replies/:replyId',
      access: read,
      summary: 'One untracked reply, safe to show',
      params: replyId,
      response: untrackedReply.extend(replyContent),
    },
    findLeads: {
      method: 'GET',
      path: '/api/untracked-replies/leads',
      access: read,
      summary: 'Leads to associate a reply with: only those who were emailed',
      query: z.object({ search: z.string().trim().min(2, 'needs at least 2 characters').max(200) }),
      response: z.object({ leads: z.array(suggestion) }),
    },
    associate: {
      method: 'POST',
      path: '/api/untracked-replies/:replyId/associate',
      access: act,
      summary: "Make it the lead's reply, with everything that follows from one",
      params: replyId,
      body: z.object({ enrolment_id: idParam, remember_address: z.boolean().default(true) }),
      /** `also`: other open replies of the address that went to the lead with it. */
      response: z.object({ enrolment_id: z.number().int(), is_stopped: z.boolean(), also: z.number().int() }),
    },
    updateUntracked: {
      method: 'POST',
      path: '/api/untracked-replies/update',
      access: act,
      summary: 'Ignore, bring back or mark as read, at most 200 at once',
      body: z.object({
        ids: z.array(idParam).min(1).max(200, 'can be at most 200'),
        do: z.enum(['ignore', 'restore', 'read', 'unread']),
      }),
      response: z.object({ changed: z.number().int() }),
    },
  },
});
