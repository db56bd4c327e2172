import { z } from 'zod';
import { enrolmentReasons, leadStatuses, limits, type LeadStatus } from '../constants';
import { defineContract } from '../endpoint';
import { flag, idList, idParam, instant, instantInput, pageOf, pageQuery, wordList } from '../schemas';
import { leadCondition } from './campaign-settings';
import { emailStatusFilters, leadInput, leadSummary } from './lead-fields';

/** Tabs of the lead list by the state of a lead: each lead is in exactly one, so they sum to `all`. */
export const leadStateTabs = {
  scheduled: 'STARTED',
  active: 'INPROGRESS',
  paused: 'PAUSED',
  completed: 'COMPLETED',
  stopped: 'STOPPED',
  blocked: 'BLOCKED',
} as const satisfies Record<string, LeadStatus>;
export type LeadStateTab = keyof typeof leadStateTabs;

/** Tabs of the lead list (docs/domain.md): all leads, each state, and last what leads of any state may have in common. */
export const leadTabs = [
  'all',
  'scheduled',
  'active',
  'paused',
  'completed',
  'stopped',
  'blocked',
  'replied',
  'failed',
  'manual_followups',
] as const satisfies readonly ('all' | LeadStateTab | 'replied' | 'failed' | 'manual_followups')[];

/** Filters of the campaign's lead list; they add up. `lead_category_ids` with -1 means "no category". */
export const campaignLeadFilter = z.object({
  tab: z.enum(leadTabs).default('all'),
  /** From 3 characters on: address, name or company. */
  search: z.string().trim().max(200).optional(),
  lead_statuses: wordList.pipe(z.array(z.enum(leadStatuses))).optional(),
  reasons: wordList.pipe(z.array(z.enum(enrolmentReasons))).optional(),
  /** Leads that wait because of one of these constraints, as the last trigger that looked at them noted it. */
  constraint_codes: wordList
    .pipe(z.array(z.string().regex(/^[A-Z][A-Z_]{1,60}$/, 'isn’t a known constraint')).max(20))
    .optional(),
  email_statuses: wordList.pipe(z.array(z.enum(emailStatusFilters))).optional(),
  lead_category_ids: z
    .union([
      z.array(z.coerce.number<number>().int()).max(5_000),
      z
        .string()
        .max(60_000)
        .transform((text) => text.split(',').filter(Boolean).map(Number))
        .pipe(z.array(z.number().int())),
    ])
    .optional(),
  mailbox_ids: idList.optional(),
  providers: wordList.pipe(z.array(z.enum(['GMAIL', 'OUTLOOK', 'ZOHO', 'OTHER']))).optional(),
  sequence_numbers: idList.optional(),
  upload_id: idParam.optional(),
  /** Leads whose value for this field is empty: the jump target of the launch gate. */
  missing_field: z.string().max(120).optional(),
  /** Leads that are also active in another campaign. */
  in_other_campaign: flag.optional(),
  /** Leads with replacement signs of a wrong encoding in their fields. */
  bad_encoding: flag.optional(),
  created_after: instantInput.optional(),
  last_sent_after: instantInput.optional(),
});
export type CampaignLeadFilter = z.output<typeof campaignLeadFilter>;

export const campaignLeadRow = z.object({
  enrolment_id: z.number().int(),
  lead: leadSummary,
  status: z.enum(leadStatuses),
  reason: z.string().nullable(),
  reason_text: z.string().nullable(),
  category_id: z.number().int().nullable(),
  mailbox: z.object({ id: z.number().int(), from_email: z.string() }).nullable(),
  current_seq_num: z.number().int(),
  next_seq_num: z.number().int().nullable(),
  steps_sent: z.number().int(),
  /** When the next step is due, when it can leave, and what binds it. */
  next_due_at: instant.nullable(),
  next_eligible_at: instant.nullable(),
  constraint_code: z.string().nullable(),
  constraint_text: z.string().nullable(),
  first_sent_at: instant.nullable(),
  last_sent_at: instant.nullable(),
  last_reply_at: instant.nullable(),
  open_count: z.number().int(),
  click_count: z.number().int(),
  reply_count: z.number().int(),
  is_bounced: z.boolean(),
  is_unsubscribed: z.boolean(),
  upload_id: z.number().int().nullable(),
  created_at: instant,
  ended_at: instant.nullable(),
});
export type CampaignLeadRow = z.output<typeof campaignLeadRow>;

/** Either named rows or everything a filter matches. */
export const selection = z.union([
  z.object({ enrolment_ids: z.array(idParam).min(1).max(10_000) }),
  z.object({ filter: campaignLeadFilter }),
]);
export type LeadSelection = z.output<typeof selection>;

