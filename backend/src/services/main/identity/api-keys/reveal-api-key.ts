import type { RequestActor } from '#platform/http/request-actor';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { findSealedKey, noteKeyShown } from './api-keys.store';
import { keyContext } from './create-api-key';

/**
 * Shows a key again, to the person it acts as and to nobody else: whoever holds the owner's key is the owner. Others who manage
 * keys may delete it.
 */
export async function revealApiKey(deps: MainDeps, actor: RequestActor, keyId: number) {
  const row = await ownKey(deps, actor, keyId);
  await noteKeyShown(deps.db, actor.workspaceId, { id: keyId, name: row.name });
  return { api_key: deps.vault.open(row.key_sealed, keyContext(actor.workspaceId)) };
}

/** @throws SkeinError NOT_FOUND, or FORBIDDEN for a key of somebody else in the workspace */
export async function ownKey(deps: MainDeps, actor: RequestActor, keyId: number) {
  const row = await findSealedKey(deps.db, actor.workspaceId, keyId);
  if (!row) throw notFound('This API key');
  if (row.user_id !== actor.userId)
    throw new SkeinError(
      'FORBIDDEN',
      'This key acts as someone else; only they can see or replace it. You can delete it.',
    );
  return row;
}
