import { z } from 'zod';
import { leadStatuses } from '../constants';
import { defineContract } from '../endpoint';
import { instant } from '../schemas';
import { readEmailStatus, wireEmailStatuses, wireLead } from './lead-wire';
import { wireMessage } from './messages.contract';
import { alias, campaignLeadParams, id, listOf, normalise, offset, okay, whole, wireTime, word } from './wire';

const read = { who: 'person', may: 'lead.read' } as const;
const number = z.number().int();
const ids = z.preprocess(listOf, z.array(id).max(5_000)).optional();
const leadParams = z.object({ leadId: id });
const statuses = z
  .preprocess(
    (value) => {
      const list = listOf(value);
      return Array.isArray(list) ? list.map((each) => word(each)) : list;
    },
    z.array(z.enum(leadStatuses)).max(100),
  )
  .optional();

const place = z.object({
  campaign_id: number,
  lead_status: z.string(),
  campaign_name: z.string(),
  lead_added_at: instant,
  campaign_status: z.string(),
  email_lead_map_id: number,
  lead_last_seq_number: number,
});

export const globalLeads = z.object({
  data: z.array(
    wireLead
      .omit({ is_unsubscribed: true, unsubscribed_client_id_map: true })
      .extend({ id: z.string(), created_at: instant, user_id: number.nullable(), campaigns: z.array(place) }),
  ),
  skip: number,
  limit: number,
  hasMore: z.boolean(),
});

/** Reads of leads over all campaigns, and of one lead in depth (docs/public-api.md). */
export const v1LeadReadsContract = defineContract({
  service: 'main',
  tag: 'API v1: leads',
  endpoints: {
    globalLeads: {
      method: 'GET',
      path: '/api/v1/leads/global-leads',
      access: read,
      answer: 'bare',
      summary: 'All leads with their campaigns, newest first',
      query: z.object({
        offset,
        limit: whole(1, 1000).default(100),
        created_at_gt: wireTime.optional(),
        email: z.string().trim().toLowerCase().max(320).optional(),
      }),
      response: globalLeads,
    },
    allLeads: {
      method: 'GET',
      path: '/api/v1/leads/all',
      access: read,
      answer: 'bare',
      summary: 'All leads by filter, oldest first; the last id of a page is the place of the next',
      query: z.object({
        limit: whole(1, 1000).default(100),
        lastSeenLeadId: id.optional(),
        campaignId: id.optional(),
        status: statuses,
        emailStatus: z.preprocess(readEmailStatus, z.array(z.enum(wireEmailStatuses)).max(100)).optional(),
        leadType: z
          .preprocess(
            (value) => (typeof value === 'string' ? value.toLowerCase() : value),
            z.enum(['active', 'yet_to_use', 'previously_active', 'archived']),
          )
          .optional(),
        listId: id.optional(),
        clientId: ids,
        leadEmail: z.string().trim().toLowerCase().max(320).optional(),
      }),
      response: okay.extend({
        data: z.object({
          leads: z.array(wireLead.extend({ created_at: instant })),
          lastSeenLeadId: number.nullable(),
          hasMore: z.boolean(),
        }),
      }),
    },
    campaignOverview: {
      method: 'GET',
      path: '/api/v1/leads/:leadId/campaign-overview',
      access: read,
      answer: 'bare',
      summary: 'One lead with its state in each campaign',
      params: leadParams,
      response: okay.extend({
        data: z.object({
          lead: wireLead.extend({ created_at: instant }),
          campaigns: z.array(
            place.extend({
              lead_category_id: number.nullable(),
              client_id: number.nullable(),
              reason: z.string().nullable(),
              last_sent_at: instant.nullable(),
              last_reply_at: instant.nullable(),
              email_account: z.string().nullable(),
            }),
          ),
        }),
      }),
    },
    sequenceDetails: {
      method: 'GET',
      path: '/api/v1/leads/:enrolmentId/sequence-details',
      access: read,
      answer: 'bare',
      summary: 'One lead in one campaign, step by step; by the map id, or by the lead id together with campaignId',
      params: z.object({ enrolmentId: id }),
      query: z.preprocess(
        normalise((query) => alias(query, 'campaignId', 'campaign_id')),
        z.object({ campaignId: id.optional() }),
      ),
      response: okay.extend({
        data: z.object({
          email_lead_map_id: number,
          lead_id: number,
          campaign_id: number,
          status: z.string(),
          last_seq_number: number,
          sequences: z.array(
            z.object({
              email_campaign_seq_id: number,
              seq_number: number,
              seq_type: z.string(),
              status: z.string(),
              variant_label: z.string().nullable(),
              subject: z.string().nullable(),
              scheduled_at: instant.nullable(),
              sent_at: instant.nullable(),
              open_count: number,
              click_count: number,
            }),
          ),
        }),
      }),
    },
    historyOfLeads: {
      // The catalogue's clients send a token in the path; it says nothing here.
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/message-history-for-leads/:token',
      access: read,
      answer: 'bare',
      summary: 'Emails of several leads of a campaign, by lead; without ids of its first 100',
      params: z.object({ campaignId: id, token: z.string().max(200) }),
      query: z.object({ event_time_gt: wireTime.optional() }),
      body: z.object({
        lead_ids: z.preprocess(listOf, z.array(id).max(100, 'can be at most 100 leads')).nullable().optional(),
      }),
      response: z.object({ data: z.record(z.string(), z.array(wireMessage)) }),
    },
    completeManualStep: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/leads/:leadId/manual-complete',
      access: { who: 'person', may: 'lead.write' },
      answer: 'bare',
      summary: 'Mark the manual step that a lead waits for as done; by the map id or the lead id',
      params: campaignLeadParams,
      response: okay.extend({
        status: z.object({
          isLastSequence: z.boolean(),
          nextSequence: z.object({ id: number, delayInDays: number }).nullable(),
        }),
      }),
    },
  },
});
