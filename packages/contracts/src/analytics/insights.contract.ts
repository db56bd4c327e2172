import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, flag, idList, instant, pageQuery, timeZone } from '../schemas';
import { countsView, ratesView, withRange } from './figures';
import { recapView } from './recap-view';

const read = { who: 'person', may: 'insights.read' } as const;
const filter = {
  campaign_ids: idList.optional(),
  client_ids: idList.optional(),
  mailbox_ids: idList.optional(),
  /** Tags of campaigns. */
  tag_ids: idList.optional(),
};

/** What figures are told apart by. */
export const insightGroupings = ['client', 'campaign', 'mailbox', 'domain', 'provider', 'mailbox_tag'] as const;
export type InsightGrouping = (typeof insightGroupings)[number];

export const healthStates = ['FAILING', 'AT_RISK', 'WATCH', 'GOOD'] as const;
export type HealthState = (typeof healthStates)[number];
export const healthView = z.object({
  state: z.enum(healthStates),
  /** 100 less points for each measure: the nearer to its limit, the more. */
  score: z.number().int(),
  /** What weighs most: "bounces 5.2%". */
  reason: z.string(),
});
export type Health = z.output<typeof healthView>;

export const insightGroup = z.object({
  /** Id of the client, campaign, mailbox or tag; the name of the domain or provider; empty for what belongs to none. */
  key: z.string(),
  name: z.string(),
  detail: z.string().nullable(),
  counts: countsView,
  rates: ratesView,
  previous: z.object({ counts: countsView, rates: ratesView }).nullable(),
  /** Of clients, mailboxes and domains; null where too little was sent to tell. */
  health: healthView.nullable(),
  /** Of mailboxes and domains: warmup and test emails whose folder is known. Null for other groups. */
  placed: z.number().int().nullable(),
  /** How many of them landed in spam. */
  spam: z.number().int().nullable(),
});
export type InsightGroup = z.output<typeof insightGroup>;

/** How long something took: how many fell into each span. `to` is null for the last. */
export const spanView = z.object({
  from_seconds: z.number(),
  to_seconds: z.number().nullable(),
  count: z.number().int(),
});
export type SpanView = z.output<typeof spanView>;

const timesView = z.object({
  count: z.number().int(),
  median_seconds: z.number().nullable(),
  /** Nine in ten took at most this long. */
  p90_seconds: z.number().nullable(),
  spans: z.array(spanView),
});
export type TimesView = z.output<typeof timesView>;

export const waitingReply = z.object({
  enrolment_id: z.number().int(),
  lead_id: z.number().int(),
  lead_name: z.string(),
  lead_email: z.string(),
  company_name: z.string().nullable(),
  campaign_id: z.number().int(),
  campaign_name: z.string(),
  client_name: z.string().nullable(),
  category_id: z.number().int().nullable(),
  category_name: z.string().nullable(),
  assigned_name: z.string().nullable(),
  replied_at: instant,
  waiting_seconds: z.number(),
});
export type WaitingReply = z.output<typeof waitingReply>;

export const teamRow = z.object({
  /** A person; a mailbox's own program, from which somebody answered; or nobody, for replies that are assigned to no one. */
  kind: z.enum(['person', 'mailbox', 'nobody']),
  /** Null where the row is no person's. */
  user_id: z.number().int().nullable(),
  name: z.string(),
  answered: z.number().int(),
  meetings: z.number().int(),
  in_time: z.number().int(),
  /** Answered after the target. */
  late: z.number().int(),
  /** Assigned, without an answer, and past the target. */
  open_late: z.number().int(),
  median_seconds: z.number().nullable(),
  /** Answered replies by the category of the lead, most first. */
  categories: z.array(
    z.object({ category_id: z.number().int().nullable(), name: z.string(), count: z.number().int() }),
  ),
});
export type TeamRow = z.output<typeof teamRow>;

export const matrixCell = z.object({
  from: z.string(),
  to: z.string(),
  sent: z.number().int(),
  contacted: z.number().int(),
  replied: z.number().int(),
  bounced: z.number().int(),
  /** Warmup and test emails whose folder is known, and how many of them landed in spam. */
  placed: z.number().int(),
  spam: z.number().int(),
});
export type MatrixCell = z.output<typeof matrixCell>;

export const attentionKinds = ['UNANSWERED', 'MAILBOX_FAILING', 'BOUNCING', 'LEADS_RUN_OUT', 'FEWER_POSITIVE'] as const;
export type AttentionKind = (typeof attentionKinds)[number];
export const attentionItem = z.object({
  /** The same from day to day: what a snooze names. */
  key: z.string(),
  kind: z.enum(attentionKinds),
  /** What it is about. */
  group: z.enum(['clients', 'campaigns', 'mailboxes']),
  /** How many it stands for: like things of one client or domain are one item. */
  count: z.number().int(),
  tone: z.enum(['danger', 'warning']),
  subject: z.string(),
  detail: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  action: z.string(),
  href: z.string(),
  since: instant.nullable(),
  snoozed_until: instant.nullable(),
});
export type AttentionItem = z.output<typeof attentionItem>;

const attentionKey = z
  .string()
  .regex(new RegExp(`^(?:${attentionKinds.join('|')}):[^\\s]{1,260}$`), 'must be the key of an item')
  .max(300);

/** Answers within this many seconds are in time. */
export const answerTargetSeconds = 4 * 3600;

