import { z } from 'zod';
import { defineContract } from '../endpoint';
import { flag, instant, timeOfDay, timeZone } from '../schemas';
import { limits } from '../constants';
import { stopLeadSettings, trackSettings } from '../main/campaign-settings';
import {
  alias,
  campaignParams,
  id,
  isFields,
  isoDay,
  normalise,
  offset,
  okay,
  whole,
  wireTime,
  withoutNulls,
  word,
  type Fields,
} from './wire';

const schedule = z.object({
  tz: z.string(),
  days: z.array(z.number().int().min(0).max(6)),
  startHour: z.string(),
  endHour: z.string(),
});

/** A campaign on the wire. `scheduler_cron_value` is null before a schedule was saved. */
export const wireCampaign = z.object({
  id: z.number().int(),
  user_id: z.number().int().nullable(),
  created_at: instant,
  updated_at: instant,
  status: z.string(),
  name: z.string(),
  track_settings: z.array(z.string()),
  scheduler_cron_value: schedule.nullable(),
  min_time_btwn_emails: z.number().int(),
  max_leads_per_day: z.number().int(),
  stop_lead_settings: z.string(),
  schedule_start_time: instant.nullable(),
  enable_ai_esp_matching: z.boolean(),
  send_as_plain_text: z.boolean(),
  follow_up_percentage: z.number().int(),
  unsubscribe_text: z.string().nullable(),
  parent_campaign_id: z.number().int().nullable(),
  client_id: z.number().int().nullable(),
  tags: z.array(z.object({ tag_id: z.number().int(), tag_name: z.string(), tag_color: z.string() })).optional(),
});
export type WireCampaign = z.input<typeof wireCampaign>;
export const wireSchedule = schedule;

/** Allowed values of a status, and their other names. */
export const wireStatuses = ['START', 'PAUSED', 'STOPPED', 'ARCHIVED'] as const;
const statusNames: Record<string, string> = {
  ACTIVE: 'START',
  RESUME: 'START',
  STARTED: 'START',
  RESUMED: 'START',
  PAUSE: 'PAUSED',
  STOP: 'STOPPED',
  ARCHIVE: 'ARCHIVED',
};
export const readStatus = (value: unknown): unknown => word(value, statusNames);

const hour = (value: unknown): unknown => (typeof value === 'string' && /^\d:\d\d$/.test(value) ? `0${value}` : value);

/** Flat, or nested in `schedule`; what is left out keeps its value. */
export const scheduleBody = z.preprocess(
  normalise((body) => {
    const flat: Fields = isFields(body['schedule']) ? { ...body, ...body['schedule'] } : body;
    alias(flat, 'timezone', 'time_zone', 'tz');
    alias(flat, 'days_of_the_week', 'days');
    alias(flat, 'start_hour', 'startHour');
    alias(flat, 'end_hour', 'endHour');
    alias(flat, 'min_time_btw_emails', 'min_time_btwn_emails', 'min_time_between_emails');
    alias(flat, 'max_new_leads_per_day', 'max_leads_per_day');
    return {
      ...withoutNulls(flat, 'schedule_start_time'),
      start_hour: hour(flat['start_hour'] ?? undefined),
      end_hour: hour(flat['end_hour'] ?? undefined),
      schedule_start_time: flat['schedule_start_time'] === '' ? null : flat['schedule_start_time'],
    };
  }),
  z.object({
    timezone: timeZone.optional(),
    /** 0 to 6 with Sunday 0; 7 is Sunday as well. */
    days_of_the_week: z
      .array(whole(0, 7))
      .max(8)
      .transform((days) => [...new Set(days.map(isoDay))].sort())
      .optional(),
    start_hour: timeOfDay.optional(),
    end_hour: timeOfDay.optional(),
    min_time_btw_emails: whole(limits.minMinutesBetweenSendRounds, 1440).optional(),
    max_new_leads_per_day: whole(0, 100_000).optional(),
    schedule_start_time: wireTime.nullable().optional(),
  }),
);

