import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { dropRefreshToken, type Browser } from './open-session';
import { endAllSessions } from './sessions.store';

/** Ends every session of the person, this one too. */
export async function logOutEverywhere(deps: MainDeps, actor: RequestActor, browser: Browser): Promise<{ done: true }> {
  await endAllSessions(deps.db, actor.workspaceId, actor.userId, new Date(deps.realClock.now()));
  deps.authenticator.forget(actor.workspaceId);
  dropRefreshToken(deps, browser);
  return { done: true };
}
