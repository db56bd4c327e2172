import type { RequestActor } from '../../../../platform/http/request-actor';
import type { MainDeps } from '../../deps';
import { listKeys } from './api-keys.store';

/** The keys of the workspace, newest first, masked. */
export async function listApiKeys(deps: MainDeps, actor: RequestActor) {
  const rows = await listKeys(deps.db, actor.workspaceId);
  return { keys: rows.map(({ key_last_four, ...row }) => ({ ...row, last_four: key_last_four })) };
}
