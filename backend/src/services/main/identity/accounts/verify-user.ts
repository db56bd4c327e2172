import { readHost } from '#platform/brand/host-brand';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { mailToPerson } from '../system-mail/system-mail.jobs';
import { passesSecondFactor } from '../two-factor/check-second-factor';
import type { IdentityLimits } from '../login-limits/login-rate-limits';
import { findLinkOwner, redeemLink, type LinkKind } from '../people/emailed-links.store';
import { nothing, type LoginAnswer } from './log-in';
import { openSession, refuseOtherSites, type Browser } from './open-session';

const kinds: LinkKind[] = ['verify', 'magic'];

/** What is said of every link that does not work, whatever the reason. */
export const brokenLink = () =>
  new SkeinError('BAD_REQUEST', 'This link was used already or has expired. Please ask for a new one.');

/**
 * Redeems the link of a verification or magic-link mail, once, and logs the person in. Where two-factor login is on, the link
 * waits for a code of the app: the mailbox alone opens nothing.
 */
export async function verifyUser(
  deps: MainDeps,
  limits: IdentityLimits,
  given: { uuid: string; otp?: string },
  browser: Browser,
): Promise<LoginAnswer> {
  refuseOtherSites(browser);
  await limits.link.countOrRefuse(browser.ip);
  const [hash, now] = [deps.hashSecret(given.uuid), new Date(deps.realClock.now())];
  const owner = await findLinkOwner(deps.db, kinds, hash, now);
  if (!owner) throw brokenLink();
  if (!(await passesSecondFactor(deps, limits, { person: owner, code: given.otp, allowed: { mailed: false } })))
    return { ...nothing, requiresOTP: true };
  const person = await redeemLink(deps.db, { kinds, hash, now }, (tx, email) =>
    deps.jobs.enqueue(tx, mailToPerson, {
      kind: 'password-removed',
      email,
      host: readHost(browser.raw.req.header('host')),
    }),
  );
  if (!person) throw brokenLink();
  await limits.link.forgive(browser.ip);
  deps.authenticator.forget(person.workspaceId);
  return {
    ...nothing,
    ...(await openSession(deps, browser, person.workspaceId, person.userId)),
    id: person.userId,
    isEmailVerified: true,
  };
}