const trackNames: Record<string, string> = {
  DONT_TRACK_EMAIL_OPEN: 'DONT_EMAIL_OPEN',
  DONT_TRACK_LINK_CLICK: 'DONT_LINK_CLICK',
  DONT_TRACK_REPLY_TO_AN_EMAIL: 'DONT_REPLY_TO_AN_EMAIL',
};
const stopNames: Record<string, string> = {
  OPENED_EMAIL: 'OPEN_AN_EMAIL',
  CLICKED_LINK: 'CLICK_ON_A_LINK',
  REPLIED_TO_EMAIL: 'REPLY_TO_AN_EMAIL',
};

/** Both spellings, or `{ track_open, track_click }`, as the spelling that is read. */
function readTracking(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((each) => word(each, trackNames)))];
  if (!isFields(value)) return typeof value === 'string' ? [word(value, trackNames)] : value;
  return [
    ...(value['track_open'] === false ? ['DONT_EMAIL_OPEN'] : []),
    ...(value['track_click'] === false ? ['DONT_LINK_CLICK'] : []),
    ...(value['track_reply'] === false ? ['DONT_REPLY_TO_AN_EMAIL'] : []),
  ];
}

/** A number in a text, with or without a percent sign. */
const percent = (value: unknown): unknown =>
  typeof value === 'string' ? Number(value.replace('%', '').trim() || Number.NaN) : value;

export const settingsBody = z.preprocess(
  normalise((body) => {
    const flat = withoutNulls(
      isFields(body['settings']) ? { ...body, ...body['settings'] } : body,
      'unsubscribe_text',
      'client_id',
    );
    alias(flat, 'name', 'campaign_name');
    alias(flat, 'enable_ai_esp_matching', 'ai_esp_matching');
    alias(flat, 'min_time_btwn_emails', 'min_time_btw_emails', 'min_time_between_emails');
    alias(flat, 'max_leads_per_day', 'max_new_leads_per_day');
    const office = flat['out_of_office_detection_settings'];
    return {
      ...flat,
      status: readStatus(flat['status']),
      track_settings: readTracking(flat['track_settings']),
      stop_lead_settings: word(flat['stop_lead_settings'], stopNames),
      bounce_autopause_threshold: percent(flat['bounce_autopause_threshold']),
      out_of_office_detection_settings:
        isFields(office) && typeof office['reactivateOOOwithDelay'] === 'string'
          ? {
              ...office,
              reactivateOOOwithDelay:
                office['reactivateOOOwithDelay'].trim() === '' ? null : Number(office['reactivateOOOwithDelay']),
            }
          : office,
    };
  }),
  z.object({
    name: z.string().trim().min(1, 'is required').max(200).optional(),
    /** Some clients send it along: the same values as for the status endpoint. */
    status: z.enum(wireStatuses).optional(),
    track_settings: z.array(z.enum(trackSettings)).max(3).optional(),
    stop_lead_settings: z.enum(stopLeadSettings).optional(),
    unsubscribe_text: z.string().trim().max(300, 'can have at most 300 characters').nullable().optional(),
    send_as_plain_text: flag.optional(),
    force_plain_text: flag.optional(),
    follow_up_percentage: whole(0, 100).optional(),
    client_id: id.nullable().optional(),
    enable_ai_esp_matching: flag.optional(),
    auto_pause_domain_leads_on_reply: flag.optional(),
    ignore_ss_mailbox_sending_limit: flag.optional(),
    add_unsubscribe_tag: flag.optional(),
    /** true limits the e-mails to one company a day (one, unless the campaign has another figure); false takes the limit away. */
    domain_level_rate_limit: flag.optional(),
    bounce_autopause_threshold: z
      .number('must be a percentage')
      .min(0.1, 'must be at least 0.1 %')
      .max(100)
      .nullable()
      .optional(),
    out_of_office_detection_settings: z
      .object({
        ignoreOOOasReply: z.boolean().optional(),
        autoReactivateOOO: z.boolean().optional(),
        reactivateOOOwithDelay: z.number().int().min(0).max(365).nullable().optional(),
        autoCategorizeOOO: z.boolean().optional(),
      })
      .nullable()
      .optional(),
    /** Ids or names of categories. */
    ai_categorisation_options: z
      .array(z.union([z.number().int(), z.string().trim().min(1).max(80)]))
      .max(200)
      .nullable()
      .optional(),
    min_time_btwn_emails: whole(limits.minMinutesBetweenSendRounds, 1440).optional(),
    max_leads_per_day: whole(0, 100_000).optional(),
  }),
);
export type SettingsBody = z.output<typeof settingsBody>;

