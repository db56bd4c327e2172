import { createAttemptLimit } from '#platform/auth/attempt-limit';
import { SkeinError } from '#platform/http/skein-error';
import { refreshHubSpot, requestHubSpot } from '#platform/integrations/hubspot';
import { IntegrationError } from '#platform/integrations/integration-access';
import type { MainDeps } from '#main/deps';
import { openCredentials, renewCredentials, type ConnectionRow } from '#notices/notices.api';

export type HubSpotDeps = Pick<MainDeps, 'db' | 'vault' | 'integrations'> & {
  now?: () => number;
  realClock?: { now: () => number };
};

/**
 * HubSpot allows 110 requests in ten seconds for each account (https://developers.hubspot.com/docs/api/usage-details);
 * some stay free for people.
 */
const requestsAtOnce = 100;
const nowOf = (deps: HubSpotDeps) => (deps.now ?? deps.realClock?.now ?? Date.now)();
/** A token is renewed this long before it ends, in milliseconds. */
const early = 60_000;

/**
 * A token that works now; one that ends is renewed and kept. Two that renew at once do no harm: HubSpot's refresh tokens stay valid.
 * @throws IntegrationError
 */
export async function hubSpotToken(deps: HubSpotDeps, row: ConnectionRow): Promise<string> {
  const credentials = openCredentials(deps.vault, row);
  if (credentials.token && (credentials.expiresAt ?? 0) > nowOf(deps) + early) return credentials.token;
  if (!deps.integrations.hubspot)
    throw new IntegrationError('CONFIG', 'no_app', 'This installation has no HubSpot app any more. Ask its operator.');
  const renewed = await refreshHubSpot(
    deps.integrations,
    deps.integrations.hubspot,
    credentials.refreshToken ?? '',
    nowOf(deps),
  );
  const next = { token: renewed.accessToken, refreshToken: renewed.refreshToken, expiresAt: renewed.expiresAt };
  await renewCredentials(deps, row, next);
  return renewed.accessToken;
}

/** Asks HubSpot for one account: with a valid token, and within its limit, counted for all processes together. */
export interface HubSpotSession {
  ask(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<{ status: number; data: unknown; text: string }>;
}

/** @throws IntegrationError */
export async function openHubSpot(deps: HubSpotDeps, row: ConnectionRow): Promise<HubSpotSession> {
  const token = await hubSpotToken(deps, row);
  const pace = createAttemptLimit(deps.db, 'hubspot-requests', requestsAtOnce, 10);
  const daily = createAttemptLimit(deps.db, 'hubspot-day', 1_000_000, 86_400);
  const account = `${row.external_id ?? row.id}`;
  return {
    async ask(method, path, body) {
      try {
        await pace.countOrRefuse(account);
      } catch (error) {
        if (!(error instanceof SkeinError)) throw error;
        throw new IntegrationError(
          'RATE',
          'PACED',
          'HubSpot’s limit of requests is reached; it is tried again in 10 s.',
          {
            retryAfter: 10,
          },
        );
      }
      await daily.note(account);
      return requestHubSpot(deps.integrations, token, { method, path, body });
    },
  };
}
