import { z } from 'zod';
import { inboxEmailStatuses, inboxSorts } from '../main/inbox-choices';
import { flag, instant } from '../schemas';
import { wireSchedule } from './campaigns.contract';
import { wireMessage } from './messages.contract';
import { alias, id, isFields, listOf, normalise, whole, wireTime, withoutNulls, word, type Fields } from './wire';

/** Bodies of the inbox's views and how their spellings are read, and the row that all views answer with. */

const lower = (value: unknown): unknown => {
  const list = listOf(value);
  return Array.isArray(list)
    ? list.map((each) =>
        typeof each === 'string'
          ? each
              .trim()
              .toLowerCase()
              .replace(/[\s-]+/g, '_')
          : each,
      )
    : list;
};
const many = (most: number) => z.preprocess(listOf, z.array(id).max(most, `can be at most ${most}`)).optional();
const filterNames = [
  'search',
  'leadCategories',
  'emailStatus',
  'campaignId',
  'emailAccountId',
  'campaignTeamMemberId',
  'campaignTagId',
  'campaignClientId',
  'replyTimeBetween',
  'subSequenceId',
];

/** Filters nested in `filters`, or flat beside offset and limit; campaign and client also in snake case. */
function readView(given: Fields): Fields {
  const body = withoutNulls(given);
  const filters: Fields = withoutNulls(isFields(body['filters']) ? { ...body['filters'] } : {});
  for (const name of filterNames)
    if (body[name] !== undefined && filters[name] === undefined) filters[name] = body[name];
  filters['campaignId'] ??= body['campaign_id'];
  filters['campaignClientId'] ??= body['client_id'];
  filters['emailAccountId'] ??= body['email_account_id'];
  return { offset: body['offset'], limit: body['limit'], sortBy: word(body['sortBy'] ?? body['sort_by']), filters };
}

const categories = z.object({
  unassigned: flag.optional(),
  isAssigned: flag.optional(),
  categoryIdsIn: many(10),
  categoryIdsNotIn: many(10),
});
export const inboxBody = z.preprocess(
  normalise(readView),
  z.object({
    offset: whole(0, 1_000_000).default(0),
    limit: whole(1, 20).default(20),
    sortBy: z.enum(inboxSorts.map((sort) => sort.toUpperCase()) as [string, ...string[]]).optional(),
    filters: z
      .object({
        search: z.string().trim().max(30, 'can have at most 30 characters').optional(),
        leadCategories: categories.optional(),
        emailStatus: z.preprocess(lower, z.array(z.enum(inboxEmailStatuses)).max(100)).optional(),
        campaignId: many(15),
        emailAccountId: many(10),
        campaignTeamMemberId: many(10),
        campaignTagId: many(10),
        campaignClientId: many(10),
        replyTimeBetween: z.array(wireTime).length(2, 'must be a start and an end time').optional(),
        subSequenceId: id.optional(),
      })
      .default({}),
  }),
);
export type InboxBody = z.output<typeof inboxBody>;

export const inboxRow = z.object({
  lead_category_id: z.number().int().nullable(),
  last_sent_time: instant.nullable(),
  last_reply_time: instant.nullable(),
  has_new_unread_email: z.boolean(),
  email_account_id: z.number().int().nullable(),
  revenue: z.string(),
  is_pushed_to_sub_sequence: z.boolean(),
  lead_first_name: z.string().nullable(),
  lead_last_name: z.string().nullable(),
  lead_email: z.string(),
  email_lead_id: z.string(),
  email_lead_map_id: z.string(),
  lead_status: z.string(),
  current_sequence_number: z.number().int(),
  sub_sequence_id: z.number().int().nullable(),
  old_replaced_lead_data: z.null(),
  lead_next_timestamp_to_send: instant.nullable(),
  email_campaign_seq_id: z.number().int().nullable(),
  is_important: z.boolean(),
  is_archived: z.boolean(),
  is_snoozed: z.boolean(),
  team_member_id: z.number().int().nullable(),
  is_ooo_automated_push_lead: z.boolean(),
  email_campaign_id: z.number().int(),
  email_campaign_name: z.string(),
  client_id: z.number().int().nullable(),
  belongs_to_sub_sequence: z.boolean(),
  campaign_sending_schedule: wireSchedule,
  sequence_count: z.number().int(),
  email_history: z.array(wireMessage).optional(),
});
export type InboxRow = z.input<typeof inboxRow>;

/** Which conversation an action is about: the map id, or a lead and its campaign. */
export const conversationFields = {
  email_lead_map_id: id.optional(),
  lead_id: id.optional(),
  campaign_id: id.optional(),
};

/** A body about one conversation. `others` are the other names of its own fields. */
export const aboutConversation = <Shape extends z.ZodRawShape>(fields: Shape, others: Record<string, string[]> = {}) =>
  z.preprocess(
    normalise((given) => {
      const body: Fields = { ...given };
      alias(body, 'email_lead_map_id', 'emailLeadMapId', 'lead_map_id');
      alias(body, 'campaign_id', 'email_campaign_id');
      for (const [name, names] of Object.entries(others)) alias(body, name, ...names);
      return Object.fromEntries(
        Object.entries(body).filter(
          ([name, value]) => value !== null || name === 'category_id' || name === 'team_member_id',
        ),
      );
    }),
    z.object({ ...conversationFields, ...fields }).superRefine((body, context) => {
      const about = body as { email_lead_map_id?: number; lead_id?: number; campaign_id?: number };
      if (about.email_lead_map_id === undefined && (about.lead_id === undefined || about.campaign_id === undefined))
        context.addIssue({ code: 'custom', path: ['email_lead_map_id'], message: 'is required' });
    }),
  );
