import { z } from 'zod';
import { campaignStatuses, campaignStatusReasons } from '../constants';
import { idOf } from '../ids';
import { idList, idParam, instant, instantInput, wordList } from '../schemas';
import { campaignSettingsView, inputShape, viewShape } from './campaign-setting-list';

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

/**
 * Counts by docs/domain.md, Metrics: opened, replied and positive are distinct leads, and their rates are per contacted
 * lead; bounced is per sent e-mail.
 */
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
  status_reason: z.enum(campaignStatusReasons).nullable(),
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
  mailbox_id: idOf('mailbox').optional(),
  updated_after: instantInput.optional(),
});

const { schedule_start_time: startTime, ...hours } = viewShape('schedule');

export const scheduleView = z.object({
  ...hours,
  schedule_start_time: startTime,
  is_saved: z.boolean(),
  open_hours_per_week: z.number(),
  next_opening_at: instant.nullable(),
});

/** What is left out stays. */
export const scheduleInput = z.object(inputShape('schedule'));

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
