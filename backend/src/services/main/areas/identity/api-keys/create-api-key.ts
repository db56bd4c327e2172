import { createRandomToken } from '../../../../../platform/crypto/random-token';
import type { RequestActor } from '../../../../../platform/http/request-actor';
import { SkeinError } from '../../../../../platform/http/skein-error';
import type { MainDeps } from '../../../deps';
import { addKey, countKeys } from './api-keys.store';

/** More keys than anybody can keep apart. */
const MOST_KEYS = 100;

/** What a sealed key is bound to: it does not open in another workspace's row. */
export const keyContext = (workspaceId: number) => `api-key:${workspaceId}`;

/** Makes a key that acts as the person who made it, or sees what a client of theirs sees; it is kept sealed, and found by its hash. */
export async function createApiKey(
  deps: MainDeps,
  actor: RequestActor,
  name: string,
  clientId: number | null = actor.client?.id ?? null,
) {
  if ((await countKeys(deps.db, actor.workspaceId)) >= MOST_KEYS)
    throw new SkeinError(
      'LIMIT_REACHED',
      `A workspace has at most ${MOST_KEYS} API keys. Delete one that is not used.`,
    );
  const { key, ...kept } = newKey(deps, actor.workspaceId);
  const row = await addKey(
    deps.db,
    actor.workspaceId,
    { userId: actor.userId, clientId, name, ...kept },
    new Date(deps.realClock.now()),
  );
  return { id: row.id, api_key: key };
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
