import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { displayName } from '../people/user-view';
import { listKeys } from './api-keys.store';

/** The keys of the workspace, newest first, masked, with the person each acts as. */
export async function listApiKeys(deps: MainDeps, actor: RequestActor) {
  const rows = await listKeys(deps.db, actor.workspaceId);
  return {
    keys: rows.map(({ key_last_four, maker, user_id, ...row }) => ({
      ...row,

      last_four: key_last_four,
      made_by: maker && displayName(maker),
      is_mine: user_id === actor.userId,
    })),
  };
}
