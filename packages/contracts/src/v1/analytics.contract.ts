import { z } from 'zod';
import { defineContract } from '../endpoint';
import { flag, timeZone } from '../schemas';
import { alias, ids, listOf, normalise, offset, whole, wireDay } from './wire';

/** Figures of the whole workspace under the names of this wire (docs/public-api.md). They are those of the screens. */

const number = z.number().int();
const read = { who: 'person', may: 'analytics.read' } as const;
const agency = { who: 'person', may: 'insights.read' } as const;
const manyIds = z.preprocess(listOf, ids.max(1_000)).optional();
const spell = (query: Record<string, unknown>) => {
  alias(query, 'time_zone', 'timezone');
  alias(query, 'client_ids', 'clientIds', 'client_id');
  alias(query, 'campaign_ids', 'campaignIds', 'campaign_id');
  return query;
};
const filter = { time_zone: timeZone.default('Etc/GMT'), client_ids: manyIds, campaign_ids: manyIds };
const paged = { full_data: flag.default(false), offset, limit: whole(1, 1000).default(100) };
const dated = z.preprocess(normalise(spell), z.object({ ...filter, ...paged, start_date: wireDay, end_date: wireDay }));
export type DatedQuery = z.output<typeof dated>;
const sometimesDated = z.preprocess(
  normalise(spell),
  z.object({ ...filter, ...paged, start_date: wireDay.optional(), end_date: wireDay.optional() }),
);
const undated = z.preprocess(normalise(spell), z.object({ ...filter, ...paged }));

/** All the keys of the two envelopes that clients of this wire read. */
const envelope = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ success: z.literal(true), ok: z.literal(true), message: z.string(), data: z.object(shape) });

const counts = { sent: number, opened: number, replied: number, bounced: number };
const rates = {
  open_rate: z.string(),
  reply_rate: z.string(),
  positive_reply_rate: z.string(),
  bounce_rate: z.string(),
};
const stats = { ...counts, ...rates, unique_lead_count: number, unique_open_count: number, positive_replied: number };
export type WireStats = z.output<z.ZodObject<typeof stats>>;
const dayFigures = { ...counts, unsubscribed: number };
const day = z.object({
  date: z.string(),
  day_name: z.string(),
  ...dayFigures,
  email_engagement_metrics: z.object(dayFigures),
});
const positiveDay = z.object({ date: z.string(), day_name: z.string(), positive_replied: number });
const provider = z.object({ name: z.string(), ...stats });

/** What an endpoint of the analytics is called with and answers. */
interface AnalyticsEndpoint<Query extends z.ZodType, Shape extends z.ZodRawShape> {
  summary: string;
  query: Query;
  shape: Shape;
  access?: typeof read | typeof agency;
}

