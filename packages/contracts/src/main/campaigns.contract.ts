import { z } from 'zod';
import { campaignSorts, campaignStatuses, limits } from '../constants';
import { defineContract } from '../endpoint';
import {
  dayInput,
  done,
  idList,
  idParam,
  instant,
  instantInput,
  pageOf,
  pageQuery,
  timeOfDay,
  timeZone,
  wordList,
} from '../schemas';
import { campaignSettingsInput, campaignSettingsView } from './campaign-settings';

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

const campaignId = z.object({ campaignId: idParam });
const read = { who: 'person', may: 'campaign.read' } as const;
const write = { who: 'person', may: 'campaign.write' } as const;
const name = z.string().trim().min(1, 'is required').max(200);

export const campaignsContract = defineContract({
  service: 'main',
  tag: 'Campaigns',
  endpoints: {
    listCampaigns: {
      method: 'GET',
      path: '/api/campaigns',
      access: read,
      summary: 'Campaigns with progress, figures, and the next send or the reason for none',
      query: campaignFilter
        .extend({
          sort: z.enum(campaignSorts).default('updated_at'),
          direction: z.enum(['asc', 'desc']).default('desc'),
        })
        .extend(pageQuery(25).shape),
      response: pageOf(campaignRow).extend({ by_status: z.record(z.string(), z.number().int()) }),
    },
    createCampaign: {
      method: 'POST',
      path: '/api/campaigns',
      access: write,
      summary: 'Make a campaign (a draft)',
      body: z.object({
        name: name.optional(),
        client_id: idParam.nullable().optional(),
        folder_id: idParam.nullable().optional(),
        parent_campaign_id: idParam.optional(),
      }),
      response: campaignView,
    },
    getCampaign: {
      method: 'GET',
      path: '/api/campaigns/:campaignId',
      access: read,
      summary: 'One campaign with settings, schedule and what may be done with it',
      params: campaignId,
      response: campaignView,
    },
    updateCampaign: {
      method: 'PATCH',
      path: '/api/campaigns/:campaignId',
      access: write,
      summary: 'Change settings; what is left out stays',
      params: campaignId,
      body: campaignSettingsInput,
      response: campaignView,
    },
    saveSchedule: {
      method: 'PUT',
      path: '/api/campaigns/:campaignId/schedule',
      access: write,
      summary: 'Save the schedule; what is left out stays',
      params: campaignId,
      body: scheduleInput,
      response: campaignView,
    },
    setStatus: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/status',
      access: write,
      summary: 'Start, pause, resume, stop, archive or bring back; refuses illegal edges in words',
      params: campaignId,
      body: z.object({ action: z.enum(campaignActions), start_at: instantInput.optional() }),
      response: campaignView,
    },
    setStatuses: {
      method: 'POST',
      path: '/api/campaigns/bulk/status',
      access: write,
      summary: 'The same for several campaigns; each has its own answer',
      body: z.object({ campaign_ids: z.array(idParam).min(1).max(200), action: z.enum(campaignActions) }),
      response: z.object({
        results: z.array(
          z.object({
            campaign_id: z.number().int(),
            ok: z.boolean(),
            status: z.enum(campaignStatuses).nullable(),
            message: z.string().nullable(),
          }),
        ),
      }),
    },
    duplicateCampaign: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/duplicate',
      access: write,
      summary:
        'Copy settings, schedule, sequence and mailboxes into a draft; optionally subsequences, the client and the leads that were not finished',
      params: campaignId,
      body: z.object({
        name: name.optional(),
        duplicate_sub_sequence: z.boolean().default(false),
        duplicate_client_label: z.boolean().default(true),
        with_unfinished_leads: z.boolean().default(false),
      }),
      response: campaignView,
    },
    deletionEffects: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/deletion',
      access: read,
      summary: 'What deleting this campaign takes along',
      params: campaignId,
      response: z.object({
        name: z.string(),
        is_allowed: z.boolean(),
        reason: z.string().nullable(),
        leads: z.number().int(),
        sent_emails: z.number().int(),
        replies: z.number().int(),
        steps: z.number().int(),
        subsequences: z.number().int(),
        uploads: z.number().int(),
        webhooks: z.number().int(),
      }),
    },
    deleteCampaign: {
      method: 'DELETE',
      path: '/api/campaigns/:campaignId',
      access: { who: 'person', may: 'campaign.delete' },
      summary: 'Delete a campaign that is not active, with its sequence, enrolments and webhooks',
      params: campaignId,
      response: done,
    },
    moveCampaigns: {
      method: 'POST',
      path: '/api/campaigns/bulk/move',
      access: write,
      summary: 'Move campaigns to a folder, or out of all',
      body: z.object({ campaign_ids: z.array(idParam).min(1).max(200), folder_id: idParam.nullable() }),
      response: z.object({ moved: z.number().int() }),
    },
    tagCampaigns: {
      method: 'POST',
      path: '/api/campaigns/bulk/tags',
      access: write,
      summary: 'Add and remove tags',
      body: z.object({
        campaign_ids: z.array(idParam).min(1).max(200),
        add_tag_ids: z.array(idParam).max(50).default([]),
        remove_tag_ids: z.array(idParam).max(50).default([]),
      }),
      response: z.object({ changed: z.number().int() }),
    },
    listEdits: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/edits',
      access: read,
      summary: 'Who changed what, newest first',
      params: campaignId,
      query: pageQuery(20),
      response: pageOf(
        z.object({
          id: z.number().int(),
          area: z.string(),
          detail: z.unknown(),
          at: instant,
          user_name: z.string().nullable(),
        }),
      ),
    },
    listTags: {
      method: 'GET',
      path: '/api/tags',
      access: read,
      summary: 'Tags of the workspace with how often campaigns bear them',
      response: z.object({ tags: z.array(tagView.extend({ campaign_count: z.number().int() })) }),
    },
    saveTag: {
      method: 'POST',
      path: '/api/tags',
      access: { who: 'person', may: 'shared.write' },
      summary: 'Make a tag, or change one',
      body: z.object({
        id: idParam.optional(),
        name: z.string().trim().min(1, 'is required').max(60),
        color: z
          .string()
          .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #3d52d5')
          .default('#686760'),
      }),
      response: tagView,
    },
    deleteTag: {
      method: 'DELETE',
      path: '/api/tags/:tagId',
      access: { who: 'person', may: 'campaign.delete' },
      summary: 'Delete a tag everywhere',
      params: z.object({ tagId: idParam }),
      response: done,
    },
  },
});
