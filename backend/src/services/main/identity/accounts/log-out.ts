import type { MainDeps } from '#main/deps';
import { dropRefreshToken, readRefreshToken, refuseOtherSites, type Browser } from './open-session';
import { endSession } from './sessions.store';

/** Ends the session of the refresh cookie. Without one there is nothing to end, and that is no error. */
export async function logOut(deps: MainDeps, browser: Browser): Promise<{ done: true }> {
  refuseOtherSites(browser);
  const token = readRefreshToken(browser);
  if (token) {
    const workspaceId = await endSession(deps.db, deps.hashSecret(token), new Date(deps.realClock.now()));
    if (workspaceId !== null) deps.authenticator.forget(workspaceId);
  }
  dropRefreshToken(deps, browser);
  return { done: true };
}