/** Figures of a whole agency: by client, mailbox, domain and provider, how fast leads and the team answer, and what needs somebody. */
export const insightsContract = defineContract({
  service: 'analytics',
  tag: 'Insights',
  endpoints: {
    insightGroups: {
      method: 'GET',
      path: '/api/analytics/insights/groups',
      access: read,
      summary: 'Figures by client, campaign, mailbox, domain, provider or tag, with the range before',
      query: withRange({ ...filter, by: z.enum(insightGroupings) }, { required: true }),
      response: z.object({ groups: z.array(insightGroup) }),
    },
    insightWeeks: {
      method: 'GET',
      path: '/api/analytics/insights/weeks',
      access: read,
      summary: 'Nine weeks up to the last day of the range, by client, campaign, mailbox, domain, provider or tag',
      query: withRange({ ...filter, by: z.enum(insightGroupings) }, { required: true }),
      response: z.object({
        /** First day of each week. */
        weeks: z.array(z.string()),
        /** One number for each week. */
        groups: z.array(
          z.object({
            key: z.string(),
            sent: z.array(z.number().int()),
            replied: z.array(z.number().int()),
            positive: z.array(z.number().int()),
            bounced: z.array(z.number().int()),
          }),
        ),
      }),
    },
    insightReplyTimes: {
      method: 'GET',
      path: '/api/analytics/insights/reply-times',
      access: read,
      summary: 'How long leads take to reply, and which step brings the reply',
      query: withRange(filter, { required: true }),
      response: z.object({
        times: timesView,
        previous_median_seconds: z.number().nullable(),
        steps: z.array(z.object({ seq_number: z.number().int().nullable(), replied: z.number().int() })),
        categories: z.array(
          z.object({
            category_id: z.number().int().nullable(),
            name: z.string(),
            sentiment: z.enum(['positive', 'neutral', 'negative', 'none']),
            count: z.number().int(),
          }),
        ),
      }),
    },
    insightAnswers: {
      method: 'GET',
      path: '/api/analytics/insights/answers',
      access: read,
      summary: 'How fast the team answers positive replies, and who answered',
      query: withRange(filter, { required: true }),
      response: z.object({
        positive: z.number().int(),
        answered: z.number().int(),
        in_time: z.number().int(),
        /** Answered after the target, or unanswered and past it. */
        late: z.number().int(),
        times: timesView,
        previous: z.object({
          positive: z.number().int(),
          answered: z.number().int(),
          in_time: z.number().int(),
          late: z.number().int(),
        }),
        /** When late ones arrived, in `time_zone`: Monday is 1, `hour` begins two hours. */
        late_arrivals: z.array(
          z.object({ weekday: z.number().int(), hour: z.number().int(), count: z.number().int() }),
        ),
        team: z.array(teamRow),
      }),
    },
    insightWaiting: {
      method: 'GET',
      path: '/api/analytics/insights/waiting',
      access: read,
      summary: 'Positive replies without an answer, longest wait first',
      query: z.object({ ...filter, late_only: flag.default(false), limit: pageQuery(50).shape.limit }),
      response: z.object({ rows: z.array(waitingReply), total: z.number().int(), late: z.number().int() }),
    },
    insightMatrix: {
      method: 'GET',
      path: '/api/analytics/insights/providers',
      access: read,
      summary: 'Figures from each provider of mailboxes to each provider of recipients',
      query: withRange(filter, { required: true }),
      response: z.object({ cells: z.array(matrixCell) }),
    },
    insightMailboxes: {
      method: 'GET',
      path: '/api/analytics/insights/mailboxes',
      access: read,
      summary: 'How many mailboxes are connected, in use, failing or without warmup',
      query: z.object({ client_ids: idList.optional() }),
      response: z.object({
        total: z.number().int(),
        connected: z.number().int(),
        in_use: z.number().int(),
        failing: z.number().int(),
        without_warmup: z.number().int(),
      }),
    },
    insightAttention: {
      method: 'GET',
      path: '/api/analytics/insights/attention',
      access: read,
      summary: 'What needs a person today, with the next step, and what that person snoozed',
      query: withRange(filter, { required: true }),
      response: z.object({ items: z.array(attentionItem), snoozed: z.array(attentionItem) }),
    },
    snoozeAttention: {
      method: 'PUT',
      path: '/api/analytics/insights/attention/snoozes',
      access: read,
      summary: 'Snooze what needs attention until 08:00 of a day; it comes back earlier when it grows',
      body: z.object({
        key: attentionKey,
        count: z.number().int().min(1),
        for_days: z.number().int().min(1, 'must be one day or more').max(30, 'must be 30 days or less'),
        time_zone: timeZone,
      }),
      response: z.object({ snoozed_until: instant }),
    },
    wakeAttention: {
      method: 'DELETE',
      path: '/api/analytics/insights/attention/snoozes',
      access: read,
      summary: 'Show what was snoozed again',
      query: z.object({ key: attentionKey }),
      response: done,
    },
    exportInsights: {
      method: 'GET',
      path: '/api/analytics/insights/export',
      access: { who: 'person', may: 'insights.export' },
      summary: 'Figures by client, campaign, mailbox, domain, provider or tag, as CSV',
      answer: 'raw',
      query: withRange({ ...filter, by: z.enum(insightGroupings) }, { required: true }),
      response: z.string(),
    },
    yearRecap: {
      method: 'GET',
      path: '/api/analytics/recap',
      access: { who: 'person', may: 'recap.read' },
      summary: 'What a year brought',
      query: z.object({ year: z.coerce.number<number>().int().min(1).max(9999) }),
      response: recapView,
    },
  },
});
