import { z } from 'zod';
import { triggerStates } from '../constants';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { idList, idParam, instant, instantInput, pageOf, pageQuery, wordList } from '../schemas';
import { countsView, daysView, figureRow, ratesView, statisticsView, withRange } from './figures';
import { measures } from './measures';

const campaignId = z.object({ campaignId: idOf('campaign') });
const read = { who: 'person', may: 'analytics.read' } as const;

/** How sure one can be that a variant is better than the first one, in words and with the figures behind them. */
export const evidenceView = z.object({
  kind: z.enum(['ONE_VARIANT', 'BASELINE', 'NEEDS_MORE', 'AHEAD', 'BEHIND', 'NO_DIFFERENCE', 'NOT_MEASURED']),
  text: z.string(),
  /** Of the two-proportion test, 0 to 100; null where it says nothing yet. */
  confidence: z.number().nullable(),
  /** E-mails that this variant or the baseline still needs. */
  needs: z.number().int().nullable(),
});
export type EvidenceView = z.output<typeof evidenceView>;

/** A step or variant: opened and clicked are leads that opened or clicked this step's e-mail; the others as everywhere. */
const stepCounts = z.object({
  sent: z.number().int(),
  opened: z.number().int(),
  clicked: z.number().int(),
  replied: z.number().int(),
  positive: z.number().int(),
  bounced: z.number().int(),
  sender_bounced: z.number().int(),
  unsubscribed: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
});
export type StepCounts = z.output<typeof stepCounts>;

export const stepRow = z.object({
  step_id: z.number().int(),
  seq_number: z.number().int(),
  seq_type: z.string(),
  is_deleted: z.boolean(),
  counts: stepCounts,
  variants: z.array(
    z.object({
      variant_id: z.number().int(),
      label: z.string(),
      subject: z.string(),
      is_paused: z.boolean(),
      is_deleted: z.boolean(),
      is_baseline: z.boolean(),
      counts: stepCounts,
      evidence: evidenceView,
    }),
  ),
});
export type StepRow = z.output<typeof stepRow>;

export const triggerRow = z.object({
  id: z.string(),
  sequence: z.number().int(),
  state: z.enum(triggerStates),
  scheduled_at: instant,
  picked_at: instant.nullable(),
  completed_at: instant.nullable(),
  /** What it did, or which of the three checkpoint messages or rules explains that nothing left. */
  message: z.string().nullable(),
  constraint_code: z.string().nullable(),
  planned: z.number().int(),
  new_leads: z.number().int(),
  follow_ups: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  released: z.number().int(),
  /** Leads that waited, by what they waited for: all that were due, of each queue counted up to 1,000. */
  skipped: z.array(z.object({ code: z.string(), text: z.string(), count: z.number().int() })),
});
export type TriggerRow = z.output<typeof triggerRow>;

export const triggerEmail = z.object({
  intent_id: z.string(),
  enrolment_id: z.number().int().nullable(),
  lead: z.object({ id: z.number().int(), email: z.string(), name: z.string() }).nullable(),
  mailbox_email: z.string(),
  seq_number: z.number().int().nullable(),
  variant_label: z.string().nullable(),
  state: z.string(),
  send_at: instant,
  sent_at: instant.nullable(),
  note: z.string().nullable(),
});

export const sentEmailRow = z.object({
  intent_id: z.string(),
  stats_id: z.string(),
  lead_id: z.number().int().nullable(),
  enrolment_id: z.number().int().nullable(),
  lead_name: z.string(),
  lead_email: z.string(),
  category_id: z.number().int().nullable(),
  category_name: z.string().nullable(),
  seq_number: z.number().int().nullable(),
  step_id: z.number().int().nullable(),
  variant_id: z.number().int().nullable(),
  mailbox_id: z.number().int(),
  from_email: z.string(),
  subject: z.string().nullable(),
  body_html: z.string().nullable(),
  state: z.string(),
  sent_at: instant.nullable(),
  first_open_at: instant.nullable(),
  first_click_at: instant.nullable(),
  reply_at: instant.nullable(),
  open_count: z.number().int(),
  click_count: z.number().int(),
  is_unsubscribed: z.boolean(),
  is_bounced: z.boolean(),
});
export type SentEmailRow = z.output<typeof sentEmailRow>;
export const sentEmailStatuses = ['opened', 'clicked', 'replied', 'unsubscribed', 'bounced'] as const;

