import type { z } from 'zod';
import type { loginAnswer } from '@skein/contracts/main/auth.contract';
import { checkOneTimeCode } from '../../../../platform/auth/one-time-code';
import { verifyPassword } from '../../../../platform/crypto/passwords';
import { SkeinError } from '../../../../platform/http/skein-error';
import type { MainDeps } from '../../deps';
import { findCredentials, type Credentials } from './identity.store';
import type { IdentityLimits } from './limits';
import { openSession, type Browser } from './open-session';

type LoginAnswer = z.input<typeof loginAnswer>;
const nothing: LoginAnswer = { requiresOTP: false, token: null, expires_at: null, user: null, plan: null, id: null, isEmailVerified: null };

/**
 * Password login of one of the two doors: people of the workspace, or clients of an agency. Whoever comes to the wrong
 * door, has no account, or was deactivated gets the same answer after the same time as with a wrong password.
 */
export async function logIn(
  deps: MainDeps, limits: IdentityLimits, door: 'people' | 'clients', given: { email: string; password: string; otp?: string }, browser: Browser,
): Promise<LoginAnswer> {
  const names = { login: `${given.email} ${browser.ip}`, anywhere: given.email, place: browser.ip };
  await limits.login.count(names.login);
  await limits.loginAnywhere.count(names.anywhere);
  await limits.loginPlace.count(names.place);

  const found = await findCredentials(deps.db, given.email);
  const isRight = await verifyPassword(found?.password_hash, given.password);
  const isAtTheirDoor = (found?.client_id != null) === (door === 'clients');
  if (!found || !isRight || !isAtTheirDoor || found.status !== 'active') throw new SkeinError('INVALID_CREDENTIALS');
  if (!found.is_email_verified) return { ...nothing, id: found.id, isEmailVerified: false };
  if (found.two_factor_secret && !(await passesSecondFactor(deps, limits, found, found.two_factor_secret, given.otp))) return { ...nothing, requiresOTP: true };

  await limits.login.reset(names.login);
  await limits.loginAnywhere.reset(names.anywhere);
  await limits.loginPlace.forgive(names.place);
  return { ...nothing, ...(await openSession(deps, browser, found.workspace_id, found.id)), id: found.id, isEmailVerified: true };
}

/** False when no code was given yet. @throws SkeinError INVALID_CREDENTIALS for a wrong or used one, RATE_LIMITED after five */
async function passesSecondFactor(deps: MainDeps, limits: IdentityLimits, person: Credentials, sealed: Uint8Array, code: string | undefined): Promise<boolean> {
  if (code === undefined) return false;
  await limits.code.count(String(person.id));
  const secret = Buffer.from(deps.vault.open(sealed, `two-factor:${person.workspace_id}:${person.id}`), 'base64');
  if (!checkOneTimeCode(secret, code, deps.realClock.now())) throw new SkeinError('INVALID_CREDENTIALS', 'The one-time code is not right.');
  await limits.usedCode.count(`${person.id} ${code}`);
  await limits.code.reset(String(person.id));
  return true;
}
