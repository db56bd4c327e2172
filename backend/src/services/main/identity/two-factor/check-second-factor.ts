import type { WorkspaceId } from '@skein/contracts/ids';
import { stepOfCode } from '#platform/auth/one-time-code';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { IdentityLimits } from '../login-limits/login-rate-limits';
import { hashMailedCode, hashRecoveryCode, openSecret } from './two-factor-secrets';
import { spendMailedCode, spendRecoveryCode, spendStep } from './two-factor.store';

/** Whose second factor is asked for. */
interface SecondFactorOwner {
  id: number;
  workspace_id: WorkspaceId;
  two_factor_secret: Uint8Array | null;
}

/** The code that a person gives, and whether emailed codes count. */
interface SecondFactor {
  person: SecondFactorOwner;
  code: string | undefined;
  allowed: { mailed: boolean };
}

/**
 * Whether the second factor of a login, a one-time code, is proved: at once where none is switched on, never without a code. A code
 * is the app's, one of the recovery codes, or, beside a password only, a mailed one: a link from the mailbox and a code from the
 * same mailbox would be one factor twice.
 * @returns false when a code is asked for and none was given
 * @throws SkeinError INVALID_CREDENTIALS for a wrong or used code, RATE_LIMITED after five
 */
export async function passesSecondFactor(
  deps: MainDeps,
  limits: IdentityLimits,
  { person, code, allowed }: SecondFactor,
): Promise<boolean> {
  if (person.two_factor_secret === null) return true;
  if (code === undefined) return false;
  await limits.code.countOrRefuse(String(person.id));
  const [workspaceId, userId, now] = [person.workspace_id, person.id, new Date(deps.realClock.now())];
  if (!/^\d{6}$/.test(code)) {
    if (!(await spendRecoveryCode(deps.db, workspaceId, { userId, hash: hashRecoveryCode(deps, userId, code), now })))
      throw new SkeinError('INVALID_CREDENTIALS', 'The recovery code is not right, or was used already.');
  } else {
    const step = stepOfCode(openSecret(deps, workspaceId, userId, person.two_factor_secret), code, now.getTime());
    const isFresh = step !== null && (await spendStep(deps.db, workspaceId, userId, step));
    const isProved =
      isFresh ||
      (allowed.mailed &&
        (await spendMailedCode(deps.db, workspaceId, {
          userId,
          hashAt: (created) => hashMailedCode(deps, userId, created, code),
          now,
        })));
    if (!isProved)
      throw new SkeinError(
        'INVALID_CREDENTIALS',
        step === null ? 'The one-time code is not right.' : 'This code was used already. Please wait for the next one.',
      );
  }
  await limits.code.reset(String(userId));
  return true;
}
