import { mailboxSignInContract } from '@skein/contracts/main/mailbox-sign-in.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { listConsentClients, readSignIn, removeConsentClient, saveConsentClient } from '../consents/consent-clients';
import { mailboxDeps } from '../connections/mailboxes.deps';
import { finishSignIn } from './finish-sign-in';
import { revokeConsent } from './revoke-consent';
import { startSignIn, type SignInDeps } from './start-sign-in';

/** Signing in with mail providers over HTTP: one line an endpoint. */
export function signInRoutes(deps: MainDeps) {
  const own: SignInDeps = { main: deps, mailboxes: mailboxDeps(deps) };
  return routes(mailboxSignInContract)(deps, {
    readSignIn: (_, { actor }) => readSignIn(deps, actor),
    startSignIn: (_, { actor, body, raw }) => startSignIn(own, actor, body, raw.req.header('host')),
    finishSignIn: (_, { actor, body }) => finishSignIn(own, actor, body),
    revokeConsent: (_, { actor, params }) => revokeConsent(own, actor, params.mailboxId),
    listConsentClients: (_, { actor }) => listConsentClients(deps, actor),
    saveConsentClient: (_, { actor, params, body }) => saveConsentClient(deps, actor, params.provider, body),
    removeConsentClient: (_, { actor, params }) => removeConsentClient(deps, actor, params.provider),
  });
}