export const bulkAnswer = z.object({
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** Why rows were left as they were. */
  reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** E-mails that were reserved and do not leave now. */
  cancelled_emails: z.number().int(),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;

/** One outcome for each row, so that the counts always sum to the rows given (the field's known flaw is that they do not). */
export const addLeadsAnswer = z.object({
  rows: z.number().int(),
  counts: z.record(z.string(), z.number().int()),
  outcomes: z.array(
    z.object({
      row_number: z.number().int(),
      email: z.string().nullable(),
      outcome: z.string(),
      reason: z.string().nullable(),
      lead_id: z.number().int().nullable(),
      enrolment_id: z.number().int().nullable(),
    }),
  ),
  is_lead_limit_exhausted: z.boolean(),
});

const campaignId = z.object({ campaignId: idParam });
const read = { who: 'person', may: 'lead.read' } as const;
const write = { who: 'person', may: 'lead.write' } as const;

export const campaignLeadsContract = defineContract({
  service: 'main',
  tag: 'Campaign leads',
  endpoints: {
    listCampaignLeads: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/leads',
      access: read,
      summary: 'Leads of a campaign by tab and filter',
      params: campaignId,
      query: campaignLeadFilter.extend(pageQuery(50).shape),
      response: pageOf(campaignLeadRow),
    },
    countCampaignLeads: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/leads/counts',
      access: read,
      summary:
        'How many leads each tab holds, and by state; the states sum to the total, in `tabs` too. `replied`, `failed` (also bounced) and `manual_followups` hold leads of any state',
      params: campaignId,
      response: z.object({
        total: z.number().int(),
        tabs: z.record(z.enum(leadTabs), z.number().int()),
        by_status: z.record(z.string(), z.number().int()),
        by_reason: z.array(z.object({ status: z.string(), reason: z.string().nullable(), count: z.number().int() })),
      }),
    },
    getCampaignLead: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/leads/:enrolmentId',
      access: read,
      summary: 'One lead in one campaign, step by step',
      params: campaignId.extend({ enrolmentId: idParam }),
      response: campaignLeadRow.extend({
        steps: z.array(
          z.object({
            step_id: z.number().int(),
            seq_number: z.number().int(),
            seq_type: z.string(),
            status: z.enum(['DRAFTED', 'SKIPPED', 'STOPPED', 'SENT', 'FAILED', 'WAITING']),
            variant_label: z.string().nullable(),
            subject: z.string().nullable(),
            send_at: instant.nullable(),
            sent_at: instant.nullable(),
            is_in_doubt: z.boolean(),
            open_count: z.number().int(),
            click_count: z.number().int(),
            failure_text: z.string().nullable(),
          }),
        ),
      }),
    },
    addLeads: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/leads',
      access: write,
      summary: 'Add up to 400 leads, typed or pasted',
      params: campaignId,
      body: z.object({
        leads: z.array(leadInput).min(1).max(limits.leadsPerRequest, `can be at most ${limits.leadsPerRequest} leads`),
        settings: leadCondition.partial().default({}),
      }),
      response: addLeadsAnswer,
    },
    pauseLeads: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/leads/pause',
      access: write,
      summary: 'Pause leads; what was reserved for them is cancelled',
      params: campaignId,
      body: z.object({ selection }),
      response: bulkAnswer,
    },
    resumeLeads: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/leads/resume',
      access: write,
      summary: 'Resume paused or stopped leads, after some days if wished',
      params: campaignId,
      body: z.object({ selection, delay_days: z.number().int().min(0).max(365).default(0) }),
      response: bulkAnswer,
    },
    unsubscribeLeads: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/leads/unsubscribe',
      access: { ...write, scope: 'unsubscribe' },
      summary: 'Unsubscribe leads here, or everywhere',
      params: campaignId,
      body: z.object({ selection, everywhere: z.boolean().default(false) }),
      response: bulkAnswer,
    },
    removeLeads: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/leads/remove',
      access: { who: 'person', may: 'lead.delete' },
      summary: 'Remove leads from the campaign; a lead that was emailed keeps its history in the inbox',
      params: campaignId,
      body: z.object({ selection }),
      response: bulkAnswer,
    },
    categoriseLeads: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/leads/category',
      access: write,
      summary: 'Give leads a category, or none; Do Not Contact also stops and suppresses them',
      params: campaignId,
      body: z.object({ selection, category_id: idParam.nullable(), pause_lead: z.boolean().default(false) }),
      response: bulkAnswer,
    },
    changeLeadMailbox: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/leads/mailbox',
      access: write,
      summary: 'Move leads to another mailbox of the campaign; a follow-up then starts a new thread',
      params: campaignId,
      body: z.object({ selection, mailbox_id: idParam }),
      response: bulkAnswer,
    },
    completeManualStep: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/leads/:enrolmentId/complete-step',
      access: write,
      summary: 'Mark a manual step as done; the sequence continues',
      params: campaignId.extend({ enrolmentId: idParam }),
      response: z.object({
        is_last_step: z.boolean(),
        next_seq_number: z.number().int().nullable(),
        next_due_at: instant.nullable(),
      }),
    },
  },
});
