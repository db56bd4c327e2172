import { permissionsOf } from '@skein/contracts/permissions';
import { createRandomToken } from '#platform/crypto/random-token';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { requireAgencyPlan } from '#access/access.api';
import { addKey, countKeys, isActiveClient, provideKeyPerson } from './api-keys.store';
import { limitsWithin } from './key-limits';

/** More keys than anybody can keep apart. */
const MOST_KEYS = 100;

/** What a sealed key is bound to: it does not open in another workspace's row. */
export const keyContext = (workspaceId: number) => `api-key:${workspaceId}`;

/** Makes a key that acts as the person who made it, or sees what a client of theirs sees; it is kept sealed, and found by its hash. */
export async function createApiKey(
  deps: MainDeps,
  actor: RequestActor,
  given: {
    name: string;
    client_id?: number | undefined;
    scopes?: readonly string[] | undefined;
    expires_at?: string | undefined;
    requests_per_minute?: number | undefined;
  },
) {
  requireAgencyPlan(actor, 'api');
  const clientId = actor.client?.id ?? given.client_id ?? null;
  const now = deps.realClock.now();
  if (given.expires_at && Date.parse(given.expires_at) <= now)
    throw invalidField('expires_at', 'must be in the future');
  if (clientId !== null && !actor.client) {
    requireAgencyPlan(actor);
    if (!(await isActiveClient(deps.db, actor.workspaceId, clientId)))
      throw invalidField('client_id', 'isn’t an active client of this workspace');
  }
  if (clientId === null) requireOwnScopes(actor, given.scopes ?? []);
  if ((await countKeys(deps.db, actor.workspaceId)) >= MOST_KEYS)
    throw new SkeinError(
      'LIMIT_REACHED',
      `A workspace has at most ${MOST_KEYS} API keys. Delete one that is not used.`,
    );
  const limits = await limitsWithin(deps, actor, {
    scopes: given.scopes ? [...new Set(given.scopes)] : null,
    expiresAt: given.expires_at ? new Date(given.expires_at) : null,
    requestsPerMinute: given.requests_per_minute ?? null,
  });
  const { key, ...kept } = newKey(deps, actor.workspaceId);
  if (clientId !== null && !actor.client) await provideKeyPerson(deps.db, actor.workspaceId, clientId);
  const row = await addKey(
    deps.db,
    actor.workspaceId,
    {
      userId: actor.userId,
      clientId,
      name: given.name,
      ...limits,
      ...kept,
    },
    new Date(now),
  );
  return { id: row.id, api_key: key };
}

/** A key acts as its person: a scope that they do not have would promise what it cannot do. @throws SkeinError VALIDATION */
function requireOwnScopes(actor: RequestActor, scopes: readonly string[]): void {
  const own: ReadonlySet<string> = permissionsOf(actor);
  const missing = scopes.filter((scope) => !own.has(scope));
  if (missing.length > 0)
    throw invalidField('scopes', `can include only what your role allows. You do not have ${missing.join(', ')}`);
}

/** A key, and what is kept of it. */
export function newKey(deps: MainDeps, workspaceId: number) {
  const key = createRandomToken('skein_');
  return {
    key,
    hash: deps.hashSecret(key),
    sealed: deps.vault.seal(key, keyContext(workspaceId)),
    lastFour: key.slice(-4),
  };
}
