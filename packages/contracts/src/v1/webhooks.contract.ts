import { z } from 'zod';
import { webhookEvents } from '../constants';
import { defineContract } from '../endpoint';
import { flag, instant } from '../schemas';
import {
  alias,
  campaignParams,
  id,
  isFields,
  listOf,
  normalise,
  okay,
  wireTime,
  withoutNulls,
  word,
  type Fields,
} from './wire';

/** Other names of events. SEQUENCE_COMPLETED is offered by one client and has no event here or upstream: it is left out. */
const eventNames: Record<string, string> = {
  EMAIL_OPENED: 'EMAIL_OPEN',
  LEAD_OPENED: 'EMAIL_OPEN',
  EMAIL_CLICKED: 'EMAIL_LINK_CLICK',
  EMAIL_CLICK: 'EMAIL_LINK_CLICK',
  LINK_CLICKED: 'EMAIL_LINK_CLICK',
  LEAD_CLICKED: 'EMAIL_LINK_CLICK',
  EMAIL_REPLIED: 'EMAIL_REPLY',
  LEAD_REPLIED: 'EMAIL_REPLY',
  EMAIL_BOUNCED: 'EMAIL_BOUNCE',
  LEAD_BOUNCED: 'EMAIL_BOUNCE',
  EMAIL_UNSUBSCRIBED: 'LEAD_UNSUBSCRIBED',
  UNSUBSCRIBE: 'LEAD_UNSUBSCRIBED',
  CAMPAIGN_STATUS_CHANGE: 'CAMPAIGN_STATUS_CHANGED',
};
const withoutEvent = ['SEQUENCE_COMPLETED'];

const readEvents = (value: unknown): unknown => {
  const list = listOf(isFields(value) ? Object.keys(value).filter((name) => value[name] === true) : value);
  return Array.isArray(list)
    ? [...new Set(list.map((each) => word(each, eventNames)).filter((name) => !withoutEvent.includes(String(name))))]
    : list;
};

/** The one form of all spellings of a webhook. Categories are names or ids. */
export function readWebhook(given: Fields): Fields {
  const body = withoutNulls(given, 'id', 'secret_key', 'client_id', 'email_campaign_id');
  alias(body, 'id', 'webhook_id');
  alias(body, 'name', 'webhook_name');
  alias(body, 'webhook_url', 'url', 'webhookUrl');
  alias(body, 'event_types', 'events', 'event_type_map', 'event_type', 'eventTypes');
  alias(body, 'categories', 'category_id_map', 'category_id');
  alias(body, 'is_active', 'active');
  alias(body, 'email_campaign_id', 'campaign_id');
  const categories = body['categories'];
  return {
    ...body,
    event_types: readEvents(body['event_types']),
    categories: listOf(
      isFields(categories) ? Object.keys(categories).filter((name) => categories[name] === true) : categories,
    ),
  };
}

const fields = {
  name: z.string().trim().max(120).optional(),
  webhook_url: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// (or http://)' })
    .max(2000),
  event_types: z.array(z.enum(webhookEvents)).max(100).min(1, 'needs at least one event'),
  /** Names or ids of lead categories; empty is all. */
  categories: z
    .array(z.union([z.string().trim().min(1).max(80), z.number().int()]))
    .max(100)
    .optional(),
  secret_key: z.string().min(8, 'needs at least 8 characters').max(200).nullable().optional(),
  is_active: flag.optional(),
};
const changeFields = {
  ...fields,
  webhook_url: fields.webhook_url.optional(),
  event_types: fields.event_types.optional(),
};
export type WebhookFields = z.output<z.ZodObject<typeof changeFields>>;

const associations: Record<string, string> = { 1: 'USER', 2: 'CLIENT', 3: 'CAMPAIGN' };
const eventMap = z.record(z.string(), z.literal(true));
const campaignWebhook = z.object({
  id: z.number().int(),
  name: z.string(),
  webhook_url: z.string(),
  email_campaign_id: z.number().int().nullable(),
  event_types: z.array(z.string()),
  categories: z.array(z.string()),
  created_at: instant,
  updated_at: instant,
});
const saved = okay.extend({
  id: z.number().int(),
  name: z.string(),
  webhook_url: z.string(),
  email_campaign_id: z.number().int().nullable(),
  event_type_map: eventMap,
  category_id_map: eventMap,
});

const read = { who: 'person', may: 'webhook.read' } as const;
const write = { who: 'person', may: 'webhook.write' } as const;
const webhookParams = z.object({ webhookId: id });
const counts = {
  total: z.number().int(),
  success: z.number().int(),
  failed: z.number().int(),
  waiting: z.number().int(),
};