const rowsOf = {
  measure: z.enum(measures),
  step_id: idParam.optional(),
  variant_id: idParam.optional(),
  mailbox_id: idOf('mailbox').optional(),
};

/** Figures of one campaign, and the rows behind each of them. */
export const campaignAnalyticsContract = defineContract({
  service: 'analytics',
  tag: 'Campaign analytics',
  endpoints: {
    campaignStatistics: {
      method: 'GET',
      path: '/api/analytics/campaigns/:campaignId/statistics',
      access: read,
      summary: 'Figures of a campaign in a range of days, or in its whole life, with rates and the range before',
      params: campaignId,
      query: withRange({}),
      response: statisticsView.extend({
        /** Leads in the campaign now. */
        imported: z.number().int(),
        /** E-mails sent so far and those still to come if nobody answers. */
        planned: z.number().int(),
        first_sent_at: instant.nullable(),
        last_sent_at: instant.nullable(),
      }),
    },
    campaignDays: {
      method: 'GET',
      path: '/api/analytics/campaigns/:campaignId/days',
      access: read,
      summary: 'Figures of a campaign by day, by event time or by sent time',
      params: campaignId,
      query: withRange({}, { required: true }),
      response: daysView,
    },
    campaignSteps: {
      method: 'GET',
      path: '/api/analytics/campaigns/:campaignId/steps',
      access: read,
      summary: 'Steps and variants with the evidence for each',
      params: campaignId,
      query: withRange({}),
      response: z.object({ steps: z.array(stepRow) }),
    },
    campaignMailboxes: {
      method: 'GET',
      path: '/api/analytics/campaigns/:campaignId/mailboxes',
      access: read,
      summary: 'Figures of a campaign by mailbox',
      params: campaignId,
      query: withRange({}),
      response: z.object({
        mailboxes: z.array(
          z.object({ mailbox_id: z.number().int(), from_email: z.string(), counts: countsView, rates: ratesView }),
        ),
      }),
    },
    campaignRows: {
      method: 'GET',
      path: '/api/analytics/campaigns/:campaignId/rows',
      access: read,
      summary: 'The rows behind one figure',
      params: campaignId,
      query: withRange({ ...rowsOf, ...pageQuery(50).shape }),
      response: pageOf(figureRow),
    },
    campaignEmails: {
      method: 'GET',
      path: '/api/analytics/campaigns/:campaignId/emails',
      access: read,
      summary: 'Every e-mail of a campaign that was sent or refused, newest first',
      params: campaignId,
      query: z.object({
        offset: z.coerce.number<number>().int().min(0).max(10_000_000).default(0),
        limit: z.coerce.number<number>().int().min(1).max(1000).default(100),
        seq_numbers: idList.optional(),
        statuses: wordList.pipe(z.array(z.enum(sentEmailStatuses))).optional(),
        sent_after: instantInput.optional(),
        sent_before: instantInput.optional(),
      }),
      response: z.object({ rows: z.array(sentEmailRow), total: z.number().int() }),
    },
    campaignTriggers: {
      method: 'GET',
      path: '/api/analytics/campaigns/:campaignId/triggers',
      access: read,
      summary: 'Send log: what each send round did, or why nothing was sent',
      params: campaignId,
      query: z.object({ ...pageQuery(50).shape, outcome: z.enum(['all', 'sent', 'nothing']).default('all') }),
      response: pageOf(triggerRow),
    },
    campaignTrigger: {
      method: 'GET',
      path: '/api/analytics/campaigns/:campaignId/triggers/:triggerId',
      access: read,
      summary: 'One firing with the e-emails it reserved',
      params: campaignId.extend({ triggerId: z.string().regex(/^\d{1,18}$/) }),
      response: triggerRow.extend({ emails: z.array(triggerEmail) }),
    },
    exportCampaign: {
      method: 'GET',
      path: '/api/analytics/campaigns/:campaignId/export',
      access: { who: 'person', may: 'lead.export' },
      summary: 'Days, steps, or the rows behind a figure, as CSV',
      params: campaignId,
      answer: 'raw',
      query: withRange({
        what: z.enum(['days', 'steps', 'rows']).default('days'),
        measure: z.enum(measures).default('sent'),
      }),
      response: z.string(),
    },
  },
});
