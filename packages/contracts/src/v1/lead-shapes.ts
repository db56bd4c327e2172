import { z } from 'zod';
import { leadStatuses, limits } from '../constants';
import { flag, instant } from '../schemas';
import { leadInput } from '../main/lead-fields';
import { readEmailStatus, readLeadList, wireEmailStatuses, wireLead } from './lead-wire';
import { id, ids, listOf, offset, whole, wireTime, word } from './wire';

const statusList = (value: unknown): unknown => {
  const list = listOf(value);
  return Array.isArray(list) ? list.map((each) => word(each)) : list;
};

export const addLeadsBody = z.preprocess(
  readLeadList,
  z
    .object({
      lead_list: z.array(leadInput).max(limits.leadsPerRequest, `can be at most ${limits.leadsPerRequest} leads`),
      /** Lead lists whose leads come too, 10,000 in one call. */
      lead_list_ids: ids.max(50, 'can be at most 50 lists').default([]),
      settings: z
        .object({
          ignore_global_block_list: flag.optional(),
          ignore_unsubscribe_list: flag.optional(),
          ignore_community_bounce_list: flag.optional(),
          ignore_duplicate_leads_in_same_campaign: flag.optional(),
          ignore_invalid_emails: flag.optional(),
          return_lead_ids: flag.optional(),
          /** true imports only addresses that are in no other campaign. */
          ignore_duplicate_leads_in_other_campaign: flag.optional(),
        })
        .default({}),
    })
    .refine((body) => body.lead_list.length > 0 || body.lead_list_ids.length > 0, {
      path: ['lead_list'],
      message: 'needs at least one lead',
    }),
);

export type AddLeadsBody = z.output<typeof addLeadsBody>;

const idMap = z.record(z.string(), z.string());

/** Each row is in exactly one of the counters; they sum to `upload_count`. */
export const addLeadsAnswer = z.object({
  ok: z.boolean(),
  upload_count: z.number().int(),
  total_leads: z.number().int(),
  block_count: z.number().int(),
  duplicate_count: z.number().int(),
  invalid_email_count: z.number().int(),
  invalid_emails: z.array(z.string()),
  already_added_to_campaign: z.number().int(),
  unsubscribed_leads: z.number().int(),
  is_lead_limit_exhausted: z.boolean(),
  lead_import_stopped_count: z.number().int(),
  bounce_count: z.number().int(),
  error: z.string().nullable(),
  added_count: z.number().int(),
  skipped_count: z.number().int(),
  emailToLeadIdMap: z
    .object({ newlyAddedLeads: idMap, existingLeads: idMap, existingLeadsInOtherCampaigns: idMap })
    .optional(),
});

export type AddLeadsAnswer = z.input<typeof addLeadsAnswer>;

export const leadListQuery = z.object({
  offset,
  limit: whole(1, 100).default(100),
  status: z.preprocess(statusList, z.array(z.enum(leadStatuses)).max(100)).optional(),
  lead_category_id: id.optional(),
  emailStatus: z.preprocess(readEmailStatus, z.array(z.enum(wireEmailStatuses)).max(100)).optional(),
  created_at_gt: wireTime.optional(),
  last_sent_time_gt: wireTime.optional(),
  event_time_gt: wireTime.optional(),
  search: z.string().trim().max(200).optional(),
});

export type LeadListQuery = z.output<typeof leadListQuery>;

export const byEmail = wireLead.extend({
  id: z.string(),
  created_at: instant,
  lead_campaign_data: z.array(
    z.object({
      campaign_id: z.number().int(),
      campaign_name: z.string(),
      campaign_lead_map_id: z.string(),
      lead_category_id: z.number().int().nullable(),
      client_id: z.number().int().nullable(),
      client_email: z.string().nullable(),
      last_sent_at: instant.nullable(),
      last_reply_at: instant.nullable(),
      last_activity_at: instant.nullable(),
    }),
  ),
});

/** Other names of what a lead's status can be set to. */
export const leadStatusNames: Record<string, string> = {
  PAUSE: 'PAUSED',
  RESUME: 'RESUMED',
  ACTIVE: 'RESUMED',
  STARTED: 'RESUMED',
  START: 'RESUMED',
  INPROGRESS: 'RESUMED',
  IN_PROGRESS: 'RESUMED',
};
