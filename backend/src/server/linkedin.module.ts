import { Hono } from 'hono';
import { realClock } from '#platform/clock/clock';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { createAskServer } from '#platform/http/ask-server';
import { createUnipile } from '#platform/linkedin/unipile';
import { createSandboxUnipile } from '#sandbox/linkedin/sandbox-unipile';
import { sandboxStateStore } from '#sandbox/sandbox-state.store';
import type { Module } from './module';

const sandboxPath = '/sandbox/unipile';

/** Who acts on LinkedIn: Unipile where the operator set it up, nobody elsewhere; in the sandbox a stand-in answers in its place. */
export const linkedInModule: Module = {
  name: 'linkedin',
  needs: ['secrets', 'database', 'clock'],
  async start({ environment, mount, provide, use }) {
    if (environment.mode !== 'sandbox') {
      provide('linkedIn', environment.linkedIn && createUnipile(environment.linkedIn));
      return;
    }
    const local = `http://127.0.0.1:${use('http').port}`;
    const ask = createAskServer({ allowPrivateAddresses: true, patience: 30_000, mostBytes: 100_000 });
    const key = derivePurposeKey(use('masterKey'), 'sandbox unipile').toString('hex');
    const sandbox = createSandboxUnipile({
      pagesUrl: environment.publicUrl + sandboxPath,
      key,
      state: sandboxStateStore(use('database')),
      now: () => use('campaignClock').now(),
      realNow: () => realClock.now(),
      deliver: async (url, body) => {
        await ask({
          method: 'POST',
          url: url.replace(environment.publicUrl, local),
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        });
      },
    });
    mount([sandboxPath], new Hono({ strict: false }).route(sandboxPath, sandbox.app));
    provide('linkedIn', createUnipile({ name: 'sandbox', url: local + sandboxPath, key }));
  },
};
