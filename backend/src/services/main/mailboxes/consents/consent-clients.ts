import { consentProviders, ownClientProviders } from '@skein/contracts/main/mailbox-sign-in.contract';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { findConsentClients, removeConsentClientRow, saveConsentClientRow } from './consent-clients.store';
import { clientContext } from './consents';

type OwnProvider = (typeof ownClientProviders)[number];

/** The page that ends a sign-in. */
export const signInPage = '/app/email-accounts/sign-in';
/** One address for all providers and all agencies, because each provider wants every address registered. */
export const redirectUri = (deps: Pick<MainDeps, 'config'>) => deps.config.publicUrl + signInPage;

/** @throws SkeinError UNAVAILABLE where nobody may be asked */
function requireAccess(deps: MainDeps) {
  if (!deps.mailConsent) throw new SkeinError('UNAVAILABLE', 'Signing in with a provider is not set up here.');
  return deps.mailConsent;
}

/** Which providers can be signed in with, and whose client asks. */
export async function readSignIn(deps: MainDeps, who: Who) {
  const access = requireAccess(deps);
  const own = new Set((await findConsentClients(deps.db, who.workspaceId)).map(({ provider }) => provider));
  return {
    is_sandbox: access.isSandbox,
    providers: consentProviders.map((type) => ({
      type,
      client: own.has(type) ? ('workspace' as const) : access.clients[type] ? ('installation' as const) : null,
      account_page: access.accountPages[type],
    })),
  };
}

/** The workspace's own clients and where they lead back to; never a secret. */
export async function listConsentClients(deps: MainDeps, who: Who) {
  const access = requireAccess(deps);
  const rows = await findConsentClients(deps.db, who.workspaceId);
  return {
    redirect_uri: redirectUri(deps),
    clients: ownClientProviders.map((provider) => {
      const row = rows.find((each) => each.provider === provider);
      return {
        provider,
        client_id: row?.client_id ?? null,
        changed_at: row?.updated_at.toISOString() ?? null,
        has_installation_client: access.clients[provider] !== null,
      };
    }),
    trial: access.trialClient && {
      client_id: access.trialClient.clientId,
      client_secret: access.trialClient.clientSecret,
    },
  };
}

export async function saveConsentClient(
  deps: MainDeps,
  who: Who,
  provider: OwnProvider,
  given: { client_id: string; client_secret: string },
) {
  await saveConsentClientRow(deps.db, who.workspaceId, {
    provider,
    clientId: given.client_id,
    sealed: deps.vault.seal(given.client_secret, clientContext(who.workspaceId, provider)),
    at: new Date(deps.realClock.now()),
  });
  return listConsentClients(deps, who);
}

export async function removeConsentClient(deps: MainDeps, who: Who, provider: OwnProvider) {
  return { done: true as const, mailboxes: await removeConsentClientRow(deps.db, who.workspaceId, provider) };
}