export const v1WebhooksContract = defineContract({
  service: 'main',
  tag: 'API v1: webhooks',
  endpoints: {
    listOfCampaign: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/webhooks',
      access: read,
      answer: 'bare',
      summary: 'Webhooks of a campaign',
      params: campaignParams,
      response: z.array(campaignWebhook),
    },
    saveOfCampaign: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/webhooks',
      access: write,
      answer: 'bare',
      summary: 'Create a webhook of a campaign, or change one by id',
      params: campaignParams,
      body: z.preprocess(normalise(readWebhook), z.object({ id: id.nullable().optional(), ...fields })),
      response: saved,
    },
    removeOfCampaign: {
      method: 'DELETE',
      path: '/api/v1/campaigns/:campaignId/webhooks',
      access: write,
      answer: 'bare',
      summary: 'Delete a webhook of a campaign; without an id the only one that it has',
      params: campaignParams,
      body: z.preprocess(
        normalise((body) => alias(body, 'id', 'webhook_id')),
        z.object({ id: id.optional() }),
      ),
      response: okay,
    },
    removeOneOfCampaign: {
      method: 'DELETE',
      path: '/api/v1/campaigns/:campaignId/webhooks/:webhookId',
      access: write,
      answer: 'bare',
      summary: 'Delete a webhook of a campaign, by address',
      params: campaignParams.extend({ webhookId: id }),
      response: okay,
    },
    summary: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/webhooks/summary',
      access: read,
      answer: 'bare',
      summary: 'How deliveries of a campaign went; the last 30 days by default',
      params: campaignParams,
      query: z.object({ fromTime: wireTime.optional(), toTime: wireTime.optional() }),
      response: okay.extend({
        data: z.object({
          ...counts,
          summary: z.array(z.object({ webhook_id: z.number().int(), event_type: z.string(), ...counts })),
          timeRange: z.object({ from: instant, to: instant }),
        }),
      }),
    },
    retrigger: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/webhooks/retrigger-failed-events',
      access: write,
      answer: 'bare',
      summary: 'Send the failed deliveries of a time range again',
      params: campaignParams,
      body: z.object({ fromTime: wireTime, toTime: wireTime }),
      response: okay.extend({ retriggered_count: z.number().int() }),
    },
    create: {
      method: 'POST',
      path: '/api/v1/webhook/create',
      aliases: ['POST /api/v1/webhooks'],
      access: write,
      answer: 'bare',
      summary: 'Create a webhook of the workspace, a client or a campaign',
      body: z.preprocess(
        normalise((body) => {
          const webhook = readWebhook(body);
          return {
            ...webhook,
            association_type: word(
              typeof webhook['association_type'] === 'number'
                ? String(webhook['association_type'])
                : webhook['association_type'],
              associations,
            ),
          };
        }),
        z.object({
          ...fields,
          association_type: z.enum(['USER', 'CLIENT', 'CAMPAIGN']).default('USER'),
          email_campaign_id: id.nullable().optional(),
          client_id: id.nullable().optional(),
        }),
      ),
      response: okay.extend({ id: z.number().int(), webhook_url: z.string() }),
    },
    get: {
      method: 'GET',
      path: '/api/v1/webhook/:webhookId',
      aliases: ['GET /api/v1/webhooks/:webhookId'],
      access: read,
      answer: 'bare',
      summary: 'One webhook',
      params: webhookParams,
      response: okay.extend({
        data: z.object({
          id: z.number().int(),
          email_campaign_id: z.number().int().nullable(),
          client_id: z.number().int().nullable(),
          name: z.string(),
          webhook_url: z.string(),
          event_type_map: eventMap,
          category_id_map: eventMap,
          created_at: instant,
          updated_at: instant,
        }),
      }),
    },
    update: {
      method: 'PUT',
      path: '/api/v1/webhook/update/:webhookId',
      aliases: ['PATCH /api/v1/webhooks/:webhookId', 'PUT /api/v1/webhooks/:webhookId'],
      access: write,
      answer: 'bare',
      summary: 'Change a webhook; what is left out stays',
      params: webhookParams,
      body: z.preprocess(normalise(readWebhook), z.object(changeFields)),
      response: okay.extend({ id: z.number().int(), message: z.string() }),
    },
    remove: {
      method: 'DELETE',
      path: '/api/v1/webhook/delete',
      access: write,
      answer: 'bare',
      summary: 'Delete a webhook',
      body: z.preprocess(
        normalise((body) => alias(body, 'id', 'webhook_id')),
        z.object({ id }),
      ),
      response: okay,
    },
    removeOne: {
      method: 'DELETE',
      path: '/api/v1/webhooks/:webhookId',
      access: write,
      answer: 'bare',
      summary: 'Delete a webhook, by address',
      params: webhookParams,
      response: okay,
    },
  },
});
