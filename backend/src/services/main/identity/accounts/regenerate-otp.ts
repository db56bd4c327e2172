import { verifyPassword } from '#platform/crypto/passwords';
import { readHost } from '#platform/brand/host-brand';
import type { MainDeps } from '#main/deps';
import { mailToPerson } from '../system-mail/system-mail.jobs';
import { findCredentials } from '../people/people.store';
import type { IdentityLimits } from '../login-limits/login-rate-limits';
import type { Browser } from './open-session';
import { sourceOf } from './slow-guesser';

/**
 * Has a one-time code mailed to somebody whose login asks for one. The answer is the same whether the password is right, wrong or
 * nobody's: the work is the same too, and what differs happens later, in the job.
 */
export async function regenerateOtp(
  deps: MainDeps,
  limits: IdentityLimits,
  given: { email: string; password: string },
  browser: Browser,
): Promise<{ done: true }> {
  await limits.place.countOrRefuse(browser.ip);
  await limits.login.countOrRefuse(`${given.email} ${sourceOf(browser.ip)}`);
  await limits.loginPlace.countOrRefuse(sourceOf(browser.ip));
  await limits.mail.countOrRefuse(`otp ${given.email}`);
  const found = await findCredentials(deps.db, given.email);
  const isProved = await verifyPassword(found?.password_hash, given.password);
  await deps.db.system((tx) =>
    deps.jobs.enqueue(tx, mailToPerson, {
      kind: 'otp',
      email: given.email,
      isProved,
      host: readHost(browser.raw.req.header('host')),
    }),
  );
  return { done: true };
}
