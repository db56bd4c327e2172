import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { listSessions } from './sessions.store';

/** Where this person is logged in, the most recently used first. */
export async function readSessions(deps: MainDeps, actor: RequestActor) {
  const rows = await listSessions(deps.db, actor.workspaceId, actor.userId, new Date(deps.realClock.now()));
  return { sessions: rows.map((row) => ({ ...row, is_current: row.id === actor.sessionId })) };
}
