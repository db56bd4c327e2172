import type { RequestActor } from '#platform/http/request-actor';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { dropRefreshToken, type Browser } from './open-session';
import { endOwnSession } from './sessions.store';

/** Ends one session of the person; its access token stops working at once. */
export async function endSessionOf(
  deps: MainDeps,
  actor: RequestActor,
  sessionId: string,
  browser: Browser,
): Promise<{ done: true }> {
  if (
    !(await endOwnSession(deps.db, actor.workspaceId, {
      userId: actor.userId,
      sessionId,
      now: new Date(deps.realClock.now()),
    }))
  )
    throw notFound('This session');
  deps.authenticator.forget(actor.workspaceId);
  if (sessionId === actor.sessionId) dropRefreshToken(deps, browser);
  return { done: true };
}
