import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import {
  dropRefreshToken,
  isOurToken,
  keepRefreshToken,
  newRefreshToken,
  readRefreshToken,
  refuseOtherSites,
  sessionOfToken,
  viewSession,
  type Browser,
} from './open-session';
import { rotateSession } from './sessions.store';

/** A new access token for the refresh cookie, which is exchanged for the next one. A stolen, already exchanged one ends the session. */
export async function refreshSession(deps: MainDeps, browser: Browser) {
  refuseOtherSites(browser);
  const token = readRefreshToken(browser);
  const sessionId = token && sessionOfToken(token);
  if (!token || !sessionId) throw new SkeinError('UNAUTHENTICATED');
  const next = newRefreshToken(deps, sessionId);
  const rotation = await rotateSession(deps.db, {
    sessionId,
    hash: deps.hashSecret(token),
    nextHash: deps.hashSecret(next),
    now: new Date(deps.realClock.now()),
    isOurs: isOurToken(deps, token),
  });
  if (rotation.outcome === 'unknown' || rotation.outcome === 'reused') {
    dropRefreshToken(deps, browser);
    if (rotation.outcome === 'reused') {
      deps.authenticator.forget(rotation.workspaceId);
      deps.log.warn(
        { workspaceId: rotation.workspaceId, userId: rotation.userId },
        'a refresh token was used twice: its session was ended',
      );
    }
    throw new SkeinError('UNAUTHENTICATED');
  }
  const session = await viewSession(deps, rotation.workspaceId, rotation.userId, rotation.sessionId);
  if (rotation.outcome === 'rotated') keepRefreshToken(deps, browser, next);
  return session;
}
