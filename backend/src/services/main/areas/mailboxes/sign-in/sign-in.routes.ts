import { mailboxSignInContract } from '@skein/contracts/main/mailbox-sign-in.contract';
import { routes } from '../../../../../platform/http/routes';
import type { MainDeps } from '../../../deps';
import { mailboxDeps } from '../mailboxes/mailboxes.deps';
import { finishSignIn } from './finish-sign-in';
import { listConsentClients, removeConsentClient, saveConsentClient } from './manage-consent-clients';
import { revokeConsent } from './revoke-consent';
import { readSignIn, startSignIn, type SignInDeps } from './start-sign-in';

/** Signing in with mail providers over HTTP: one line an endpoint. */
export function signInRoutes(deps: MainDeps) {
  const own: SignInDeps = { main: deps, mailboxes: mailboxDeps(deps) };
  return routes(mailboxSignInContract)(deps, {
    readSignIn: (_, { actor }) => readSignIn(own, actor),
    startSignIn: (_, { actor, body }) => startSignIn(own, actor, body),
    finishSignIn: (_, { actor, body }) => finishSignIn(own, actor, body),
    revokeConsent: (_, { actor, params }) => revokeConsent(own, actor, params.mailboxId),
    listConsentClients: (_, { actor }) => listConsentClients(own, actor),
    saveConsentClient: (_, { actor, params, body }) => saveConsentClient(own, actor, params.provider, body),
    removeConsentClient: (_, { actor, params }) => removeConsentClient(own, actor, params.provider),
  });
}
