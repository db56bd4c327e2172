import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { dayInput, instant, instantInput, timeOfDay } from '../schemas';

/** Where a screen goes to mend something. */
export const jumpView = z.object({
  tab: z.enum([
    'lead_condition',
    'import_leads',
    'sequences',
    'setup',
    'final_review',
    'lead_list',
    'mailboxes',
    'plan',
  ]),
  seq_number: z.number().int().nullable(),
  variant_label: z.string().nullable(),
  field: z.string().nullable(),
  mailbox_ids: z.array(z.number().int()),
  /** Query of the campaign's lead list that shows exactly the leads concerned. */
  lead_filter: z.record(z.string(), z.string()).nullable(),
  /** What is shown there: a card of the setup, a tab of the mailbox. */
  setting: z.string().nullable(),
  label: z.string(),
});

export const gateItem = z.object({
  code: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  count: z.number().int().nullable(),
  unit: z.string().nullable(),
  jump: jumpView.nullable(),
});
export type GateItem = z.output<typeof gateItem>;

/** The launch gate's answer: what blocks, what is worth a look, what is in order. */
export const reviewView = z.object({
  can_launch: z.boolean(),
  checked_at: instant,
  took_ms: z.number().int(),
  leads_checked: z.number().int(),
  email_steps: z.number().int(),
  mailboxes: z.number().int(),
  blocks: z.array(gateItem),
  warnings: z.array(gateItem),
  passed: z.array(gateItem),
});
export type ReviewView = z.output<typeof reviewView>;

const day = z.object({
  date: z.string(),
  total: z.number().int(),
  new_leads: z.number().int(),
  follow_ups: z.number().int(),
  by_mailbox: z.array(z.object({ mailbox_id: z.number().int(), sent: z.number().int() })),
  capacity: z.number().int(),
});
const range = z.object({ low: z.number().int(), high: z.number().int(), basis: z.string() });

export const forecastView = z.object({
  starts_at: instant,
  time_zone: z.string(),
  emails: z.number().int(),
  leads: z.number().int(),
  last_send_at: instant.nullable(),
  sending_days: z.number().int(),
  busiest_day: z.object({ date: z.string(), sent: z.number().int(), capacity: z.number().int() }).nullable(),
  replies: range.nullable(),
  days: z.array(day),
  mailboxes: z.array(z.object({ id: z.number().int(), from_email: z.string(), sent: z.number().int() })),
  /**
   * What strict ESP matching and ESP rules cost: the same forecast without them, and the leads that they keep waiting.
   * Null where the campaign has neither.
   */
  esp_cost: z
    .object({
      emails: z.number().int(),
      leads: z.number().int(),
      last_send_at: instant.nullable(),
      waiting_leads: z.number().int(),
    })
    .nullable(),
  /** New leads that wait because their import is on hold, until the first hold ends; the forecast emails them from then on. */
  on_hold: z.object({ leads: z.number().int(), until: instant, reason: z.string() }).nullable(),
  bottleneck: z.object({ code: z.string(), text: z.string(), until: instant.nullable() }).nullable(),
  is_complete: z.boolean(),
  /**
   * Leads that were played through: a larger campaign is forecast for its first 5,000 waiting leads (for so many that
   * 20,000 e-mails follow, if that is fewer), and `is_complete` is false.
   */
  simulated_leads: z.number().int(),
  took_ms: z.number().int(),
});
export type ForecastView = z.output<typeof forecastView>;

/** What if: only what is named differs from the campaign as it stands. */
export const whatIf = z.object({
  start_at: instantInput.optional(),
  mailbox_count: z.number().int().min(1).max(500).optional(),
  message_per_day: z.number().int().min(1).max(2_000).optional(),
  max_leads_per_day: z.number().int().min(0).max(100_000).optional(),
  follow_up_percentage: z.number().int().min(0).max(100).optional(),
  start_hour: timeOfDay.optional(),
  end_hour: timeOfDay.optional(),
  days: z.array(z.number().int().min(1).max(7)).max(7).optional(),
  min_time_btwn_emails: z.number().int().min(3).max(1440).optional(),
  skip_dates: z.array(dayInput).max(60).optional(),
});

/** `text` is a sentence for the case at hand: met, not met, or not reached (`is_met` null). */
const check = z.object({
  code: z.string(),
  scope: z.string(),
  label: z.string(),
  text: z.string(),
  is_met: z.boolean().nullable(),
  is_binding: z.boolean(),
  facts: z.record(z.string(), z.unknown()),
  until: instant.nullable(),
});
/** Why nothing was sent, as the planner decided it. */
export const explanationView = z.object({
  subject: z.enum(['CAMPAIGN', 'LEAD', 'MAILBOX']),
  id: z.number().int(),
  title: z.string(),
  answer: z.string(),
  binding: check.nullable(),
  checks: z.array(check),
  next_eligible_at: instant.nullable(),
  remedies: z.array(z.object({ action: z.string(), text: z.string(), detail: z.string().nullable() })),
  decided_at: instant,
});
export type ExplanationView = z.output<typeof explanationView>;

const campaignId = z.object({ campaignId: idOf('campaign') });
const read = { who: 'person', may: 'campaign.read' } as const;

export const reviewContract = defineContract({
  service: 'main',
  tag: 'Review, forecast, explanation',
  endpoints: {
    reviewCampaign: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/review',
      access: read,
      summary: 'The launch check over all leads, steps and mailboxes',
      params: campaignId,
      response: reviewView,
    },
    forecastCampaign: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/forecast',
      access: read,
      summary: 'The forecast to the last send, with other mailboxes, caps or windows if given',
      params: campaignId,
      body: whatIf,
      response: forecastView,
    },
    explainCampaign: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/explain',
      access: read,
      summary: 'Why this campaign sends nothing now',
      params: campaignId,
      response: explanationView,
    },
    explainLead: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/leads/:enrolmentId/explain',
      access: read,
      summary: 'Why this lead was not emailed',
      params: campaignId.extend({ enrolmentId: idOf('enrolment') }),
      response: explanationView,
    },
    explainMailbox: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/mailboxes/:mailboxId/explain',
      access: read,
      summary: 'Why this mailbox sends nothing for this campaign',
      params: campaignId.extend({ mailboxId: idOf('mailbox') }),
      response: explanationView,
    },
  },
});
