import { ownClientProviders } from '@skein/contracts/main/mailbox-sign-in.contract';
import type { Who } from '../../access/access.api';
import { redirectUri, requireConsents, type SignInDeps } from './start-sign-in';

type OwnProvider = (typeof ownClientProviders)[number];

/** The workspace's own clients and where they lead back to; never a secret. */
export async function listConsentClients(deps: SignInDeps, who: Who) {
  const { access, ownClients } = requireConsents(deps);
  const rows = await ownClients(who.workspaceId);
  return {
    redirect_uri: redirectUri(deps.main),
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
  deps: SignInDeps,
  who: Who,
  provider: OwnProvider,
  given: { client_id: string; client_secret: string },
) {
  await requireConsents(deps).saveOwnClient(who.workspaceId, provider, {
    clientId: given.client_id,
    clientSecret: given.client_secret,
    at: new Date(deps.main.realClock.now()),
  });
  return listConsentClients(deps, who);
}

export const removeConsentClient = async (deps: SignInDeps, who: Who, provider: OwnProvider) => ({
  done: true as const,
  mailboxes: await requireConsents(deps).removeOwnClient(who.workspaceId, provider),
});