const read = { who: 'person', may: 'campaign.read' } as const;
const write = { who: 'person', may: 'campaign.write' } as const;
const tags = z.object({ include_tags: flag.default(false) });

export const v1CampaignsContract = defineContract({
  service: 'main',
  tag: 'API v1: campaigns',
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/v1/campaigns',
      access: read,
      answer: 'bare',
      summary: 'All campaigns, newest first',
      query: tags.extend({ client_id: id.optional(), offset, limit: whole(1, 100_000).optional() }),
      response: z.array(wireCampaign),
    },
    create: {
      method: 'POST',
      path: '/api/v1/campaigns/create',
      aliases: ['POST /api/v1/campaigns'],
      access: write,
      answer: 'bare',
      summary: 'Create a campaign (a draft)',
      body: z.preprocess(
        normalise((body) => alias(body, 'name', 'campaign_name')),
        z.object({ name: z.string().trim().max(200).nullable().optional(), client_id: id.nullable().optional() }),
      ),
      response: okay.extend({ id: z.number().int(), name: z.string(), created_at: instant }),
    },
    get: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId',
      access: read,
      answer: 'bare',
      summary: 'One campaign',
      params: campaignParams,
      query: tags,
      response: wireCampaign,
    },
    remove: {
      method: 'DELETE',
      path: '/api/v1/campaigns/:campaignId',
      access: { who: 'person', may: 'campaign.delete' },
      answer: 'bare',
      summary: 'Delete a campaign; an active one is stopped first',
      params: campaignParams,
      response: okay,
    },
    setStatus: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/status',
      aliases: ['PATCH /api/v1/campaigns/:campaignId/status'],
      access: write,
      answer: 'bare',
      summary: 'START, PAUSED, STOPPED or ARCHIVED',
      params: campaignParams,
      body: z.object({ status: z.string().max(40) }),
      response: okay,
    },
    saveSchedule: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/schedule',
      aliases: ['POST /api/v1/campaigns/:campaignId'],
      access: write,
      answer: 'bare',
      summary: 'Save the schedule; what is left out keeps its value',
      params: campaignParams,
      body: scheduleBody,
      response: okay,
    },
    saveSettings: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/settings',
      aliases: ['PATCH /api/v1/campaigns/:campaignId/settings', 'PUT /api/v1/campaigns/:campaignId'],
      access: write,
      answer: 'bare',
      summary: 'Change settings; what is left out keeps its value',
      params: campaignParams,
      body: settingsBody,
      response: okay.extend({ message: z.string().optional() }),
    },
    duplicate: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/duplicate',
      access: write,
      answer: 'bare',
      summary: 'Copy settings, schedule, sequence and mailboxes into a draft',
      params: campaignParams,
      body: z.object({ duplicate_sub_sequence: flag.default(false), duplicate_client_label: flag.default(false) }),
      response: okay.extend({ newCampaignId: z.number().int() }),
    },
    listOfLead: {
      method: 'GET',
      path: '/api/v1/leads/:leadId/campaigns',
      access: { who: 'person', may: 'lead.read' },
      answer: 'bare',
      summary: 'Campaigns of a lead',
      params: z.object({ leadId: id }),
      response: z.array(wireCampaign),
    },
    listByLead: {
      method: 'GET',
      path: '/api/v1/campaigns/by-lead',
      access: { who: 'person', may: 'lead.read' },
      answer: 'bare',
      summary: 'Campaigns of a lead, by query',
      query: z.object({ lead_id: id }),
      response: z.array(wireCampaign),
    },
  },
});
