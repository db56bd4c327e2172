import { Hono } from 'hono';
import { OutwardError, type AskServer } from '#platform/http/ask-server';
import type { IntegrationAccess, OAuthApp } from '#platform/integrations/integration-access';
import { createSandboxHubSpot, type SandboxHubSpot } from './sandbox-hubspot';
import { sandboxImportKeys } from './recorded-world';
import { createSandboxAccounts, type SandboxAccounts } from './sandbox-accounts';
import { createSandboxSlack, type SandboxSlack } from './sandbox-slack';
import { createSandboxSources, sandboxClayTable, sandboxLeadMagicKey } from './sandbox-sources';

export interface SandboxIntegrations {
  access: IntegrationAccess;
  slack: SandboxSlack;
  hubspot: SandboxHubSpot;
  rows: unknown[];
  /** Accounts of other products that can be imported. */
  accounts: SandboxAccounts;
  /** The pages that people open: `/slack`, `/hubspot`, `/clay`. */
  pages: Hono;
}

const hubSpotEventsPath = '/api/integrations/hubspot/events';

/**
 * Stand-ins for Slack, HubSpot, LeadMagic, Clay, Smartlead and Instantly. The product's own clients speak to them at
 * the vendors' addresses.
 * @param options `pagesUrl`: where browsers reach `pages`; `deliver` takes the events that HubSpot would post to us
 */
export function createSandboxIntegrations(options: {
  pagesUrl: string;
  publicUrl: string;
  now: () => number;
  secret: string;
  deliver: (path: string, body: string, headers: Record<string, string>) => Promise<void>;
}): SandboxIntegrations {
  const { pagesUrl, publicUrl, now } = options;
  const client = (name: string): OAuthApp => ({
    clientId: `sandbox-${name}`,
    clientSecret: `${name}-${options.secret}`,
  });
  const slack = createSandboxSlack({ client: client('slack'), now });
  const hubspot = createSandboxHubSpot({
    client: client('hubspot'),
    now,
    publicUri: publicUrl + hubSpotEventsPath,
    sendEvents: (body, headers) => options.deliver(hubSpotEventsPath, body, headers),
  });
  const { leadMagic, clay, rows } = createSandboxSources();
  const accounts = createSandboxAccounts(now);
  const hosts: Record<string, Hono> = {
    'slack.com': slack.app,
    'hooks.slack.com': slack.app,
    'api.hubapi.com': hubspot.app,
    'api.leadmagic.io': leadMagic,
    'api.clay.com': clay,
    'server.smartlead.ai': accounts.smartlead,
    'api.instantly.ai': accounts.instantly,
  };
  const ask: AskServer = async (request) => {
    const url = new URL(request.url);
    const app = hosts[url.hostname];
    if (!app) throw new OutwardError('unreached', `${url.hostname} has no stand-in in the sandbox.`);
    const response = await app.request(`http://vendor.sandbox${url.pathname}${url.search}`, {
      method: request.method,
      ...(request.headers ? { headers: request.headers } : {}),
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const wait = response.headers.get('retry-after');
    return { status: response.status, text: await response.text(), retryAfter: wait === null ? null : Number(wait) };
  };
  return {
    access: {
      ask,
      isSandbox: true,
      slack: client('slack'),
      hubspot: client('hubspot'),
      authorizePages: { slack: `${pagesUrl}/slack/oauth/v2/authorize`, hubspot: `${pagesUrl}/hubspot/oauth/authorize` },
      appPages: { slack: `${pagesUrl}/slack/`, hubspot: `${pagesUrl}/hubspot/contacts/` },
      sandboxImportKeys,
      sandboxKeys: {
        slackWebhook: slack.webhook,
        leadMagic: sandboxLeadMagicKey,
        clayTable: sandboxClayTable,
      },
    },
    accounts,
    slack,
    hubspot,
    rows,
    pages: new Hono({ strict: false }).route('/slack', slack.app).route('/hubspot', hubspot.app).route('/clay', clay),
  };
}
