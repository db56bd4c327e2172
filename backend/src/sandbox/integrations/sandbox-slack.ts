import { Hono } from 'hono';
import type { OAuthApp } from '#platform/integrations/integration-access';
import { addSlackChannels, addSlackConsent, addSlackWebhook } from './slack-api';
import { addSlackPages } from './slack-pages';
import { createSlackWorld, type SlackWorld } from './slack-world';

export interface SandboxSlack extends Pick<SlackWorld, 'posted' | 'channels' | 'webhook'> {
  /** Everything below the addresses of slack.com and hooks.slack.com. */
  app: Hono;
}

/**
 * Slack by its published protocol: OAuth v2, `conversations.list`, `chat.postMessage`, `auth.revoke`, incoming
 * webhooks, with their errors and the limit of one message a second and channel (bursts of 20). Messages are kept and
 * shown on a page; nobody else sees them.
 */
export function createSandboxSlack(options: { client: OAuthApp; now: () => number }): SandboxSlack {
  const world = createSlackWorld(options);
  const { posted, channels, webhook } = world;
  const app = new Hono();
  addSlackConsent(app, world);
  addSlackChannels(app, world);
  addSlackWebhook(app, world);
  addSlackPages(app, world);
  return { app, posted, channels, webhook };
}
