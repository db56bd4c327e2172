import { z } from 'zod';
import { limits } from '../constants';
import { defineContract } from '../endpoint';
import { done, idList, idParam, instant, pageOf, pageQuery } from '../schemas';
import { addLeadsAnswer } from './campaign-leads.contract';
import { leadCondition } from './campaign-settings';
import { leadInput } from './lead-fields';

export const leadListName = z.string().trim().min(1, 'is required').max(200, 'can have at most 200 characters');

export const leadListView = z.object({
  id: z.number().int(),
  name: z.string(),
  client_id: z.number().int().nullable(),
  lead_count: z.number().int(),
  /** Leads of the list whose sequence runs in some campaign. */
  active_count: z.number().int(),
  tags: z.array(z.object({ id: z.number().int(), name: z.string(), color: z.string() })),
  created_by_name: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
});
export type LeadListView = z.output<typeof leadListView>;

const listId = z.object({ listId: idParam });
const read = { who: 'person', may: 'lead.read' } as const;
const write = { who: 'person', may: 'lead.write' } as const;

/**
 * Lists of leads outside of campaigns. Files go into a list by `POST /api/uploads?list_id=`, leads of a list into a
 * campaign by a lead action.
 */
export const leadListsContract = defineContract({
  service: 'main',
  tag: 'Lead lists',
  endpoints: {
    listLeadLists: {
      method: 'GET',
      path: '/api/lead-lists',
      access: read,
      summary: 'Lists, newest first',
      query: z
        .object({ search: z.string().trim().max(200).optional(), tag_ids: idList.optional() })
        .extend(pageQuery(25).shape),
      response: pageOf(leadListView),
    },
    createLeadList: {
      method: 'POST',
      path: '/api/lead-lists',
      access: write,
      summary: 'Create a list',
      body: z.object({ name: leadListName, tag_ids: z.array(idParam).max(50).default([]) }),
      response: leadListView,
    },
    getLeadList: {
      method: 'GET',
      path: '/api/lead-lists/:listId',
      access: read,
      summary: 'One list',
      params: listId,
      response: leadListView,
    },
    updateLeadList: {
      method: 'PATCH',
      path: '/api/lead-lists/:listId',
      access: write,
      summary: 'Rename a list, or give it other tags',
      params: listId,
      body: z.object({ name: leadListName.optional(), tag_ids: z.array(idParam).max(50).optional() }),
      response: leadListView,
    },
    deleteLeadList: {
      method: 'DELETE',
      path: '/api/lead-lists/:listId',
      access: { who: 'person', may: 'lead.delete' },
      summary: 'Delete a list; its leads stay',
      params: listId,
      response: done,
    },
    addToLeadList: {
      method: 'POST',
      path: '/api/lead-lists/:listId/leads',
      access: write,
      summary: 'Add up to 400 leads, typed or pasted',
      params: listId,
      body: z.object({
        leads: z.array(leadInput).min(1).max(limits.leadsPerRequest, `can be at most ${limits.leadsPerRequest} leads`),
        settings: leadCondition.partial().default({}),
      }),
      response: addLeadsAnswer,
    },
  },
});
