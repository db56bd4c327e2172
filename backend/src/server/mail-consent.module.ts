import { Hono } from 'hono';
import { realClock } from '#platform/clock/clock';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { createConsentAccess } from '#platform/mail/consent/consent-access';
import { sandboxStateStore } from '#sandbox/sandbox-state.store';
import { createSandboxSignIn } from '#sandbox/sign-in/sandbox-sign-in';
import type { Grants } from '#sandbox/sign-in/sign-in-accounts';
import type { Module } from './module';

const sandboxPath = '/sandbox/sign-in';

/** The way to the sign-in of Google, Microsoft and Zoho; in the sandbox a stand-in answers in their place. */
export const mailConsentModule: Module = {
  name: 'mail-consent',
  needs: ['secrets', 'database'],
  async start({ environment, mount, provide, use }) {
    if (environment.mode !== 'sandbox') {
      provide('mailConsent', {
        verifyToken: null,
        access: createConsentAccess({
          clients: environment.mailClients,
          microsoftTenant: environment.microsoftTenant,
          zohoScopes: environment.zohoScopes,
        }),
      });
      return;
    }
    const state = sandboxStateStore(use('database'));
    const sandbox = createSandboxSignIn({
      pagesUrl: environment.publicUrl + sandboxPath,
      localUrl: `http://127.0.0.1:${use('http').port}${sandboxPath}`,
      publicUrl: environment.publicUrl,
      secret: derivePurposeKey(use('masterKey'), 'sandbox sign-in').toString('hex'),
      state: {
        read: () => state.read<Grants>('sign-in'),
        write: (grants) => state.write('sign-in', grants),
      },
      mailPorts: async () =>
        (await state.read<{ smtp: number; imap: number }>('mail-ports')) ?? { smtp: 25, imap: 143 },
      now: () => realClock.now(),
    });
    mount([sandboxPath], new Hono({ strict: false }).route(sandboxPath, sandbox.pages));
    provide('mailConsent', { access: sandbox.access, verifyToken: sandbox.verifyToken });
  },
};
