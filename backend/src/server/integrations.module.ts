import { Hono } from 'hono';
import { realClock } from '#platform/clock/clock';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { createAskServer } from '#platform/http/ask-server';
import { createSandboxIntegrations } from '#sandbox/integrations/sandbox-integrations';
import type { Module } from './module';

const sandboxPath = '/sandbox/integrations';

/** The way to products that a workspace connects; in the sandbox stand-ins answer at their addresses. */
export const integrationsModule: Module = {
  name: 'integrations',
  needs: ['secrets'],
  async start({ environment, mount, provide, use }) {
    if (environment.mode !== 'sandbox') {
      provide('integrations', {
        ask: createAskServer({ allowPrivateAddresses: false, patience: 30_000, mostBytes: 5_000_000 }),
        isSandbox: false,
        slack: environment.slackApp,
        hubspot: environment.hubSpotApp,
        authorizePages: {
          slack: 'https://slack.com/oauth/v2/authorize',
          hubspot: 'https://app.hubspot.com/oauth/authorize',
        },
        appPages: { slack: 'https://app.slack.com/client', hubspot: 'https://app.hubspot.com/contacts' },
        sandboxKeys: null,
        sandboxImportKeys: null,
      });
      return;
    }
    const ask = createAskServer({ allowPrivateAddresses: true, patience: 30_000, mostBytes: 1_000_000 });
    const local = `http://127.0.0.1:${use('http').port}`;
    const sandbox = createSandboxIntegrations({
      pagesUrl: environment.publicUrl + sandboxPath,
      publicUrl: environment.publicUrl,
      now: () => realClock.now(),
      secret: derivePurposeKey(use('masterKey'), 'sandbox integrations').toString('hex'),
      deliver: async (path, body, headers) => {
        await ask({ method: 'POST', url: local + path, body, headers });
      },
    });
    mount([sandboxPath], new Hono({ strict: false }).route(sandboxPath, sandbox.pages));
    provide('integrations', sandbox.access);
  },
};
