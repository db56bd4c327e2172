import { z } from 'zod';
import { defineContract } from '../endpoint';
import { flag, instant } from '../schemas';
import { globalLeads } from './lead-reads.contract';
import { leadChangeBody, leadInCampaign, wireLead } from './lead-wire';
import { alias, campaignLeadParams, campaignParams, id, normalise, offset, okay, whole, wireTime, word } from './wire';
import { addLeadsBody, addLeadsAnswer, leadListQuery, byEmail, leadStatusNames } from './lead-shapes';

const read = { who: 'person', may: 'lead.read' } as const;
const write = { who: 'person', may: 'lead.write' } as const;
const erase = { who: 'person', may: 'lead.delete' } as const;
const unsubscribing = { ...write, scope: 'unsubscribe' } as const;
const leadParams = z.object({ leadId: id });
const success = okay.extend({ data: z.literal('success') });

export const v1LeadsContract = defineContract({
  service: 'main',
  tag: 'API v1: leads',
  endpoints: {
    add: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/leads',
      aliases: ['POST /api/v1/campaigns/:campaignId/leads/bulk'],
      access: write,
      answer: 'bare',
      summary: 'Add up to 400 leads, and those of lead lists, to a campaign',
      params: campaignParams,
      body: addLeadsBody,
      response: addLeadsAnswer,
    },
    list: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/leads',
      access: read,
      answer: 'bare',
      summary: 'Leads of a campaign, oldest first',
      params: campaignParams,
      query: leadListQuery,
      response: z.object({
        total_leads: z.string(),
        offset: z.number().int(),
        limit: z.number().int(),
        data: z.array(leadInCampaign),
      }),
    },
    export: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/leads-export',
      aliases: ['GET /api/v1/campaigns/:campaignId/export'],
      access: { who: 'person', may: 'lead.export' },
      answer: 'raw',
      summary: 'Leads of a campaign as CSV',
      params: campaignParams,
      response: z.string(),
    },
    findByEmail: {
      method: 'GET',
      path: '/api/v1/leads',
      aliases: ['GET /api/v1/leads/email', 'GET /api/v1/leads/by-email'],
      access: read,
      answer: 'bare',
      summary: 'A lead by its address, {} for an unknown one; without an address all leads by page',
      query: z.object({
        email: z.string().trim().toLowerCase().min(1, 'must not be empty').max(320).optional(),
        offset,
        limit: whole(1, 1000).default(100),
        created_at_gt: wireTime.optional(),
      }),
      response: z.union([globalLeads, byEmail.partial()]),
    },
    get: {
      method: 'GET',
      path: '/api/v1/leads/:leadId',
      access: read,
      answer: 'bare',
      summary: 'One lead, as a list of one',
      params: leadParams,
      response: okay.extend({ data: z.array(wireLead.extend({ created_at: instant })) }),
    },
    updateEverywhere: {
      method: 'POST',
      path: '/api/v1/leads/:leadId',
      aliases: ['PUT /api/v1/leads/:leadId'],
      access: write,
      answer: 'bare',
      summary: 'Change a lead',
      params: leadParams,
      body: leadChangeBody,
      response: okay,
    },
    setStatusEverywhere: {
      method: 'PUT',
      path: '/api/v1/leads/:leadId/status',
      access: write,
      answer: 'bare',
      summary: 'Pause a lead, or resume it, in all its campaigns or in one',
      params: leadParams,
      body: z.preprocess(
        normalise((body) => ({ ...body, status: word(body['status'], leadStatusNames) })),
        z.object({ status: z.enum(['PAUSED', 'RESUMED']), campaign_id: id.optional() }),
      ),
      response: okay.extend({ changed: z.number().int() }),
    },
    removeEverywhere: {
      method: 'DELETE',
      path: '/api/v1/leads/:leadId',
      access: erase,
      answer: 'bare',
      summary: 'Delete a lead everywhere',
      params: leadParams,
      response: okay,
    },
    unsubscribeEverywhere: {
      method: 'POST',
      path: '/api/v1/leads/:leadId/unsubscribe',
      aliases: ['POST /api/v1/leads/:leadId/unsubscribe-all'],
      access: unsubscribing,
      answer: 'bare',
      summary: 'Unsubscribe a lead from everything',
      params: leadParams,
      response: okay,
    },
    update: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/leads/:leadId',
      access: write,
      answer: 'bare',
      summary: 'Change a lead of this campaign, everywhere',
      params: campaignLeadParams,
      body: leadChangeBody,
      response: okay,
    },
    remove: {
      method: 'DELETE',
      path: '/api/v1/campaigns/:campaignId/leads/:leadId',
      access: erase,
      answer: 'bare',
      summary: 'Remove a lead from a campaign',
      params: campaignLeadParams,
      response: okay.extend({ message: z.literal('success') }),
    },
    categorise: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/leads/:leadId/category',
      access: write,
      answer: 'bare',
      summary: 'Give a lead a category by id or name, or none',
      params: campaignLeadParams,
      body: z.preprocess(
        normalise((body) => {
          alias(body, 'category_id', 'lead_category_id', 'categoryId');
          return body;
        }),
        z
          .object({
            category_id: id.nullable().optional(),
            category: z.string().trim().min(1).max(80).optional(),
            pause_lead: flag.default(false),
          })
          .refine((body) => body.category_id !== undefined || body.category !== undefined, {
            path: ['category_id'],
            message: 'is required',
          }),
      ),
      response: okay,
    },
    pause: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/leads/:leadId/pause',
      access: write,
      answer: 'bare',
      summary: 'Pause a lead',
      params: campaignLeadParams,
      response: success,
    },
    resume: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/leads/:leadId/resume',
      access: write,
      answer: 'bare',
      summary: 'Resume a lead, after some days if wished',
      params: campaignLeadParams,
      body: z.object({ resume_lead_with_delay_days: whole(0, 365).nullable().optional() }),
      response: success,
    },
    unsubscribe: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/leads/:leadId/unsubscribe',
      access: unsubscribing,
      answer: 'bare',
      summary: 'Unsubscribe a lead from this campaign',
      params: campaignLeadParams,
      response: okay,
    },
    categories: {
      method: 'GET',
      path: '/api/v1/leads/fetch-categories',
      aliases: ['GET /api/v1/leads/categories'],
      access: { who: 'person', may: 'inbox.read' },
      answer: 'bare',
      summary: 'Lead categories',
      response: z.array(
        z.object({
          id: z.number().int(),
          name: z.string(),
          sentiment_type: z.string().nullable(),
          created_at: instant.nullable(),
        }),
      ),
    },
  },
});
