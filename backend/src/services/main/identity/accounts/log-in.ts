import type { z } from 'zod';
import type { loginAnswer } from '@skein/contracts/main/auth-views';
import { verifyPassword } from '#platform/crypto/passwords';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { passesSecondFactor } from '../two-factor/check-second-factor';
import { workspaceOfHost } from '../whitelabel/find-brand';
import { findCredentials } from '../people/people.store';
import type { IdentityLimits } from '../login-limits/login-rate-limits';
import { openSession, type Browser } from './open-session';
import { slowGuesser, sourceOf } from './slow-guesser';

export type LoginAnswer = z.input<typeof loginAnswer>;
/** A login that has led nowhere yet. */
export const nothing: LoginAnswer = {
  requiresOTP: false,
  token: null,
  expires_at: null,
  user: null,
  plan: null,
  id: null,
  isEmailVerified: null,
};

/** What a browser gives to log in by one of the doors. */
interface LoginAttempt {
  door: 'people' | 'clients';
  given: { email: string; password: string; otp?: string };
  browser: Browser;
}

/**
 * Password login of one of the two doors: people of the workspace, or clients of an agency. Whoever comes to the wrong
 * door, has no account, or was deactivated gets the same answer after the same time as with a wrong password; a client whose address
 * is not confirmed too, because the agency may have chosen the password and must not learn whether the address was free.
 */
export async function logIn(
  deps: MainDeps,
  limits: IdentityLimits,
  { door, given, browser }: LoginAttempt,
): Promise<LoginAnswer> {
  const source = sourceOf(browser.ip);
  const names = { login: `${given.email} ${source}`, place: source };
  await limits.login.countOrRefuse(names.login);
  await limits.loginPlace.countOrRefuse(names.place);

  const found = await findCredentials(deps.db, given.email);
  // At an agency's own address only its own people and clients log in.
  const placeOf = await workspaceOfHost(deps, browser.raw.req.header('host'));
  const isRight = await verifyPassword(found?.password_hash, given.password);
  const isAtTheirDoor =
    (found?.client_id != null) === (door === 'clients') && (placeOf === null || placeOf === found?.workspace_id);
  if (
    !found ||
    !isRight ||
    !isAtTheirDoor ||
    found.status !== 'active' ||
    (!found.is_email_verified && door === 'clients')
  ) {
    await slowGuesser(deps, limits, { email: given.email, userId: found?.id ?? null, source, browser });
    throw new SkeinError('INVALID_CREDENTIALS');
  }
  if (!found.is_email_verified) return { ...nothing, id: found.id, isEmailVerified: false };
  if (!(await passesSecondFactor(deps, limits, { person: found, code: given.otp, allowed: { mailed: true } })))
    return { ...nothing, requiresOTP: true };

  await limits.login.reset(names.login);
  await limits.loginPlace.forgive(names.place);
  return {
    ...nothing,
    ...(await openSession(deps, browser, found.workspace_id, found.id)),
    id: found.id,
    isEmailVerified: true,
  };
}
