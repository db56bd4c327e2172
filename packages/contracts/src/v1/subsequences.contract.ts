import { z } from 'zod';
import { defineContract } from '../endpoint';
import { flag, instant } from '../schemas';
import { longestPushDelay, triggerList } from '../main/subsequence-triggers';
import { aboutConversation } from './inbox-wire';
import { alias, campaignParams, done, id, isFields, listOf, normalise, okay, whole, word, type Fields } from './wire';

/** Names of triggers that clients send, in one spelling. */
const triggerNames: Record<string, string> = {
  LEAD_CATEGORY: 'CATEGORY',
  LEAD_CATEGORY_UPDATED: 'CATEGORY',
  CATEGORY_UPDATED: 'CATEGORY',
  OPENED: 'OPEN',
  EMAIL_OPEN: 'OPEN',
  EMAIL_OPENED: 'OPEN',
  OPEN_AN_EMAIL: 'OPEN',
  CLICKED: 'CLICK',
  LINK_CLICKED: 'CLICK',
  EMAIL_LINK_CLICK: 'CLICK',
  CLICK_ON_A_LINK: 'CLICK',
  CLICK_A_LINK: 'CLICK',
  REPLIED: 'REPLY',
  EMAIL_REPLY: 'REPLY',
  REPLY_TO_AN_EMAIL: 'REPLY',
  REPLY_BODY_TEXT: 'REPLY_TEXT',
  REPLY_BODY: 'REPLY_TEXT',
  REPLY_CONTAINS: 'REPLY_TEXT',
  LINKEDIN_CONNECTION_REQUEST: 'LINKEDIN_CONNECTION',
  NO_REPLY: 'RE_ENGAGEMENT',
  REENGAGEMENT: 'RE_ENGAGEMENT',
  BOUNCED: 'BOUNCE',
  EMAIL_BOUNCE: 'BOUNCE',
  EMAIL_BOUNCED: 'BOUNCE',
  PUSH_ON_BOUNCE: 'BOUNCE',
};
/** Days of silence where a client names none. */
const usualSilence = 7;

/** One condition: a name, or an object with the name and what it needs. */
function readCondition(given: unknown): unknown {
  const fields: Fields = isFields(given) ? { ...given } : { kind: given };
  alias(fields, 'kind', 'trigger', 'event', 'event_type', 'type', 'condition', 'condition_type');
  alias(fields, 'category_ids', 'categories', 'category_id', 'lead_category_ids', 'lead_category_id');
  alias(fields, 'phrases', 'keywords', 'texts', 'text');
  alias(fields, 'silence_days', 'days', 'delay_in_days');
  alias(fields, 'seq_number', 'trigger_seq_number', 'sequence_number');
  const kind = word(fields['kind'], triggerNames);
  const value = fields['value'];
  return {
    ...fields,
    kind,
    ...(kind === 'CATEGORY' && { category_ids: listOf(fields['category_ids'] ?? value) }),
    ...(kind === 'REPLY_TEXT' && { phrases: listOf(fields['phrases'] ?? value) }),
    ...(kind === 'RE_ENGAGEMENT' && { silence_days: Number(fields['silence_days'] ?? value ?? usualSilence) }),
    seq_number:
      fields['seq_number'] === undefined || fields['seq_number'] === null ? null : Number(fields['seq_number']),
  };
}

const subsequenceBody = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess(
    normalise((body) => {
      alias(body, 'name', 'subsequence_name', 'sub_sequence_name');
      alias(body, 'condition_events', 'conditions', 'triggers');
      alias(body, 'delay_time', 'sub_sequence_delay_time');
      alias(body, 'stop_on_parent_reply', 'stop_lead_on_parent_campaign_reply');
      const events =
        body['condition_events'] ??
        (body['trigger'] === undefined ? [] : [{ trigger: body['trigger'], seq_number: body['trigger_seq_number'] }]);
      return { ...body, condition_events: Array.isArray(events) ? events.map(readCondition) : events };
    }),
    z.object({
      name: z.string().trim().max(200).nullable().optional(),
      condition_events: triggerList,
      delay_time: whole(0, longestPushDelay).optional(),
      stop_on_parent_reply: flag.optional(),
      ...shape,
    }),
  );

const made = okay.extend({
  success: z.literal(true),
  id: z.number().int(),
  subsequence_id: z.number().int(),
  name: z.string(),
  created_at: instant,
});
const write = { who: 'person', may: 'campaign.write' } as const;

export const v1SubsequencesContract = defineContract({
  service: 'main',
  tag: 'API v1: subsequences',
  endpoints: {
    create: {
      method: 'POST',
      path: '/api/v1/campaigns/create-subsequence',
      access: write,
      answer: 'bare',
      summary: 'Create a subsequence of a campaign (a draft); condition_events are its triggers',
      body: subsequenceBody({ parent_campaign_id: id }),
      response: made,
    },
    createOf: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/create-subsequence',
      access: write,
      answer: 'bare',
      summary: 'The same with the parent in the address',
      params: campaignParams,
      body: subsequenceBody({}),
      response: made,
    },
    push: {
      method: 'POST',
      path: '/api/v1/master-inbox/push-to-subsequence',
      access: { who: 'person', may: 'lead.write' },
      answer: 'bare',
      summary: 'Push a lead of the parent campaign into a subsequence; the delay is in seconds',
      body: aboutConversation(
        {
          sub_sequence_id: id,
          sub_sequence_delay_time: whole(0, longestPushDelay).optional(),
          stop_lead_on_parent_campaign_reply: flag.optional(),
        },
        { sub_sequence_id: ['subsequence_id', 'subSequenceId'], sub_sequence_delay_time: ['delay_time'] },
      ),
      response: done,
    },
  },
});
