import { z } from 'zod';
import { idParam, instant, instantInput } from '../schemas';
import { placementLimits, placementTypes } from '../smart-delivery/placement-shapes';
import { alias, id, ids, listOf, normalise, okay, whole, wireDay, withoutNulls } from './wire';

const text = (most: number) => z.string().trim().max(most, `can have at most ${most} characters`);
const flag = z.preprocess(
  (value) => (value === 'true' || value === 1 ? true : value === 'false' || value === 0 ? false : value),
  z.boolean(),
);

export const readTest = normalise((given) => {
  const body = withoutNulls(given);
  alias(body, 'test_name', 'testName', 'name');
  alias(body, 'sender_accounts', 'senderAccounts', 'sender_account');
  alias(body, 'sequence_mapping_id', 'sequenceMappingId', 'variant_id');
  alias(body, 'campaign_id', 'campaignId');
  return {
    ...body,
    sender_accounts: listOf(body['sender_accounts']),
    provider_ids: listOf(body['provider_ids']),
    spam_filters: listOf(body['spam_filters']),
  };
});
export const test = {
  test_name: text(100).min(1, 'is required'),
  description: text(500).default(''),
  /** Any name asks SpamAssassin; an empty list asks none. */
  spam_filters: z.array(text(100)).max(50).default([]),
  link_checker: flag.default(true),
  campaign_id: id,
  /** A step of the campaign, or one of its variants. */
  sequence_mapping_id: id,
  /** `group_id`s or `region_id`s of seed/providers; none is all of them. */
  provider_ids: ids.max(100).default([]),
  sender_accounts: z
    .array(z.string().trim().toLowerCase().max(254))
    .min(1, 'needs at least one mailbox')
    .max(placementLimits.senders),
  folder_id: id.optional(),
  all_email_sent_without_time_gap: flag.default(false),
};
export const scheduledTest = {
  ...test,
  every_days: whole(1, placementLimits.everyDays),
  /** When the first run begins; at once by default. */
  schedule_start_time: instantInput.optional(),
  test_end_date: wireDay.optional(),
};
export const made = okay.extend({
  id: z.number().int(),
  test_name: z.string(),
  description: z.string(),
  test_type: z.enum(placementTypes),
  spam_filters: z.array(z.string()),
  link_checker: z.boolean(),
  campaign_id: z.number().int(),
  sequence_mapping_id: z.number().int(),
  provider_ids: z.array(z.number().int()),
  sender_accounts: z.array(z.string()),
  folder_id: z.number().int().nullable(),
  every_days: z.number().int().nullable(),
  test_end_date: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
});

export const params = z.object({ placementTestId: idParam });
export const reply = params.extend({ placementMailId: idParam });
const statuses = z.enum(['RUNNING', 'PASS', 'FAIL', 'STOPPED']);
export const listed = z.object({
  spam_test_id: z.number().int(),
  test_name: z.string(),
  test_type: z.enum(placementTypes),
  status: statuses,
  schedule_start_time: instant,
  test_end_date: instant.nullable(),
  every_days: z.number().int().nullable(),
  current_test_run_no: z.number().int(),
});
export const counts = {
  total_email_count: z.number().int(),
  inbox_count: z.number().int(),
  tab_count: z.number().int(),
  spam_count: z.number().int(),
  failed_count: z.number().int(),
};
export const placed = z.object({ ...counts, placement_score: z.number().int().nullable() });
export const grouped = z.object({
  overallTotalCount: z.number().int(),
  status: statuses,
  result: z.array(placed.extend({ group_name: z.string(), seconds: z.number().int().nullable() })),
});
const seed = { id: z.number().int(), reply_id: z.number().int(), email: z.string(), esp: z.string() };
export const bySender = <Row extends z.ZodRawShape>(row: Row) =>
  z.array(z.object({ from_email: z.string(), seed_accounts: z.array(z.object({ ...seed, ...row })) }));
export const listing = z.object({
  blacklist: z.string(),
  is_listed: z.boolean(),
  /** False where the list gave no answer that tells anything. */
  is_answered: z.boolean(),
  detail: z.string(),
  removal_url: z.string(),
});
/** A server that the email passed through. */
export const hop = z.object({
  from: z.string(),
  by: z.string(),
  ip: z.string().nullable(),
  at: instant.nullable(),
  delay_seconds: z.number().int().nullable(),
  is_encrypted: z.boolean(),
});
