import type { WorkspaceId } from '@skein/contracts/ids';
import { z } from 'zod';
import { consentNames, consentProviders, type ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import type { Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import type { FreshToken } from '#platform/mail/access-token';
import type { ConsentAccess, ConsentClient } from '#platform/mail/consent/consent-access';
import { refreshTokens } from '#platform/mail/consent/consent-client';
import { GrantError } from '#platform/mail/consent/grant-error';
import { findConsentClients } from './consent-clients.store';

/**
 * What is sealed with a mailbox that signed in: the refresh token, and the client that it was given to. No client
 * secret, so that it can be replaced.
 */
export const consentSecret = z.object({
  provider: z.enum(consentProviders),
  client_id: z.string(),
  refresh_token: z.string(),
  region: z.string().nullable(),
});
export type ConsentSecret = z.output<typeof consentSecret>;

export const clientContext = (workspaceId: WorkspaceId, provider: string) =>
  `consent-client:${workspaceId}:${provider}`;

/** The OAuth clients that ask for a workspace, and new access tokens for what was allowed. */
export function createConsents(deps: { db: Database; vault: Vault; access: ConsentAccess }) {
  const { db, vault, access } = deps;
  async function clientsOf(workspaceId: WorkspaceId, provider: ConsentProvider) {
    const row = (await findConsentClients(db, workspaceId)).find((each) => each.provider === provider);
    const own: ConsentClient | null = row
      ? {
          clientId: row.client_id,
          clientSecret: vault.open(row.secret_sealed, clientContext(workspaceId, provider)),
        }
      : null;
    return { own, installation: access.clients[provider] };
  }
  return {
    access,
    clientsOf,
    /** The workspace's own client, or the installation's. */
    async clientOf(workspaceId: WorkspaceId, provider: ConsentProvider): Promise<ConsentClient | null> {
      const { own, installation } = await clientsOf(workspaceId, provider);
      return own ?? installation;
    },
    /** A consent belongs to the client that it was given to; another one's tokens would be refused. @throws GrantError */
    async refresh(workspaceId: WorkspaceId, secret: ConsentSecret, refreshToken: string): Promise<FreshToken> {
      const { own, installation } = await clientsOf(workspaceId, secret.provider);
      const client = [own, installation].find((each) => each?.clientId === secret.client_id);
      if (!client)
        throw new GrantError(
          'REVOKED',
          `Authentication Failed: the consent of ${consentNames[secret.provider]} was given to an OAuth client that is not set up any more (invalid_grant)`,
        );
      return refreshTokens(access, secret.provider, { client, refreshToken, region: secret.region });
    },
  };
}

export type Consents = ReturnType<typeof createConsents>;
