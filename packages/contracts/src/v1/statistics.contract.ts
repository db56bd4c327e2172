import { z } from 'zod';
import { defineContract } from '../endpoint';
import { instant, timeZone } from '../schemas';
import { sentEmailStatuses } from '../analytics/campaign-analytics.contract';
import { alias, campaignParams, id, listOf, normalise, offset, okay, whole, wireDay, wireTime } from './wire';
import { wireMessage } from './messages.contract';

/** Counts are texts in the two analytics answers of a campaign, and numbers everywhere else. */
const count = z.string();
const number = z.number().int();
const read = { who: 'person', may: 'analytics.read' } as const;

const figures = {
  sent_count: count,
  unique_sent_count: count,
  open_count: count,
  unique_open_count: count,
  click_count: count,
  unique_click_count: count,
  reply_count: count,
  block_count: count,
  total_count: count,
  drafted_count: count,
  bounce_count: count,
  unsubscribed_count: count,
};
const wholeLife = z.object({
  id: number,
  user_id: number.nullable(),
  created_at: instant,
  status: z.string(),
  name: z.string(),
  ...figures,
  sequence_count: count,
  tags: z.array(z.object({ id: number, name: z.string(), color: z.string() })),
  client_id: number.nullable(),
  parent_campaign_id: number.nullable(),
  team_member_id: number.nullable(),
  send_as_plain_text: z.boolean(),
  client_name: z.string().nullable(),
  client_email: z.string().nullable(),
  client_company_name: z.string().nullable(),
  campaign_lead_stats: z.object({
    total: number,
    paused: number,
    blocked: number,
    stopped: number,
    completed: number,
    inprogress: number,
    interested: number,
    notStarted: number,
    revenue: z.number(),
  }),
});
const days = z.preprocess(
  normalise((query) => alias(query, 'time_zone', 'timezone')),
  z.object({ start_date: wireDay, end_date: wireDay, time_zone: timeZone.default('Etc/GMT') }),
);
/** Both days or neither: without them a campaign's whole life. */
const daysOrNone = z.preprocess(
  normalise((query) => alias(query, 'time_zone', 'timezone')),
  z
    .object({
      start_date: wireDay.optional(),
      end_date: wireDay.optional(),
      time_zone: timeZone.default('Etc/GMT'),
    })
    .superRefine(({ start_date: start, end_date: end }, context) => {
      if ((start === undefined) === (end === undefined)) return;
      const missing = start === undefined ? 'start_date' : 'end_date';
      context.addIssue({ code: 'custom', path: [missing], message: 'is required with the other date' });
    }),
);
const numbers = (value: unknown): unknown => {
  const list = listOf(value);
  return Array.isArray(list) ? list.map(Number) : list;
};

