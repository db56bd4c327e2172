import { z } from 'zod';
import { emailBody } from '../email-texts';
import { defineContract } from '../endpoint';
import { mostCopies } from '../main/inbox-fields';
import { flag, instant } from '../schemas';
import {
  alias,
  campaignLeadParams,
  campaignParams,
  id,
  listOf,
  normalise,
  okay,
  whole,
  wireTime,
  withoutNulls,
  type Fields,
} from './wire';

/** One mail of a conversation. A received one has the `stats_id` of the sent mail that it answers. */
export const wireMessage = z.object({
  stats_id: z.string().nullable(),
  type: z.enum(['SENT', 'REPLY']),
  message_id: z.string(),
  time: instant,
  email_body: z.string(),
  subject: z.string().nullable(),
  email_seq_number: z.string().nullable(),
  open_count: z.number().int(),
  click_count: z.number().int(),
  click_details: z.record(z.string(), z.unknown()),
  cc: z.array(z.string()),
  from: z.string(),
  to: z.string(),
});
export type WireMessage = z.input<typeof wireMessage>;

/** Addresses as a text with commas or as a list. */
const addresses = (value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return undefined;
  const list = listOf(value);
  return Array.isArray(list)
    ? list.map((each) => (typeof each === 'string' ? each.trim() : each)).filter((each) => each !== '')
    : list;
};
const addressList = z.array(z.string().max(320)).max(mostCopies);

function readReply(given: Fields): Fields {
  const body = withoutNulls(given);
  alias(body, 'email_stats_id', 'stats_id');
  alias(body, 'email_body', 'message', 'body');
  return {
    ...body,
    email_stats_id:
      typeof body['email_stats_id'] === 'number' ? String(body['email_stats_id']) : body['email_stats_id'],
    cc: addresses(body['cc']),
    bcc: addresses(body['bcc']),
    scheduled_time: body['scheduled_time'] === '' ? undefined : body['scheduled_time'],
  };
}

const mediaType = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/, 'must be a type such as application/pdf');
/** A file that is fetched from its address: 15 MB at most, 25 MB together, within 30 s each. */
const wireAttachment = z.preprocess(
  normalise((given) => {
    const file = withoutNulls(given);
    alias(file, 'file_url', 'url', 'fileUrl');
    alias(file, 'file_name', 'name', 'filename', 'fileName');
    alias(file, 'file_type', 'content_type', 'fileType', 'mimeType');
    alias(file, 'file_size', 'size', 'fileSize');
    for (const name of ['file_name', 'file_type', 'file_size']) if (file[name] === '') delete file[name];
    return file;
  }),
  z.object({
    file_url: z.string('is required').trim().min(1, 'is required').max(4_000),
    file_name: z.string().trim().max(300).optional(),
    file_type: mediaType.optional(),
    file_size: z.coerce.number<unknown>().min(0).optional(),
  }),
);
export type WireAttachment = z.output<typeof wireAttachment>;

const replyFields = {
  email_body: emailBody.min(1, 'is required'),
  reply_message_id: z.string().max(998).optional(),
  cc: addressList.optional(),
  bcc: addressList.optional(),
  to_email: z.string().max(320).optional(),
  subject: z.string().max(500).optional(),
  add_signature: flag.optional(),
  scheduled_time: wireTime.optional(),
  attachments: z.array(wireAttachment).max(20, 'can be at most 20').default([]),
};

const act = { who: 'person', may: 'inbox.reply' } as const;
const success = okay.extend({ data: z.literal('success'), stats_id: z.string(), message_id: z.string() });
const forwarded = okay.extend({ messageId: z.string(), status: z.literal('success') });

export const v1MessagesContract = defineContract({
  service: 'main',
  tag: 'API v1: messages',
  endpoints: {
    history: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/leads/:leadId/message-history',
      aliases: ['GET /api/v1/campaigns/:campaignId/leads/:leadId/messages'],
      access: { who: 'person', may: 'inbox.read' },
      answer: 'bare',
      summary: 'Every email to and from a lead of a campaign, oldest first',
      params: campaignLeadParams,
      query: z.object({
        event_time_gt: wireTime.optional(),
        show_plain_text_response: flag.default(false),
        offset: whole(0, 100_000).default(0),
        limit: whole(1, 1000).default(1000),
      }),
      response: z.object({ history: z.array(wireMessage), from: z.string().nullable(), to: z.string() }),
    },
    reply: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/reply-email-thread',
      access: act,
      answer: 'bare',
      summary: 'Answer a lead in its thread, now or later',
      params: campaignParams,
      /** The stats id names the mail; a client that cannot send it names the lead and the received mail. */
      body: z.preprocess(
        normalise(readReply),
        z
          .object({ email_stats_id: z.string().max(60).optional(), lead_id: id.optional(), ...replyFields })
          .refine((body) => body.email_stats_id !== undefined || body.lead_id !== undefined, {
            path: ['email_stats_id'],
            message: 'is required',
          }),
      ),
      response: success,
    },
    replyToLead: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/leads/:leadId/reply',
      access: act,
      answer: 'bare',
      summary: 'Answer a lead of a campaign in its thread',
      params: campaignLeadParams,
      body: z.preprocess(
        normalise(readReply),
        z.object({ email_stats_id: z.string().max(60).optional(), ...replyFields }),
      ),
      response: success,
    },
    forward: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/forward-email',
      access: act,
      answer: 'bare',
      summary: 'Forward an email of a conversation',
      params: campaignParams,
      body: z.preprocess(
        normalise((body) => ({ ...withoutNulls(body), to_emails: addresses(body['to_emails']) })),
        z.object({
          stats_id: z.string().max(60),
          message_id: z.string().max(998),
          to_emails: addressList.min(1, 'is required'),
          forward_email_body: emailBody.optional(),
          forward_email_subject: z.string().max(500).optional(),
        }),
      ),
      response: forwarded,
    },
    forwardReply: {
      method: 'POST',
      path: '/api/v1/email-campaigns/forward-reply-email',
      access: act,
      answer: 'bare',
      summary: 'Forward an email of a conversation, by campaign and lead',
      body: z.preprocess(
        normalise((body) => ({
          ...withoutNulls(body),
          to: addresses(body['to']),
          email_stats_id:
            typeof body['email_stats_id'] === 'number'
              ? String(body['email_stats_id'])
              : (body['email_stats_id'] ?? undefined),
        })),
        z.object({
          campaign_id: id,
          lead_id: id,
          to: addressList.min(1, 'is required'),
          email_stats_id: z.string().max(60).optional(),
          note: emailBody.optional(),
        }),
      ),
      response: forwarded,
    },
    forwardOfLead: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/leads/:leadId/forward',
      access: act,
      answer: 'bare',
      summary: 'Forward the newest mail of a lead',
      params: campaignLeadParams,
      body: z.preprocess(
        normalise((body) => ({ ...withoutNulls(body), forward_to_email: addresses(body['forward_to_email']) })),
        z.object({
          forward_to_email: addressList.min(1, 'is required'),
          message: emailBody.optional(),
          include_original: flag.optional(),
        }),
      ),
      response: forwarded,
    },
  },
});
