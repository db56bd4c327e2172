import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { createApiKey, deleteApiKey, rotateApiKey } from '#identity/identity.api';
import { requireAgencyPlan } from '#access/access.api';
import { findClientKeys, hasClient, type ClientKeyFilter, type ClientKeyRecord } from './client-keys.store';

/** A key on the wire; whole only where it was just made. */
const toWireKey = (key: ClientKeyRecord, whole?: string) => ({
  id: key.id,
  client_id: key.client_id as number,
  key_name: key.name,
  api_key: whole ?? `…${key.key_last_four}`,
  status: key.status === 'active' ? ('active' as const) : ('inactive' as const),
  created_at: key.created_at,
  last_used_at: key.last_used_at,
});

/** A key of a client. @throws SkeinError NOT_FOUND, also for a key that is nobody's client's */
async function requireClientKey(
  deps: Pick<MainDeps, 'db'>,
  who: RequestActor,
  keyId: number,
): Promise<ClientKeyRecord> {
  const [key] = await findClientKeys(deps.db, who.workspaceId, { keyId });
  if (!key) throw notFound('This API key');
  return key;
}

/** Makes a key that acts as one client's own login. @throws SkeinError VALIDATION, PLAN_REQUIRED, LIMIT_REACHED */
export async function createClientKey(deps: MainDeps, who: RequestActor, given: { clientId: number; keyName: string }) {
  requireAgencyPlan(who);
  if (!(await hasClient(deps.db, who.workspaceId, given.clientId)))
    throw invalidField('clientId', 'isn’t a client of this workspace');
  const made = await createApiKey(deps, who, { name: given.keyName, client_id: given.clientId });
  return {
    ok: true as const,
    message: 'API key created.',
    data: toWireKey(await requireClientKey(deps, who, made.id), made.api_key),
  };
}

export async function listClientKeys(deps: Pick<MainDeps, 'db'>, who: RequestActor, filter: ClientKeyFilter) {
  return {
    ok: true as const,
    message: 'success',
    data: (await findClientKeys(deps.db, who.workspaceId, filter)).map((key) => toWireKey(key)),
  };
}

/** @throws SkeinError NOT_FOUND, or FORBIDDEN for a key that acts as somebody else */
export async function resetClientKey(deps: MainDeps, who: RequestActor, keyId: number) {
  await requireClientKey(deps, who, keyId);
  const { api_key: whole } = await rotateApiKey(deps, who, keyId);
  return {
    ok: true as const,
    message: 'The API key was replaced.',
    data: toWireKey(await requireClientKey(deps, who, keyId), whole),
  };
}

/** @throws SkeinError NOT_FOUND */
export async function removeClientKey(deps: MainDeps, who: RequestActor, keyId: number) {
  await requireClientKey(deps, who, keyId);
  await deleteApiKey(deps, who, keyId);
  return { ok: true as const };
}
