import { z } from 'zod';
import { instant, timeZone } from '../schemas';
import { sentEmailStatuses } from '../analytics/campaign-analytics.contract';
import { alias, listOf, normalise, wireDay, wireTime } from './wire';

/** Counts are texts in the two analytics answers of a campaign, and numbers everywhere else. */
export const count = z.string();

export const number = z.number().int();

export const figures = {
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

export const wholeLife = z.object({
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

export const days = z.preprocess(
  normalise((query) => alias(query, 'time_zone', 'timezone')),
  z.object({ start_date: wireDay, end_date: wireDay, time_zone: timeZone.default('Etc/GMT') }),
);

/** Both days or neither: without them a campaign's whole life. */
export const daysOrNone = z.preprocess(
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

/** Which emails: by step, by what became of them, by when they were sent. */
export const emailFilters = {
  email_sequence_number: z.preprocess(numbers, z.array(z.number().int().min(1).max(50)).max(50)).optional(),
  email_status: z
    .preprocess(
      (value) => (typeof value === 'string' ? listOf(value.toLowerCase()) : value),
      z.array(z.enum(sentEmailStatuses)).max(100),
    )
    .optional(),
  sent_time_start_date: wireTime.optional(),
  sent_time_end_date: wireTime.optional(),
};

export const namedTimes = (query: Record<string, unknown>) => {
  alias(query, 'sent_time_start_date', 'start_date');
  alias(query, 'sent_time_end_date', 'end_date');
  return query;
};
