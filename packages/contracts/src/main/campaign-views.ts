import { z } from 'zod';
import { campaignStatuses, limits } from '../constants';
import { dayInput, idList, idParam, instant, instantInput, timeOfDay, timeZone, wordList } from '../schemas';
import { campaignSettingsView } from './campaign-settings';

export const tagView = z.object({ id: z.number().int(), name: z.string(), color: z.string() });

/** What a person asks of a campaign. Legal edges: docs/domain.md, Statuses. */
export const campaignActions = ['START', 'PAUSE', 'RESUME', 'STOP', 'ARCHIVE', 'UNARCHIVE'] as const;

export type CampaignAction = (typeof campaignActions)[number];

/** The "next send or reason" cell: one line, a second one, and whether "Why?" has an answer. */
export const nextView = z.object({
  kind: z.enum(['NEXT_SEND', 'WAITING', 'PAUSED', 'DRAFT', 'COMPLETED', 'STOPPED', 'ARCHIVED']),
  /** Next e-mail, trigger or opening, in campaign time. */
  at: instant.nullable(),
  text: z.string(),
  detail: z.string().nullable(),
  /** Code of the binding constraint (the engine's one list), or of what paused the campaign. */
  code: z.string().nullable(),
  can_explain: z.boolean(),
});

export const progressView = z.object({
  total: z.number().int(),
  /** Distinct leads that were sent at least one e-mail. */
  contacted: z.number().int(),
  /** Leads that are completed, stopped or blocked. */
  finished: z.number().int(),
  percent: z.number(),
  by_status: z.object({
    STARTED: z.number().int(),
    INPROGRESS: z.number().int(),
    COMPLETED: z.number().int(),
    STOPPED: z.number().int(),
    PAUSED: z.number().int(),
    BLOCKED: z.number().int(),
  }),
});

/** Counts by docs/domain.md, Metrics: opened, replied and positive are distinct leads, and their rates are per contacted lead; bounced is per sent e-mail. */
export const countsView = z.object({
  sent: z.number().int(),
  opened: z.number().int(),
  clicked: z.number().int(),
  replied: z.number().int(),
  positive: z.number().int(),
  bounced: z.number().int(),
  unsubscribed: z.number().int(),
  sent_today: z.number().int(),
  opened_today: z.number().int(),
  replied_today: z.number().int(),
  bounced_today: z.number().int(),
  open_rate: z.number().nullable(),
  click_rate: z.number().nullable(),
  reply_rate: z.number().nullable(),
  positive_rate: z.number().nullable(),
  bounce_rate: z.number().nullable(),
});

export const campaignRow = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.enum(campaignStatuses),
  status_reason: z.string().nullable(),
  status_changed_at: instant,
  client: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  folder_id: z.number().int().nullable(),
  parent_campaign_id: z.number().int().nullable(),
  tags: z.array(tagView),
  step_count: z.number().int(),
  mailbox_count: z.number().int(),
  time_zone: z.string(),
  next: nextView,
  progress: progressView,
  counts: countsView,
  created_at: instant,
  updated_at: instant,
  created_by_name: z.string().nullable(),
});

export type CampaignRow = z.output<typeof campaignRow>;

export const campaignFilter = z.object({
  search: z.string().trim().max(200).optional(),
  /** Without it archived campaigns are left out. */
  status: wordList.pipe(z.array(z.enum(campaignStatuses))).optional(),
  client_id: idList.optional(),
  tag_id: idList.optional(),
  /** A folder; 0 is "in no folder". */
  folder_id: z.coerce.number<number>().int().min(0).optional(),
  parent_campaign_id: idParam.optional(),
  mailbox_id: idParam.optional(),
  updated_after: instantInput.optional(),
});

/** LEAD reads the windows in each lead's own zone; a lead without one uses the campaign's. */
export const timeZoneModes = ['CAMPAIGN', 'LEAD'] as const;

export const scheduleWindow = z.object({
  days: z
    .array(z.number().int().min(1).max(7))
    .min(1, 'needs at least one day')
    .max(7)
    .transform((days) => [...new Set(days)].sort()),
  start_hour: timeOfDay,
  end_hour: timeOfDay,
});

export const scheduleView = z.object({
  timezone: z.string(),
  days: z.array(z.number().int()),
  start_hour: z.string(),
  end_hour: z.string(),
  min_time_btwn_emails: z.number().int(),
  max_leads_per_day: z.number().int(),
  /** Further windows beside the first; local dates on which nothing leaves; whose zone the windows are read in. */
  more_windows: z.array(scheduleWindow),
  holidays: z.array(z.string()),
  time_zone_mode: z.enum(timeZoneModes),
  schedule_start_time: instant.nullable(),
  is_saved: z.boolean(),
  open_hours_per_week: z.number(),
  next_opening_at: instant.nullable(),
});

/** Days are ISO: Monday 1 to Sunday 7. An end before the start crosses midnight. What is left out stays. */
export const scheduleInput = z.object({
  timezone: timeZone.optional(),
  days: z
    .array(z.number().int().min(1).max(7))
    .max(7)
    .transform((days) => [...new Set(days)].sort())
    .optional(),
  start_hour: timeOfDay.optional(),
  end_hour: timeOfDay.optional(),
  min_time_btwn_emails: z
    .number()
    .int()
    .min(limits.minMinutesBetweenEmails, `must be at least ${limits.minMinutesBetweenEmails} minutes`)
    .max(1440)
    .optional(),
  max_leads_per_day: z.number().int().min(0).max(100_000).optional(),
  schedule_start_time: instantInput.nullable().optional(),
  more_windows: z.array(scheduleWindow).max(20, 'may be at most 20').optional(),
  holidays: z
    .array(dayInput)
    .max(400, 'may be at most 400')
    .transform((dates) => [...new Set(dates)].sort())
    .optional(),
  time_zone_mode: z.enum(timeZoneModes).optional(),
});

export const actionView = z.object({
  action: z.enum(campaignActions),
  is_allowed: z.boolean(),
  to: z.enum(campaignStatuses),
  reason: z.string().nullable(),
  is_final: z.boolean(),
});

export const campaignView = campaignRow.extend({
  uuid: z.string(),
  team_member_id: z.number().int().nullable(),
  started_at: instant.nullable(),
  completed_at: instant.nullable(),
  status_detail: z.unknown(),
  settings: campaignSettingsView,
  schedule: scheduleView,
  sequence_version: z.number().int(),
  actions: z.array(actionView),
  /** Per tab of the form, what is missing, in words. */
  missing: z.object({
    lead_condition: z.array(z.string()),
    import_leads: z.array(z.string()),
    sequences: z.array(z.string()),
    setup: z.array(z.string()),
  }),
});

export type CampaignView = z.output<typeof campaignView>;
