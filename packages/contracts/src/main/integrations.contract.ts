import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { done, empty, idParam, instant, pageOf, pageQuery, text } from '../schemas';

/** Products that a workspace connects with credentials of its own; LinkedIn accounts and webhooks are listed beside them. */
export const integrationKinds = ['HUBSPOT', 'SLACK', 'CLAY', 'LEADMAGIC'] as const;
export type IntegrationKind = (typeof integrationKinds)[number];
export const integrationStates = ['CONNECTED', 'FAILING', 'PAUSED'] as const;
export const integrationMethods = ['OAUTH', 'KEY'] as const;

export const integrationFigures = z.object({
  received_today: z.number().int(),
  sent_today: z.number().int(),
  rejected_today: z.number().int(),
  waiting: z.number().int(),
  /** What went through and what failed in each of the last 24 hours, the oldest first. */
  hours: z.array(z.object({ done: z.number().int(), failed: z.number().int() })).max(24),
});

export const integrationView = z.object({
  id: z.number().int(),
  kind: z.enum(integrationKinds),
  method: z.enum(integrationMethods),
  /** What the other side calls the account. */
  account: z.string(),
  /** The last characters of the key; the key itself is never returned. */
  hint: z.string().nullable(),
  is_sandbox: z.boolean(),
  state: z.enum(integrationStates),
  error: z.object({ code: z.string(), text: z.string(), since: instant }).nullable(),
  last_sync_at: instant.nullable(),
  connected_by_name: z.string().nullable(),
  created_at: instant,
  figures: integrationFigures,
  /** What ends when it is disconnected, as sentences with numbers. */
  stops: z.array(z.string()),
});
export type IntegrationView = z.output<typeof integrationView>;

const linkedSummary = z.object({
  total: z.number().int(),
  failing: z.number().int(),
  last_sync_at: instant.nullable(),
  figures: integrationFigures,
});

export const syncStates = ['SAVED', 'QUEUED', 'REJECTED', 'SKIPPED'] as const;
export const syncEntry = z.object({
  /** `d` and a delivery, or `r` and a run. */ id: z.string(),
  at: instant,
  direction: z.enum(['IN', 'OUT']),
  title: z.string(),
  subject: z.string().nullable(),
  state: z.enum(syncStates),
  result: z.string().nullable(),
  code: z.string().nullable(),
  attempts: z.number().int(),
  next_at: instant.nullable(),
  duration_ms: z.number().int().nullable(),
  request: z.string().nullable(),
  answer: z.string().nullable(),
  link: z.string().nullable(),
});
export type SyncEntry = z.output<typeof syncEntry>;

const integrationId = z.object({ integrationId: idParam });
const write = { who: 'person', may: 'integration.write' } as const;
const session = { who: 'session', may: 'integration.write' } as const;

/** Where leads go: a campaign, a list, or (neither) the workspace alone. */
export const leadTarget = z.object({
  campaign_id: idOf('campaign').nullable().default(null),
  lead_list_id: idParam.nullable().default(null),
});
export const integrationsContract = defineContract({
  service: 'main',
  tag: 'Integrations',
  endpoints: {
    listIntegrations: {
      method: 'GET',
      path: '/api/integrations',
      access: write,
      summary: 'Connected products with state, last sync and figures, and which can be connected',
      response: z.object({
        integrations: z.array(integrationView),
        linkedin: linkedSummary,
        webhooks: linkedSummary,
        /** Whether the installation registered an app, so that people can log in there. */
        oauth: z.object({ SLACK: z.boolean(), HUBSPOT: z.boolean() }),
        /** What connects to the sandbox’s stand-ins; null elsewhere. */
        sandbox_keys: z.object({ slackWebhook: z.string(), leadMagic: z.string(), clayTable: z.string() }).nullable(),
      }),
    },
    startOAuth: {
      method: 'POST',
      path: '/api/integrations/oauth/start',
      access: session,
      summary: 'The page on which the other side asks for consent',
      body: z.object({ kind: z.enum(['SLACK', 'HUBSPOT']) }),
      response: z.object({ url: z.string() }),
    },
    finishOAuth: {
      method: 'POST',
      path: '/api/integrations/oauth/finish',
      access: session,
      summary: 'Turn the code of the redirect into a connection; only for the person who began it',
      body: z.object({ code: text(2_000).min(1), state: text(4_000).min(1) }),
      response: integrationView,
    },
    connectWithKey: {
      method: 'POST',
      path: '/api/integrations/keys',
      access: session,
      summary: 'Connect with a key or an address; it is tried first, sealed, and never returned',
      body: z.object({
        kind: z.enum(['SLACK', 'CLAY', 'LEADMAGIC']),
        /** LeadMagic: the API key. Slack: the address of an incoming webhook. Clay: the address of the table’s webhook. */
        key: text(1_000).trim().default(''),
        /** Clay: the authentication token of the table’s webhook. */
        token: text(500).trim().optional(),
      }),
      response: integrationView,
    },
    changeIntegration: {
      method: 'PATCH',
      path: '/api/integrations/:integrationId',
      access: write,
      summary: 'Pause or resume; what happens meanwhile waits',
      params: integrationId,
      body: z.object({ is_paused: z.boolean() }),
      response: integrationView,
    },
    disconnect: {
      method: 'DELETE',
      path: '/api/integrations/:integrationId',
      access: session,
      summary: 'Disconnect: revokes the access where the other side can, and deletes the credentials',
      params: integrationId,
      response: done,
    },
    syncLog: {
      method: 'GET',
      path: '/api/integrations/:integrationId/log',
      access: write,
      summary: 'What was exchanged, newest first, with the cause of each failure',
      params: integrationId,
      query: pageQuery(25).extend({ state: z.enum(syncStates).optional() }),
      response: pageOf(syncEntry),
    },
    retrySync: {
      method: 'POST',
      path: '/api/integrations/:integrationId/retry',
      access: write,
      summary: 'Try one failed entry again, or all of them',
      params: integrationId,
      body: z.object({ entry_id: text(30).optional() }),
      response: z.object({ retried: z.number().int() }),
    },
    slackChannels: {
      method: 'GET',
      path: '/api/integrations/:integrationId/slack-channels',
      access: write,
      summary: 'Channels that Slack lets us post to',
      params: integrationId,
      response: z.object({
        channels: z.array(z.object({ id: z.string(), name: z.string(), is_private: z.boolean() })),
      }),
    },
    moveAlerts: {
      method: 'POST',
      path: '/api/integrations/:integrationId/slack-channel',
      access: write,
      summary: 'Send all alerts to another channel; what could not be delivered goes out now',
      params: integrationId,
      body: z.object({ channel: text(60).min(1), channel_name: text(120).min(1) }),
      response: z.object({ moved: z.number().int(), retried: z.number().int() }),
    },
    testIntegration: {
      method: 'POST',
      path: '/api/integrations/:integrationId/test',
      access: write,
      summary: 'Ask the other side whether the connection works',
      params: integrationId,
      body: empty,
      response: integrationView,
    },
  },
});
