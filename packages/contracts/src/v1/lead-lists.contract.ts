import { z } from 'zod';
import { limits } from '../constants';
import { defineContract } from '../endpoint';
import { leadInput } from '../main/lead-fields';
import { flag, instant } from '../schemas';
import { readLead } from './lead-wire';
import { alias, id, ids, isFields, listOf, normalise, offset, okay, whole } from './wire';
import {
  tag,
  wireList,
  settings,
  readSelection,
  readSelectionIntoList,
  action,
  leadIds,
  filters,
  pushed,
  oneOf,
  whichLeads,
} from './lead-list-shapes';

const read = { who: 'person', may: 'lead.read' } as const;
const write = { who: 'person', may: 'lead.write' } as const;
const erase = { who: 'person', may: 'lead.delete' } as const;

const name = z.string('is required').trim().min(1, 'is required').max(200);

const nameBody = z.preprocess(
  normalise((body) => alias(body, 'listName', 'name', 'list_name')),
  z.object({ listName: name }),
);
const listParams = z.object({ listId: id });

export const v1LeadListsContract = defineContract({
  service: 'main',
  tag: 'API v1: lead lists and CRM',
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/v1/lead-list',
      access: read,
      answer: 'bare',
      summary: 'Lead lists, newest first',
      query: z.object({
        listName: z.string().trim().max(200).optional(),
        tagIds: z.preprocess(listOf, ids.max(1_000)).optional(),
        offset,
        limit: whole(1, 1000).default(10),
      }),
      response: okay.extend({ data: z.object({ lists: z.array(wireList), totalCount: z.number().int() }) }),
    },
    create: {
      method: 'POST',
      path: '/api/v1/lead-list',
      access: write,
      answer: 'bare',
      summary: 'Create a lead list',
      body: nameBody,
      response: okay.extend({ data: wireList }),
    },
    get: {
      method: 'GET',
      path: '/api/v1/lead-list/:listId',
      access: read,
      answer: 'bare',
      summary: 'One lead list',
      params: listParams,
      response: okay.extend({ data: wireList }),
    },
    rename: {
      method: 'PUT',
      path: '/api/v1/lead-list/:listId',
      access: write,
      answer: 'bare',
      summary: 'Rename a lead list',
      params: listParams,
      body: nameBody,
      response: okay.extend({ data: wireList }),
    },
    remove: {
      method: 'DELETE',
      path: '/api/v1/lead-list/:listId',
      access: erase,
      answer: 'bare',
      summary: 'Delete a lead list; its leads stay',
      params: listParams,
      response: okay,
    },
    import: {
      method: 'POST',
      path: '/api/v1/lead-list/:listId/import',
      access: write,
      answer: 'bare',
      summary: 'Add up to 400 leads to a list',
      params: listParams,
      body: z.preprocess(
        normalise((body) => {
          alias(body, 'leadList', 'lead_list', 'leads');
          const custom = isFields(body['customFields']) ? Object.keys(body['customFields']) : [];
          return {
            ...body,
            leadList: Array.isArray(body['leadList'])
              ? body['leadList'].map((lead) =>
                  readLead(lead, custom.length > 0 || body['customFields'] === undefined ? 'custom' : 'ignored'),
                )
              : body['leadList'],
          };
        }),
        z.object({
          leadList: z
            .array(leadInput)
            .min(1, 'needs at least one lead')
            .max(limits.leadsPerRequest, `can be at most ${limits.leadsPerRequest} leads`),
          fileName: z.string().trim().max(255).optional(),
          csvSettings: settings.optional(),
        }),
      ),
      response: okay.extend({
        upload_count: z.number().int(),
        total_leads: z.number().int(),
        duplicate_count: z.number().int(),
        invalid_email_count: z.number().int(),
        block_count: z.number().int(),
        unsubscribed_leads: z.number().int(),
        is_lead_limit_exhausted: z.boolean(),
      }),
    },
    assignTags: {
      method: 'POST',
      path: '/api/v1/lead-list/assign-tags',
      access: write,
      answer: 'bare',
      summary: 'Add tags to lists and take others away',
      body: z.preprocess(
        normalise((body) => {
          alias(body, 'listIds', 'list_ids', 'listId', 'list_id', 'id');
          alias(body, 'tagIds', 'tag_ids', 'tagId', 'tag_id');
          alias(body, 'removeTagIds', 'remove_tag_ids');
          return { ...body, listIds: listOf(body['listIds']), tagIds: listOf(body['tagIds']) };
        }),
        z.object({
          listIds: ids.min(1, 'needs at least one list').max(10),
          tagIds: ids.max(10).default([]),
          removeTagIds: z.union([ids.max(10), z.boolean()]).default([]),
        }),
      ),
      response: okay,
    },
    pushBetweenLists: {
      method: 'POST',
      path: '/api/v1/leads/leads/push-between-lists',
      aliases: ['POST /api/v1/leads/push-between-lists'],
      access: write,
      answer: 'bare',
      summary: 'Copy or move leads from one list to another, in the background',
      body: z.preprocess(
        normalise(readSelection),
        z.object({ action, leadIds, fromListId: id.optional(), toListId: id }).refine(oneOf, whichLeads),
      ),
      response: pushed,
    },
    pushToCampaign: {
      method: 'POST',
      path: '/api/v1/leads/push-to-campaign',
      access: write,
      answer: 'bare',
      summary: 'Copy or move leads into a campaign, which is created when it is given by name, in the background',
      body: z.preprocess(
        normalise(readSelection),
        z
          .object({
            action,
            campaignId: id.optional(),
            campaignName: name.optional(),
            leadIds,
            fromListId: id.optional(),
            allLeads: flag.optional(),
            filters,
            /** Wishes of this push; what is left out is as the campaign has it. */ csvSettings: settings.optional(),
          })
          .refine((body) => body.campaignId !== undefined || body.campaignName !== undefined, {
            path: ['campaignId'],
            message: 'or campaignName is required',
          })
          .refine(oneOf, whichLeads),
      ),
      response: pushed,
    },
    pushToList: {
      method: 'POST',
      path: '/api/v1/leads/push-to-list',
      access: write,
      answer: 'bare',
      summary: 'Put leads into a list, in the background',
      body: z.preprocess(
        normalise(readSelectionIntoList),
        z
          .object({ action, listId: id, leadIds, fromListId: id.optional(), allLeads: flag.optional(), filters })
          .refine(oneOf, whichLeads),
      ),
      response: pushed,
    },
    pushCampaignToList: {
      method: 'POST',
      path: '/api/v1/leads/campaign/push-to-list',
      access: write,
      answer: 'bare',
      summary: 'Put leads of a campaign, or all of them, into a list, in the background',
      body: z.preprocess(
        normalise((body) => {
          alias(body, 'leadMapIds', 'lead_map_ids');
          return readSelectionIntoList(body);
        }),
        z.object({ campaignId: id, listId: id, leadMapIds: ids.max(10_000).optional(), allLeads: flag.optional() }),
      ),
      response: pushed,
    },
    tags: {
      method: 'GET',
      path: '/api/v1/crm/leads/tags',
      access: read,
      answer: 'bare',
      summary: 'Tags of a lead; without a lead all tags, which then have no mapping',
      query: z.preprocess(
        normalise((query) => alias(query, 'leadId', 'lead_id')),
        z.object({ leadId: id.optional() }),
      ),
      response: okay.extend({ data: z.array(tag.extend({ tag_mapping_id: z.number().int().nullable() })) }),
    },
    addTags: {
      method: 'POST',
      path: '/api/v1/crm/leads/tags',
      access: write,
      answer: 'bare',
      summary: 'Add tags to a lead',
      body: z.preprocess(
        normalise((body) => {
          alias(body, 'leadId', 'lead_id');
          alias(body, 'tagIds', 'tag_ids');
          return body;
        }),
        z.object({ leadId: id, tagIds: ids.min(1, 'needs at least one tag').max(50) }),
      ),
      response: okay.extend({ data: z.array(tag.extend({ tag_mapping_id: z.number().int() })) }),
    },
    removeTag: {
      method: 'DELETE',
      path: '/api/v1/crm/leads/tags/:tagMappingId',
      access: write,
      answer: 'bare',
      summary: 'Take a tag off a lead',
      params: z.object({ tagMappingId: id }),
      response: okay,
    },
    notes: {
      method: 'GET',
      path: '/api/v1/crm/leads/notes/:leadId',
      access: read,
      answer: 'bare',
      summary: 'Notes on a lead, newest first',
      params: z.object({ leadId: id }),
      response: z.array(
        z.object({
          id: z.number().int(),
          lead_id: z.number().int(),
          note_message: z.string(),
          created_by: z.string().nullable(),
          created_at: instant,
        }),
      ),
    },
    tasks: {
      method: 'GET',
      path: '/api/v1/crm/leads/tasks/:leadId',
      access: read,
      answer: 'bare',
      summary: 'Tasks of a lead',
      params: z.object({ leadId: id }),
      response: z.array(
        z.object({
          id: z.number().int(),
          lead_id: z.number().int(),
          name: z.string(),
          description: z.string().nullable(),
          priority: z.string(),
          due_date: instant.nullable(),
          status: z.string(),
          created_at: instant,
        }),
      ),
    },
  },
});
