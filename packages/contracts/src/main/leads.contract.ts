import { z } from 'zod';
import { calendarAnswerView } from '../calendar-answer-view';
import { campaignStatuses, eventKinds, leadProviders, leadStatuses } from '../constants';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { done, flag, idList, idParam, instant, instantInput, pageOf, pageQuery, wordList } from '../schemas';
import { emailStatusFilters, leadChange, leadSummary, leadZoneSources } from './lead-fields';
import { verificationResults } from './verification-results';

/** Filters of all leads; they add up. */
export const leadFilter = z.object({
  /** From 3 characters on: address, name or company. */
  search: z.string().trim().max(200).optional(),
  email: z.string().trim().toLowerCase().max(254).optional(),
  domain: z.string().trim().toLowerCase().max(253).optional(),
  campaign_id: idOf('campaign').optional(),
  client_id: idList.optional(),
  providers: wordList.pipe(z.array(z.enum(leadProviders))).optional(),
  lead_statuses: wordList.pipe(z.array(z.enum(leadStatuses))).optional(),
  category_ids: idList.optional(),
  /** What became of their mails in one campaign: all of these together. */
  email_statuses: wordList.pipe(z.array(z.enum(emailStatusFilters))).optional(),
  /** active: in a running sequence; yet_to_use: in no campaign; previously_active: all its sequences ended. */
  lead_type: z.enum(['active', 'yet_to_use', 'previously_active']).optional(),
  is_unsubscribed: flag.optional(),
  is_bounced: flag.optional(),
  /** What verification said of the address; NONE: it was never verified. */
  verification: wordList.pipe(z.array(z.enum([...verificationResults, 'NONE']))).optional(),
  upload_id: idParam.optional(),
  list_id: idParam.optional(),
  tag_ids: idList.optional(),
  created_after: instantInput.optional(),
});
export type LeadFilter = z.output<typeof leadFilter>;

/** Orders that an index serves at any number of leads. */
export const leadSorts = ['newest', 'oldest', 'email', 'email_desc'] as const;
export type LeadSort = (typeof leadSorts)[number];

const leadTag = z.object({ id: z.number().int(), name: z.string(), color: z.string() });

const verified = { verification: z.enum(verificationResults).nullable(), verified_at: instant.nullable() };

export const leadRow = leadSummary.extend({
  ...verified,
  campaign_count: z.number().int(),
  campaigns: z.array(z.object({ id: z.number().int(), name: z.string(), lead_status: z.enum(leadStatuses) })),
  tags: z.array(leadTag),
  created_at: instant,
  updated_at: instant,
});

export const leadCampaign = z.object({
  campaign_id: z.number().int(),
  campaign_name: z.string(),
  campaign_status: z.enum(campaignStatuses),
  client_id: z.number().int().nullable(),
  enrolment_id: z.number().int(),
  lead_status: z.enum(leadStatuses),
  reason: z.string().nullable(),
  category_id: z.number().int().nullable(),
  last_seq_number: z.number().int(),
  added_at: instant,
  last_sent_at: instant.nullable(),
  last_reply_at: instant.nullable(),
  mailbox_email: z.string().nullable(),
});

export const leadView = leadSummary.extend({
  ...verified,
  domain: z.string(),
  time_zone: z.string().nullable(),
  time_zone_source: z.enum(leadZoneSources).nullable(),
  unsubscribed_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
  upload: z.object({ id: z.number().int(), file_name: z.string() }).nullable(),
  campaigns: z.array(leadCampaign),
  tags: z.array(leadTag.extend({ mapping_id: z.number().int() })),
  lists: z.array(z.object({ id: z.number().int(), name: z.string() })),
  suppression: z.object({ kind: z.string(), value: z.string(), source: z.string(), created_at: instant }).nullable(),
  aliases: z.array(z.object({ email: z.string(), created_at: instant })),
});
export type LeadView = z.output<typeof leadView>;

/** One thing that happened to a lead, with its evidence, newest first. */
export const timelineEntry = z.object({
  id: z.string(),
  kind: z.enum([...eventKinds, 'ADDED', 'NOTE', 'TASK', 'TASK_DONE']),
  at: instant,
  campaign_id: z.number().int().nullable(),
  campaign_name: z.string().nullable(),
  seq_number: z.number().int().nullable(),
  mailbox_email: z.string().nullable(),
  is_machine: z.boolean(),
  text: z.string(),
  /** Of a reply that a calendar program sent. */
  calendar: calendarAnswerView.nullable(),
  evidence: z.unknown(),
});

