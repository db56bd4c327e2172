import { z } from 'zod';
import { leadFilter } from '../main/leads.contract';
import { flag, instant } from '../schemas';
import { alias, ids, isFields, listOf, okay, word, type Fields } from './wire';

export const tag = z.object({ id: z.number().int(), name: z.string(), color: z.string() });

/** Both spellings that clients of this wire read. */
export const wireList = z.object({
  id: z.number().int(),
  list_name: z.string(),
  name: z.string(),
  leads_count: z.number().int(),
  lead_count: z.number().int(),
  active_leads_count: z.number().int(),
  tags: z.array(tag),
  created_at: instant,
  updated_at: instant,
});

export type WireLeadList = z.input<typeof wireList>;

/** Flags of `csvSettings` under the names of an import. */
const importSettings = (given: unknown): unknown =>
  isFields(given)
    ? {
        ignore_global_block_list: given['ignoreGlobalBlockList'] ?? given['ignore_global_block_list'],
        ignore_unsubscribe_list: given['ignoreUnsubscribeList'] ?? given['ignore_unsubscribe_list'],
        ignore_duplicate_leads_in_other_campaign:
          given['ignoreDuplicateLeadsInOtherCampaign'] ?? given['ignore_duplicate_leads_in_other_campaign'],
      }
    : {};

export const settings = z.preprocess(
  importSettings,
  z.object({
    ignore_global_block_list: flag.optional(),
    ignore_unsubscribe_list: flag.optional(),
    ignore_duplicate_leads_in_other_campaign: flag.optional(),
  }),
);

/** `leadList: { listId | leadIds | allLeads }`, or the same beside it. */
export function readSelection(body: Fields): Fields {
  const inside = isFields(body['leadList'])
    ? body['leadList']
    : Array.isArray(body['leadList'])
      ? { leadIds: body['leadList'] }
      : {};
  for (const [key, value] of Object.entries(inside)) body[key] ??= value;
  delete body['leadList'];
  alias(body, 'campaignId', 'campaign_id');
  alias(body, 'campaignName', 'campaign_name');
  alias(body, 'leadIds', 'lead_ids');
  alias(body, 'allLeads', 'all_leads');
  alias(body, 'toListId', 'to_list_id');
  alias(body, 'fromListId', 'from_list_id', 'listId', 'list_id', 'id');
  if (body['leadIds'] !== undefined) body['leadIds'] = listOf(body['leadIds']);
  return body;
}

/** The same where `listId` beside it is the list that the leads go to. */
export const readSelectionIntoList = (body: Fields): Fields =>
  alias(readSelection(alias(body, 'toListId', 'listId', 'list_id', 'id')), 'listId', 'toListId');

const lower = (value: unknown) => {
  const text = word(value);
  return typeof text === 'string' ? text.toLowerCase() : text;
};

export const action = z.preprocess(lower, z.enum(['copy', 'move'])).default('copy');

export const leadIds = ids.min(1, 'needs at least one lead').max(10_000, 'can be at most 10,000 leads').optional();

export const filters = leadFilter.partial().optional();

export const pushed = okay.extend({
  message: z.string(),
  data: z.object({
    action_id: z.number().int(),
    total_leads: z.number().int(),
    campaign_id: z.number().int().nullable(),
    list_id: z.number().int().nullable(),
  }),
});

export const oneOf = (body: { leadIds?: unknown; allLeads?: boolean | undefined; fromListId?: unknown }) =>
  body.leadIds !== undefined || body.allLeads === true || body.fromListId !== undefined;

export const whichLeads = { path: ['leadIds'], message: 'or a list, or allLeads is required' };
