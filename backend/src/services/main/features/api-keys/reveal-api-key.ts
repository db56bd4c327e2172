import type { RequestActor } from '../../../../platform/http/request-actor';
import { notFound } from '../../../../platform/http/skein-error';
import type { MainDeps } from '../../deps';
import { findSealedKey } from './api-keys.store';
import { keyContext } from './create-api-key';

/** Shows a key again. */
export async function revealApiKey(deps: MainDeps, actor: RequestActor, keyId: number) {
  const row = await findSealedKey(deps.db, actor.workspaceId, keyId);
  if (!row) throw notFound('This API key');
  return { api_key: deps.vault.open(row.key_sealed, keyContext(actor.workspaceId)) };
}
