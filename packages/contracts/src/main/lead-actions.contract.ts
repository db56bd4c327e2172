import { z } from 'zod';
import { runFields } from '../bulk-run';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { idParam, instant, pageOf, pageQuery } from '../schemas';
import { selection as enrolmentSelection } from './campaign-leads.contract';
import { leadListName } from './lead-lists.contract';
import { leadFilter } from './leads.contract';

export const leadActionStatuses = ['WAITING', 'RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED'] as const;
export const leadActionKinds = [
  'EXPORT',
  'ADD_TO_LIST',
  'REMOVE_FROM_LIST',
  'TAG',
  'PUSH_TO_CAMPAIGN',
  'UNSUBSCRIBE',
  'DELETE',
  'ERASE',
] as const;

/** Named leads, or all that match a filter but some. */
export const leadSelection = z.union([
  z.object({ lead_ids: z.array(idOf('lead')).min(1).max(10_000) }),
  z.object({ filter: leadFilter, excluded_ids: z.array(idParam).max(1_000).default([]) }),
]);
export type LeadSelection = z.output<typeof leadSelection>;

/** Leads as the lead list of a campaign has them chosen. */
export const campaignLeadSelection = z.object({ campaign_id: idOf('campaign'), enrolments: enrolmentSelection });
export type CampaignLeadSelection = z.output<typeof campaignLeadSelection>;

/** What is done with each lead. */
export const leadAction = z.discriminatedUnion('kind', [
  /** Leads of a campaign's lead list, which only this takes, come with where each is in that campaign. */
  z.object({ kind: z.literal('EXPORT') }),
  /** Into a list; with `from_list_id` out of that one: a move. `list_name` makes the list. */
  z.object({
    kind: z.literal('ADD_TO_LIST'),
    list_id: idParam.optional(),
    list_name: leadListName.optional(),
    from_list_id: idParam.optional(),
  }),
  z.object({ kind: z.literal('REMOVE_FROM_LIST'), list_id: idParam }),
  z.object({
    kind: z.literal('TAG'),
    tag_ids: z.array(idParam).max(20).default([]),
    remove_tag_ids: z.array(idParam).max(20).default([]),
  }),
  /**
   * Into a campaign by its own rules, or those of `options`; with `from_list_id` out of that list: a move. `campaign_name` makes a draft.
   */
  z.object({
    kind: z.literal('PUSH_TO_CAMPAIGN'),
    campaign_id: idOf('campaign').optional(),
    campaign_name: z.string().trim().min(1).max(200).optional(),
    from_list_id: idParam.optional(),
    options: z
      .object({
        ignore_global_block_list: z.boolean().optional(),
        ignore_unsubscribe_list: z.boolean().optional(),
        ignore_duplicate_leads_in_other_campaign: z.boolean().optional(),
      })
      .optional(),
  }),
  z.object({ kind: z.literal('UNSUBSCRIBE') }),
  z.object({ kind: z.literal('DELETE') }),
  z.object({ kind: z.literal('ERASE') }),
]);
export type LeadAction = z.output<typeof leadAction>;

export const leadActionView = z.object({
  ...runFields,
  id: z.number().int(),
  kind: z.enum(leadActionKinds),
  status: z.enum(leadActionStatuses),
  changed: z.number().int(),
  /** Why leads were left as they were, with counts; together with `changed` they sum to `done`. */
  reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** Until then it can be undone without a trace; null once it runs. */
  can_undo_until: instant.nullable(),
  campaign: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  list: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  has_file: z.boolean(),
  file_name: z.string().nullable(),
});
export type LeadActionView = z.output<typeof leadActionView>;

const actionId = z.object({ actionId: idParam });
const read = { who: 'person', may: 'lead.read' } as const;
const write = { who: 'person', may: 'lead.write' } as const;

/** Work on many leads in the background. What cannot be undone waits ten seconds first. Topic `job` tells of progress. */
export const leadActionsContract = defineContract({
  service: 'main',
  tag: 'Lead actions',
  endpoints: {
    startLeadAction: {
      method: 'POST',
      path: '/api/lead-actions',
      access: write,
      summary: 'Do something with many leads; EXPORT, DELETE and ERASE need those rights too',
      body: z.object({ selection: z.union([leadSelection, campaignLeadSelection]), action: leadAction }),
      response: leadActionView,
    },
    listLeadActions: {
      method: 'GET',
      path: '/api/lead-actions',
      access: read,
      summary: 'Actions of the person who asks, newest first',
      query: pageQuery(20),
      response: pageOf(leadActionView),
    },
    getLeadAction: {
      method: 'GET',
      path: '/api/lead-actions/:actionId',
      access: read,
      summary: 'Progress of an action',
      params: actionId,
      response: leadActionView,
    },
    cancelLeadAction: {
      method: 'POST',
      path: '/api/lead-actions/:actionId/cancel',
      access: write,
      summary: 'Cancel an action while it waits, or stop it',
      params: actionId,
      body: z.object({}),
      response: leadActionView,
    },
    downloadLeadExport: {
      method: 'GET',
      path: '/api/lead-actions/:actionId/file',
      access: { who: 'person', may: 'lead.export' },
      summary: 'The file of an export',
      params: actionId,
      response: z.string(),
      answer: 'raw',
    },
  },
});
