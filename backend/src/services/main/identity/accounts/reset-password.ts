import { hashPassword } from '#platform/crypto/passwords';
import type { MainDeps } from '#main/deps';
import { mailToPerson } from '../system-mail/system-mail.jobs';
import { passesSecondFactor } from '../two-factor/check-second-factor';
import type { IdentityLimits } from '../login-limits/login-rate-limits';
import { findLinkOwner, passwordLinks, setPasswordByLink } from '../people/emailed-links.store';
import type { Browser } from './open-session';
import { brokenLink } from './verify-user';

/**
 * Sets a new password with the link from the mail; every session ends, and the person is told by mail. Where two-factor login is
 * on, the link waits for a code of the app.
 */
export async function resetPassword(
  deps: MainDeps,
  limits: IdentityLimits,
  given: { uuid: string; newPassword: string; otp?: string },
  browser: Browser,
): Promise<{ done: boolean; requiresOTP: boolean }> {
  await limits.link.countOrRefuse(browser.ip);
  const [hash, now] = [deps.hashSecret(given.uuid), new Date(deps.realClock.now())];
  const owner = await findLinkOwner(deps.db, passwordLinks, hash, now);
  if (!owner) throw brokenLink();
  if (!(await passesSecondFactor(deps, limits, { person: owner, code: given.otp, allowed: { mailed: false } })))
    return { done: false, requiresOTP: true };
  const passwordHash = await hashPassword(given.newPassword);
  const person = await setPasswordByLink(deps.db, { hash, passwordHash, now }, (tx, email) =>
    deps.jobs.enqueue(tx, mailToPerson, { kind: 'password-changed', email }),
  );
  if (!person) throw brokenLink();
  await limits.link.forgive(browser.ip);
  deps.authenticator.forget(person.workspaceId);
  return { done: true, requiresOTP: false };
}
