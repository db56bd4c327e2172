import { SkeinError } from '../../../../platform/http/skein-error';
import type { MainDeps } from '../../deps';
import { redeemLink } from './links.store';
import { openSession, refuseOtherSites, type Browser } from './open-session';

/** Redeems the link of a verification or magic-link mail, once, and logs the person in. */
export async function verifyUser(deps: MainDeps, uuid: string, browser: Browser) {
  refuseOtherSites(browser);
  const person = await redeemLink(deps.db, ['verify', 'magic'], deps.hashSecret(uuid), new Date(deps.realClock.now()));
  if (!person) throw new SkeinError('BAD_REQUEST', 'This link was used already or has expired. Please ask for a new one.');
  return openSession(deps, browser, person.workspaceId, person.userId);
}
