import type { RequestActor } from '#platform/http/request-actor';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { replaceKey } from './api-keys.store';
import { newKey } from './create-api-key';
import { requireNoWider } from './key-limits';
import { ownKey } from './reveal-api-key';

/** Replaces a key of one's own by a new one of the same name; the old one stops working at once. */
export async function rotateApiKey(deps: MainDeps, actor: RequestActor, keyId: number) {
  await ownKey(deps, actor, keyId);
  await requireNoWider(deps, actor, keyId);
  const { key, ...kept } = newKey(deps, actor.workspaceId);
  if (
    !(await replaceKey(deps.db, actor.workspaceId, {
      keyId,
      userId: actor.userId,
      next: kept,
      now: new Date(deps.realClock.now()),
    }))
  )
    throw notFound('This API key');
  deps.authenticator.forget(actor.workspaceId);
  return { api_key: key };
}
