import { z } from 'zod';
import { webhookEvents } from '../constants';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { done, empty, idParam, instant, instantInput, pageOf, pageQuery, text } from '../schemas';

export const webhookScopes = { user: 1, client: 2, campaign: 3 } as const;
const scope = z.union([z.literal(1), z.literal(2), z.literal(3)]);
const url = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// (or http://)' })
  .max(2000);

const fields = {
  name: z.string().trim().min(1, 'is required').max(120),
  webhook_url: url,
  scope,
  client_id: idOf('client').nullable().optional(),
  campaign_id: idOf('campaign').nullable().optional(),
  event_types: z.array(z.enum(webhookEvents)).min(1, 'needs at least one event').max(webhookEvents.length),
  /** Names of lead categories: LEAD_CATEGORY_UPDATED and EMAIL_REPLY are sent for these only; empty is all. */
  categories: z.array(z.string().max(80)).max(100),
  /** Signs each delivery (HMAC-SHA256); null takes the secret away, left out keeps it. A replaced secret signs as well for 24 hours. */
  secret_key: z.string().min(8, 'needs at least 8 characters').max(200).nullable().optional(),
  is_active: z.boolean(),
  /** SLACK: `webhook_url` is an incoming webhook of Slack, which is sealed, or `channel` names one of the connected Slack. */
  destination: z.enum(['HTTP', 'SLACK']),
  channel: text(60).nullable().optional(),
  channel_name: text(120).nullable().optional(),
};
export const webhookInput = z.object({
  ...fields,
  webhook_url: z.union([url, z.literal('')]).default(''),
  destination: fields.destination.default('HTTP'),
  scope: fields.scope.default(1),
  categories: fields.categories.default([]),
  is_active: fields.is_active.default(true),
});
/** A change has no defaults: what is left out stays. */
export const webhookChange = z.object(fields).partial();
export type WebhookInput = z.output<typeof webhookInput>;

export const webhookView = z.object({
  id: z.number().int(),
  name: z.string(),
  webhook_url: z.string(),
  scope,
  client_id: z.number().int().nullable(),
  campaign_id: z.number().int().nullable(),
  event_types: z.array(z.string()),
  categories: z.array(z.string()),
  has_secret: z.boolean(),
  is_active: z.boolean(),
  destination: z.enum(['HTTP', 'SLACK']).default('HTTP'),
  channel: z.string().nullable().default(null),
  channel_name: z.string().nullable().default(null),
  /** Until then a signature of the secret before is sent as well. */
  previous_secret_until: instant.nullable().default(null),
  created_at: instant,
  updated_at: instant,
  last_day: z.object({ delivered: z.number().int(), failed: z.number().int(), waiting: z.number().int() }),
});
export type WebhookView = z.output<typeof webhookView>;

export const deliveryView = z.object({
  id: z.string(),
  request_id: z.string(),
  webhook_id: z.number().int(),
  event_type: z.string(),
  state: z.enum(['PENDING', 'DELIVERING', 'DELIVERED', 'FAILED']),
  attempts: z.number().int(),
  next_attempt_at: instant.nullable(),
  last_status: z.number().int().nullable(),
  last_error: z.string().nullable(),
  last_duration_ms: z.number().int().nullable(),
  is_test: z.boolean(),
  created_at: instant,
  delivered_at: instant.nullable(),
  payload: z.unknown(),
});

const webhookId = z.object({ webhookId: idParam });
const write = { who: 'person', may: 'webhook.write' } as const;
const read = { who: 'person', may: 'webhook.read' } as const;

/** Subscriptions to events. Every matching scope fires; each delivery is recorded, signed, retried and can be sent again. */
export const webhooksContract = defineContract({
  service: 'main',
  tag: 'Webhooks',
  endpoints: {
    listWebhooks: {
      method: 'GET',
      path: '/api/webhooks',
      access: read,
      summary: 'Webhooks with how their last day went',
      query: z.object({ campaign_id: idOf('campaign').optional(), client_id: idOf('client').optional() }),
      response: z.object({ webhooks: z.array(webhookView) }),
    },
    createWebhook: {
      method: 'POST',
      path: '/api/webhooks',
      access: write,
      summary: 'Subscribe an address to events',
      body: webhookInput,
      response: webhookView,
    },
    updateWebhook: {
      method: 'PATCH',
      path: '/api/webhooks/:webhookId',
      access: write,
      summary: 'Change a webhook; what is left out stays',
      params: webhookId,
      body: webhookChange,
      response: webhookView,
    },
    deleteWebhook: {
      method: 'DELETE',
      path: '/api/webhooks/:webhookId',
      access: write,
      summary: 'Delete a webhook with its log',
      params: webhookId,
      response: done,
    },
    testWebhook: {
      method: 'POST',
      path: '/api/webhooks/:webhookId/test',
      access: write,
      summary: 'Send a sample event now and say what the address answered',
      params: webhookId,
      body: z.object({ event_type: z.enum(webhookEvents).default('EMAIL_REPLY') }),
      response: deliveryView,
    },
    rotateSecret: {
      method: 'POST',
      path: '/api/webhooks/:webhookId/secret',
      access: write,
      summary: 'Sign with a new secret; for some hours the old one signs as well',
      params: webhookId,
      body: z.object({
        /** Left out: one is made. */
        secret_key: z.string().min(8, 'needs at least 8 characters').max(200).optional(),
        overlap_hours: z.number().int().min(0).max(168).default(24),
      }),
      response: z.object({ secret_key: z.string(), webhook: webhookView }),
    },
    sampleEvent: {
      method: 'GET',
      path: '/api/webhooks/:webhookId/samples/:eventType',
      access: read,
      summary: 'A sample of an event, as this webhook would send it',
      params: webhookId.extend({ eventType: z.enum(webhookEvents) }),
      response: z.object({ payload: z.unknown() }),
    },
    sampleOfEvent: {
      method: 'GET',
      path: '/api/webhooks/samples/:eventType',
      access: read,
      summary: 'A sample of an event, before there is a webhook for it',
      params: z.object({ eventType: z.enum(webhookEvents) }),
      response: z.object({ payload: z.unknown() }),
    },
    listDeliveries: {
      method: 'GET',
      path: '/api/webhooks/:webhookId/deliveries',
      access: read,
      summary: 'The log of a webhook, newest first',
      params: webhookId,
      query: pageQuery(25).extend({ state: z.enum(['PENDING', 'DELIVERED', 'FAILED']).optional() }),
      response: pageOf(deliveryView),
    },
    replayDelivery: {
      method: 'POST',
      path: '/api/webhooks/deliveries/:deliveryId/replay',
      access: write,
      summary: 'Send one delivery again, with the same request id',
      params: z.object({ deliveryId: z.string().regex(/^\d{1,18}$/) }),
      body: empty,
      response: deliveryView,
    },
    replayRange: {
      method: 'POST',
      path: '/api/webhooks/:webhookId/replay',
      access: write,
      summary: 'Send the failed deliveries of a time range again',
      params: webhookId,
      body: z.object({ from: instantInput, to: instantInput }),
      response: z.object({ replayed: z.number().int() }),
    },
  },
});