export const eraseEffects = z.object({
  campaigns: z.number().int(),
  messages: z.number().int(),
  notes: z.number().int(),
  tasks: z.number().int(),
  lists: z.number().int(),
});
export type EraseEffects = z.output<typeof eraseEffects>;

const leadId = z.object({ leadId: idOf('lead') });
const read = { who: 'person', may: 'lead.read' } as const;
const write = { who: 'person', may: 'lead.write' } as const;

export const leadsContract = defineContract({
  service: 'main',
  tag: 'Leads',
  endpoints: {
    listLeads: {
      method: 'GET',
      path: '/api/leads',
      access: read,
      summary: 'All leads of the workspace by filter and order',
      query: leadFilter.extend({ sort: z.enum(leadSorts).default('newest') }).extend(pageQuery(50).shape),
      response: pageOf(leadRow),
    },
    getLead: {
      method: 'GET',
      path: '/api/leads/:leadId',
      access: read,
      summary: 'A lead with its campaigns and whether it can be emailed',
      params: leadId,
      response: leadView,
    },
    updateLead: {
      method: 'PATCH',
      path: '/api/leads/:leadId',
      access: write,
      summary: 'Change a lead everywhere; custom fields merge',
      params: leadId,
      body: leadChange,
      response: leadView,
    },
    deleteLead: {
      method: 'DELETE',
      path: '/api/leads/:leadId',
      access: { who: 'person', may: 'lead.delete' },
      summary: 'Delete a lead with its enrolments; its emails stay in their mailboxes',
      params: leadId,
      response: done,
    },
    unsubscribeLead: {
      method: 'POST',
      path: '/api/leads/:leadId/unsubscribe',
      access: write,
      summary: 'Unsubscribe a lead from everything',
      params: leadId,
      response: leadView,
    },
    tagLead: {
      method: 'POST',
      path: '/api/leads/:leadId/tags',
      access: write,
      summary: 'Add tags to a lead and take others away',
      params: leadId,
      body: z.object({
        tag_ids: z.array(idParam).max(50).default([]),
        remove_tag_ids: z.array(idParam).max(50).default([]),
      }),
      response: leadView,
    },
    mergeLead: {
      method: 'POST',
      path: '/api/leads/:leadId/merge',
      access: { who: 'person', may: 'lead.delete' },
      summary:
        'Take another lead into this one: its campaigns, emails, notes, tasks and lists; its address becomes another address of this lead',
      params: leadId,
      body: z.object({ other_lead_id: idParam }),
      response: leadView,
    },
    eraseEffects: {
      method: 'GET',
      path: '/api/leads/:leadId/erase',
      access: read,
      summary: 'What erasing a lead would remove',
      params: leadId,
      response: eraseEffects,
    },
    eraseLead: {
      method: 'POST',
      path: '/api/leads/:leadId/erase',
      access: { who: 'person', may: 'lead.delete' },
      summary: 'Erase a person: everything that names them goes, and a hash of the address stays on the block list',
      params: leadId,
      body: z.object({}),
      response: eraseEffects,
    },
    leadTimeline: {
      method: 'GET',
      path: '/api/leads/:leadId/timeline',
      access: read,
      summary: 'Everything that happened to a lead',
      params: leadId,
      query: pageQuery(50),
      response: z.object({ entries: z.array(timelineEntry), next_cursor: z.string().nullable() }),
    },
    listNotes: {
      method: 'GET',
      path: '/api/leads/:leadId/notes',
      access: read,
      summary: 'Notes on a lead, newest first',
      params: leadId,
      response: z.object({
        notes: z.array(
          z.object({
            id: z.number().int(),
            note_message: z.string(),
            created_by_name: z.string().nullable(),
            created_at: instant,
          }),
        ),
      }),
    },
    removeNote: {
      method: 'DELETE',
      path: '/api/leads/:leadId/notes/:noteId',
      access: write,
      summary: 'Delete a note of one’s own, and the notifications of the people it mentions',
      params: leadId.extend({ noteId: idParam }),
      response: done,
    },
    addNote: {
      method: 'POST',
      path: '/api/leads/:leadId/notes',
      access: write,
      summary: 'Write a note on a lead',
      params: leadId,
      body: z.object({
        note_message: z.string().trim().min(1, 'is required').max(10_000),
        enrolment_id: idOf('enrolment').optional(),
      }),
      response: z.object({
        id: z.number().int(),
        note_message: z.string(),
        created_by_name: z.string().nullable(),
        created_at: instant,
      }),
    },
  },
});
