import type { RequestActor } from '#platform/http/request-actor';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { deleteKey } from './api-keys.store';

/** Deletes a key; it stops working at once. */
export async function deleteApiKey(deps: MainDeps, actor: RequestActor, keyId: number): Promise<{ done: true }> {
  if (!(await deleteKey(deps.db, actor.workspaceId, keyId))) throw notFound('This API key');
  deps.authenticator.forget(actor.workspaceId);
  return { done: true };
}