/** An endpoint below /analytics. Other clients write folders with hyphens or in the plural. */
const get = <Query extends z.ZodType, Shape extends z.ZodRawShape>(
  path: string,
  { summary, query, shape, access = read }: AnalyticsEndpoint<Query, Shape>,
) => ({
  method: 'GET' as const,
  path: `/api/v1/analytics/${path}`,
  aliases: [
    ...new Set([
      path.replace(/-v2$/, ''),
      path.replace('/', '-'),
      path.replace(/^(campaign|client|mailbox)\//, '$1s/').replace('mailboxs/', 'mailboxes/'),
    ]),
  ]
    .filter((other) => other !== path)
    .map((other) => `GET /api/v1/analytics/${other}` as const),
  access,
  answer: 'bare' as const,
  summary,
  query,
  response: envelope(shape),
});

export const v1AnalyticsContract = defineContract({
  service: 'main',
  tag: 'API v1: analytics',
  endpoints: {
    overview: get('overview', {
      summary: 'Figures of all campaigns; without dates of the last 31 days',
      query: sometimesDated,
      shape: {
        overall_stats: z.object(stats),
        start_date: z.string(),
        end_date: z.string(),
      },
    }),
    campaignList: get('campaign/list', {
      summary: 'Campaigns by name',
      query: undated,
      shape: {
        campaign_list: z.array(z.object({ id: number, name: z.string() })),
      },
    }),
    clientList: get('client/list', {
      summary: 'Clients by name',
      query: undated,
      shape: { client_list: z.array(z.object({ id: number, name: z.string() })) },
      access: agency,
    }),
    clientMonths: get('client/month-wise-count', {
      summary: 'New clients by month',
      query: undated,
      shape: { monthly_stats: z.array(z.object({ month: z.string(), count: number })) },
      access: agency,
    }),
    overall: get('overall-stats-v2', {
      summary: 'Figures of all campaigns in a range of days',
      query: dated,
      shape: {
        overall_stats: z.object(stats),
      },
    }),
    days: get('day-wise-overall-stats', {
      summary: 'Figures by day, by when something happened',
      query: dated,
      shape: {
        day_wise_stats: z.array(day),
      },
    }),
    daysBySent: get('day-wise-overall-stats-by-sent-time', {
      summary: 'Figures by the day of the email concerned',
      query: dated,
      shape: {
        day_wise_stats: z.array(day),
      },
    }),
    positiveDays: get('day-wise-positive-reply-stats', {
      summary: 'Positive replies by day',
      query: dated,
      shape: {
        day_wise_stats: z.array(positiveDay),
      },
    }),
    positiveDaysBySent: get('day-wise-positive-reply-stats-by-sent-time', {
      summary: 'Positive replies by the day of the email concerned',
      query: dated,
      shape: { day_wise_stats: z.array(positiveDay) },
    }),
    campaigns: get('campaign/overall-stats', {
      summary: 'Figures by campaign',
      query: dated,
      shape: {
        campaign_wise_performance: z.array(z.object({ id: number, campaign_name: z.string(), ...stats })),
      },
    }),
    clients: get('client/overall-stats', {
      summary: 'Figures by client',
      query: dated,
      shape: {
        client_wise_performance: z.array(
          z.object({
            client_id: number,
            client_name: z.string(),
            total_campaigns_count: number,
            campaign_stats: z.object(stats),
          }),
        ),
      },
      access: agency,
    }),
    mailboxNames: get('mailbox/name-wise-health-metrics', {
      summary: 'Figures by mailbox',
      query: dated,
      shape: {
        email_health_metrics: z.array(z.object({ email_account: z.string(), ...stats })),
      },
    }),
    mailboxDomains: get('mailbox/domain-wise-health-metrics', {
      summary: 'Figures by sending domain',
      query: dated,
      shape: { domain_health_metrics: z.array(z.object({ domain: z.string(), ...stats })) },
      access: agency,
    }),
    mailboxProviders: get('mailbox/provider-wise-overall-performance', {
      summary: 'Figures by provider and by tag of mailboxes',
      query: dated,
      shape: {
        email_providers_performance_overview: z.object({ overall: z.array(provider), tag_wise: z.array(provider) }),
      },
      access: agency,
    }),
    mailboxes: get('mailbox/overall-stats', {
      summary: 'How many mailboxes are connected and in use',
      query: undated,
      shape: {
        overall_mailbox_stats: z.object({
          total_connected: number,
          in_use: number,
          disconnected: number,
          enabled_without_warmup: number,
        }),
      },
      access: agency,
    }),
    team: get('team-board/overall-stats', {
      summary: 'Who answered positive replies, and how fast',
      query: dated,
      shape: {
        team_board_stats: z.array(
          z.object({
            user_id: number.nullable(),
            name: z.string(),
            replied: number,
            meetings: number,
            replied_in_time: number,
            median_response_seconds: z.number().nullable(),
          }),
        ),
      },
      access: agency,
    }),
    leads: get('lead/overall-stats', {
      summary: 'Leads contacted: for the first time, and again',
      query: dated,
      shape: {
        lead_stats: z.object({
          count: z.object({ total: number, new: number, follow_up: number }),
          percentage: z.object({ new: z.string(), follow_up: z.string() }),
        }),
      },
    }),
    leadCategories: get('lead/category-wise-response', {
      summary: 'Replies by lead category',
      query: dated,
      shape: {
        lead_responses_by_category: z.array(
          z.object({ category: z.string(), total_response: number, percentage: z.string() }),
        ),
      },
      access: agency,
    }),
    leadsForReply: get('campaign/leads-take-for-first-reply', {
      summary: 'Leads contacted for one reply',
      query: dated,
      shape: {
        leads_take_for_first_reply: z.number(),
      },
    }),
    followUpRate: get('campaign/follow-up-reply-rate', {
      summary: 'Percentage of replies that a follow-up brought',
      query: dated,
      shape: { followup_reply_rate: z.number() },
      access: agency,
    }),
    replyTimes: get('campaign/lead-to-reply-time', {
      summary: 'How long leads take to reply',
      query: dated,
      shape: { lead_to_reply_time: z.array(z.object({ time_range: z.string(), count: number })) },
      access: agency,
    }),
    responses: get('campaign/response-stats', {
      summary: 'Replies by campaign and sentiment',
      query: dated,
      shape: {
        campaign_wise_response_stats: z.array(
          z.object({
            campaign_id: number,
            campaign_name: z.string(),
            positive_reply: number,
            neutral_reply: number,
            negative_reply: number,
          }),
        ),
      },
      access: agency,
    }),
    statuses: get('campaign/status-stats', {
      summary: 'Campaigns by status',
      query: undated,
      shape: {
        campaign_status_stats: z.array(z.object({ status: z.string(), count: number })),
      },
    }),
  },
});