export const v1StatisticsContract = defineContract({
  service: 'main',
  tag: 'API v1: statistics',
  endpoints: {
    emails: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/statistics',
      aliases: ['GET /api/v1/campaigns/:campaignId/statistics/date-range'],
      access: read,
      answer: 'bare',
      summary: 'E-mails of a campaign with what became of each, newest first',
      params: campaignParams,
      query: z.preprocess(
        normalise((query) => {
          alias(query, 'sent_time_start_date', 'start_date');
          alias(query, 'sent_time_end_date', 'end_date');
          return query;
        }),
        z.object({
          offset,
          limit: whole(1, 1000).default(100),
          email_sequence_number: z.preprocess(numbers, z.array(z.number().int().min(1).max(50)).max(50)).optional(),
          email_status: z
            .preprocess(
              (value) => (typeof value === 'string' ? listOf(value.toLowerCase()) : value),
              z.array(z.enum(sentEmailStatuses)).max(100),
            )
            .optional(),
          sent_time_start_date: wireTime.optional(),
          sent_time_end_date: wireTime.optional(),
        }),
      ),
      response: z.object({
        total_stats: count,
        offset: number,
        limit: number,
        data: z.array(
          z.object({
            lead_name: z.string(),
            lead_email: z.string(),
            lead_category: z.string().nullable(),
            sequence_number: number.nullable(),
            stats_id: z.string(),
            email_campaign_seq_id: number.nullable(),
            seq_variant_id: number.nullable(),
            email_subject: z.string().nullable(),
            email_message: z.string().nullable(),
            sent_time: instant.nullable(),
            open_time: instant.nullable(),
            click_time: instant.nullable(),
            reply_time: instant.nullable(),
            open_count: number,
            click_count: number,
            is_unsubscribed: z.boolean(),
            is_bounced: z.boolean(),
          }),
        ),
      }),
    },
    analytics: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/analytics',
      access: read,
      answer: 'bare',
      summary: 'Figures of a campaign over its whole life',
      params: campaignParams,
      response: wholeLife,
    },
    analyticsOfAll: {
      method: 'GET',
      path: '/api/v1/campaigns/analytics',
      access: read,
      answer: 'bare',
      summary: 'Figures of all campaigns over their whole life, newest first',
      query: z.preprocess(
        normalise((query) => alias(query, 'client_id', 'clientId')),
        z.object({ client_id: id.optional(), offset, limit: whole(1, 100).default(100) }),
      ),
      response: z.array(wholeLife),
    },
    analyticsByDate: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/analytics-by-date',
      access: read,
      answer: 'bare',
      summary: 'Figures of a campaign in a range of days',
      params: campaignParams,
      query: days,
      response: z.object({
        id: number,
        user_id: number.nullable(),
        created_at: instant,
        status: z.string(),
        name: z.string(),
        start_date: z.string(),
        end_date: z.string(),
        ...figures,
      }),
    },
    topLevelByDate: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/top-level-analytics-by-date',
      aliases: [
        'GET /api/v1/campaigns/:campaignId/analytics/top-level',
        'GET /api/v1/campaigns/:campaignId/analytics/top-level/date-range',
      ],
      access: read,
      answer: 'bare',
      summary: 'Top-level figures of a campaign in a range of days; without dates over its whole life',
      params: campaignParams,
      query: daysOrNone,
      response: z.object({
        id: number,
        name: z.string(),
        status: z.string(),
        start_date: z.string().nullable(),
        end_date: z.string().nullable(),
        total_count: number,
        sent_count: number,
        skipped_count: number,
        open_count: number,
        click_count: number,
        reply_count: number,
        positive_reply_count: number,
        bounce_count: number,
        failed_count: number,
        stopped_count: number,
        unsubscribed_count: number,
      }),
    },
    leads: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/leads-statistics',
      aliases: [
        'GET /api/v1/campaigns/:campaignId/lead-statistics',
        'GET /api/v1/campaigns/:campaignId/statistics/leads',
      ],
      access: read,
      answer: 'bare',
      summary: 'Leads of a campaign with their messages',
      params: campaignParams,
      query: z.object({
        offset,
        limit: whole(1, 100).default(100),
        created_at_gt: wireTime.optional(),
        event_time_gt: wireTime.optional(),
      }),
      response: okay.extend({
        hasMore: z.boolean(),
        skip: number,
        limit: number,
        data: z.array(
          z.object({
            lead_id: z.string(),
            email_lead_map_id: z.string(),
            from: z.string().nullable(),
            to: z.string(),
            status: z.string(),
            created_at: instant,
            last_seq_num: number,
            history: z.array(wireMessage),
          }),
        ),
      }),
    },
    mailboxes: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/mailbox-statistics',
      aliases: ['GET /api/v1/campaigns/:campaignId/statistics/mailboxes'],
      access: read,
      answer: 'bare',
      summary: 'Figures of a campaign by mailbox',
      params: campaignParams,
      query: z.preprocess(
        normalise((query) => alias(query, 'time_zone', 'timezone')),
        z.object({
          offset,
          limit: whole(1, 20).default(20),
          client_id: id.optional(),
          start_date: wireDay.optional(),
          end_date: wireDay.optional(),
          time_zone: timeZone.default('Etc/GMT'),
        }),
      ),
      response: okay.extend({
        data: z.array(
          z.object({
            email_account_id: number,
            from_email: z.string(),
            sent_count: number,
            open_count: number,
            click_count: number,
            reply_count: number,
            bounce_count: number,
            sender_bounce_count: number,
            unsubscribed_count: number,
          }),
        ),
      }),
    },
    sequences: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/sequence-analytics',
      aliases: [
        'GET /api/v1/campaigns/:campaignId/sequence/analytics',
        'GET /api/v1/campaigns/:campaignId/sequences/analytics',
      ],
      access: read,
      answer: 'bare',
      summary: 'Figures of a campaign by step',
      params: campaignParams,
      query: days,
      response: okay.extend({
        data: z.array(
          z.object({
            email_campaign_seq_id: number,
            seq_number: number,
            sent_count: number,
            skipped_count: number,
            open_count: number,
            click_count: number,
            reply_count: number,
            positive_reply_count: number,
            bounce_count: number,
            unsubscribed_count: number,
            failed_count: number,
            stopped_count: number,
            ln_connection_req_pending_count: number,
            ln_connection_req_accepted_count: number,
            ln_connection_req_skipped_sent_msg_count: number,
          }),
        ),
      }),
    },
    variants: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/variant-statistics',
      access: read,
      answer: 'bare',
      summary: 'Figures of a campaign by variant',
      params: campaignParams,
      response: okay.extend({
        data: z.array(
          z.object({
            email_campaign_seq_id: number,
            seq_number: number,
            seq_variant_id: number,
            variant_label: z.string(),
            subject: z.string(),
            is_paused: z.boolean(),
            sent_count: number,
            open_count: number,
            click_count: number,
            reply_count: number,
            positive_reply_count: number,
            bounce_count: number,
            unsubscribed_count: number,
          }),
        ),
      }),
    },
  },
});
