import { newTwoFactorSecret, stepOfCode, twoFactorUri } from '#platform/auth/one-time-code';
import { verifyPassword } from '#platform/crypto/passwords';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { IdentityLimits } from '../login-limits/login-rate-limits';
import { mailToPerson } from '../system-mail/system-mail.jobs';
import { passesSecondFactor } from './check-second-factor';
import { hashRecoveryCode, newRecoveryCodes, openSecret, sealSecret } from './two-factor-secrets';
import {
  keepPendingSecret,
  readTwoFactor,
  replaceCodes,
  switchOff,
  switchOn,
  type TwoFactorRow,
} from './two-factor.store';

/** A secret that nobody confirms is forgotten after so long. */
const PENDING_MINUTES = 15;

/** Whether two-factor login is on, and how many recovery codes are left. */
export async function getTwoFactor(deps: MainDeps, actor: RequestActor) {
  const row = await ownRow(deps, actor);
  return {
    is_on: row.two_factor_secret !== null,
    on_at: row.two_factor_on_at,
    recovery_codes_left: row.codes_left,
    has_password: row.password_hash !== null,
  };
}

/**
 * Makes a secret for the person's authenticator app. It changes nothing until a code of it comes back.
 * @throws SkeinError VALIDATION for a wrong password
 */
export async function startTwoFactor(deps: MainDeps, limits: IdentityLimits, actor: RequestActor, password: string) {
  const row = await ownRow(deps, actor);
  await checkPassword(limits, actor, row, password);
  if (row.two_factor_secret !== null)
    throw new SkeinError('CONFLICT', 'Two-factor login is on already. Switch it off to use another app.');
  const secret = newTwoFactorSecret();
  await keepPendingSecret(deps.db, actor.workspaceId, {
    userId: actor.userId,
    sealed: sealSecret(deps, actor.workspaceId, actor.userId, secret),
    now: new Date(deps.realClock.now()),
  });
  return { secret, uri: twoFactorUri(secret, row.email) };
}

/** Switches two-factor login on with the first code of the app; the recovery codes of the answer are never shown again. */
export async function confirmTwoFactor(deps: MainDeps, limits: IdentityLimits, actor: RequestActor, code: string) {
  const row = await ownRow(deps, actor);
  const now = new Date(deps.realClock.now());
  if (
    !row.two_factor_pending ||
    !row.two_factor_pending_at ||
    now.getTime() - row.two_factor_pending_at.getTime() > PENDING_MINUTES * 60_000
  )
    throw started();
  await limits.code.countOrRefuse(String(actor.userId));
  const step = stepOfCode(
    openSecret(deps, actor.workspaceId, actor.userId, row.two_factor_pending),
    code,
    now.getTime(),
  );
  if (step === null) throw invalidField('code', 'is not the one that the app shows now');
  const codes = newRecoveryCodes();
  const isOn = await switchOn(
    deps.db,
    actor.workspaceId,
    {
      userId: actor.userId,
      given: {
        pendingSince: row.two_factor_pending_at,
        step,
        codeHashes: codes.map((each) => hashRecoveryCode(deps, actor.userId, each)),
        sessionId: actor.sessionId,
      },
      now,
    },
    (tx) => deps.jobs.enqueue(tx, mailToPerson, { kind: 'two-factor-on', email: row.email }),
  );
  if (!isOn) throw started();
  await limits.code.reset(String(actor.userId));
  deps.authenticator.forget(actor.workspaceId);
  return { recovery_codes: codes };
}

/** Ten new recovery codes in place of the earlier ones. */
export async function renewRecoveryCodes(
  deps: MainDeps,
  limits: IdentityLimits,
  actor: RequestActor,
  given: { password: string; code: string },
) {
  await proveBoth(deps, limits, actor, given);
  const codes = newRecoveryCodes();
  await replaceCodes(deps.db, actor.workspaceId, {
    userId: actor.userId,
    codeHashes: codes.map((each) => hashRecoveryCode(deps, actor.userId, each)),
    now: new Date(deps.realClock.now()),
  });
  return { recovery_codes: codes };
}

/** Switches two-factor login off; the person is told by mail. */
export async function switchOffTwoFactor(
  deps: MainDeps,
  limits: IdentityLimits,
  actor: RequestActor,
  given: { password: string; code: string },
): Promise<{ done: true }> {
  const row = await proveBoth(deps, limits, actor, given);
  await switchOff(deps.db, actor.workspaceId, actor.userId, (tx) =>
    deps.jobs.enqueue(tx, mailToPerson, { kind: 'two-factor-off', email: row.email }),
  );
  return { done: true };
}

async function ownRow(deps: MainDeps, actor: RequestActor) {
  const row = await readTwoFactor(deps.db, actor.workspaceId, actor.userId);
  if (!row) throw new SkeinError('UNAUTHENTICATED');
  return row;
}

async function checkPassword(
  limits: IdentityLimits,
  actor: RequestActor,
  row: TwoFactorRow,
  password: string,
): Promise<void> {
  if (row.password_hash === null) throw invalidField('password', 'is not set yet; have a link emailed to set one');
  await limits.password.countOrRefuse(String(actor.userId));
  if (!(await verifyPassword(row.password_hash, password))) throw invalidField('password', 'isn’t correct');
  await limits.password.reset(String(actor.userId));
}

/**
 * The password, and a code where two-factor login is on: for a change of what somebody logs in with.
 * @throws SkeinError VALIDATION, INVALID_CREDENTIALS
 */
export async function proveOwner(
  deps: MainDeps,
  limits: IdentityLimits,
  actor: RequestActor,
  given: { password: string; otp?: string },
): Promise<TwoFactorRow> {
  const row = await ownRow(deps, actor);
  await checkPassword(limits, actor, row, given.password);
  const owner = { id: actor.userId, workspace_id: actor.workspaceId, two_factor_secret: row.two_factor_secret };
  const passes = await passesSecondFactor(deps, limits, {
    person: owner,
    code: given.otp,
    allowed: { mailed: false },
  }).catch(besideField('otp'));
  if (!passes) throw invalidField('otp', 'is required: enter the code of your authenticator app, or a recovery code');
  return row;
}

async function proveBoth(
  deps: MainDeps,
  limits: IdentityLimits,
  actor: RequestActor,
  given: { password: string; code: string },
) {
  const row = await ownRow(deps, actor);
  if (row.two_factor_secret === null) throw new SkeinError('CONFLICT', 'Two-factor login is off.');
  await checkPassword(limits, actor, row, given.password);
  await passesSecondFactor(deps, limits, {
    person: { id: actor.userId, workspace_id: actor.workspaceId, two_factor_secret: row.two_factor_secret },
    code: given.code,
    allowed: { mailed: true },
  }).catch(besideField('code'));
  return row;
}

/** A logged-in person typed a wrong code: the error belongs to its field. */
const besideField =
  (field: string) =>
  (error: unknown): never => {
    throw error instanceof SkeinError && error.code === 'INVALID_CREDENTIALS'
      ? new SkeinError('VALIDATION', error.message, [{ field, message: error.message }])
      : error;
  };

const started = () =>
  new SkeinError(
    'CONFLICT',
    'Please begin again: the secret for the app was not created here, or more than 15 minutes ago.',
  );
