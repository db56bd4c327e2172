import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { hashPassword } from '#platform/crypto/passwords';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { mailToPerson } from '../system-mail/system-mail.jobs';
import { findReferrer } from '../referrals/referrals.store';
import { createAccount, type NewAccount } from './identity.store';
import type { IdentityLimits } from '../login-limits/login-rate-limits';
import type { Browser } from './open-session';
import { refuseAgencyHost } from './refuse-agency-host';

/** Every sign-up answers after this many ms at the earliest: making an account takes a few more than finding one. */
const EVEN_MILLISECONDS = 250;

/**
 * Signs up. Whether the address is new or taken, the answer looks the same and takes as long; the new owner gets a
 * verification mail, the owner of a taken address a mail that says so.
 */
export async function signUp(
  deps: MainDeps,
  limits: IdentityLimits,
  given: { name: string; email: string; password: string; company?: string; referral_code?: string },
  browser: Browser,
) {
  await refuseAgencyHost(deps, browser);
  refuseClosedSignUp(deps);
  await limits.place.countOrRefuse(browser.ip);
  const referredBy = await referrerOf(deps, given.referral_code);
  const [owner] = await Promise.all([makeOrTell(deps, limits, given, referredBy), wait(EVEN_MILLISECONDS)]);
  return {
    user: {
      uuid: owner?.uuid ?? randomUUID(),
      email: given.email,
      has_onboarding_completed: false,
      onboarding_stage: 0,
    },
  };
}

/** SIGN_UP decides whether strangers may open a workspace. @throws SkeinError SIGN_UP_CLOSED, naming the contact */
function refuseClosedSignUp({ config }: MainDeps): void {
  const mode = config.signUp ?? 'open';
  if (mode === 'open') return;
  const ask = config.contact ? ` Ask ${config.contact}` : ' Ask the people who run this installation';
  throw new SkeinError(
    'SIGN_UP_CLOSED',
    mode === 'invitation'
      ? `Sign-up is by invitation.${ask} to invite you.`
      : `Sign-up is closed.${ask} for an account.`,
  );
}

/**
 * Looked up before the address is, so that the answer says nothing of the address.
 * @throws SkeinError VALIDATION for a code that nobody has
 */
async function referrerOf(deps: MainDeps, code: string | undefined): Promise<NewAccount['referredBy']> {
  if (code === undefined) return null;
  const workspaceId = await findReferrer(deps.db, code);
  if (workspaceId === null)
    throw invalidField('referral_code', 'is not known; check it with the person who gave it to you, or leave it empty');
  return { code, workspaceId };
}

async function makeOrTell(
  deps: MainDeps,
  limits: IdentityLimits,
  given: Parameters<typeof signUp>[2],
  referredBy: NewAccount['referredBy'],
): ReturnType<typeof createAccount> {
  const passwordHash = await hashPassword(given.password);
  const isTold = await limits.mail.countOrRefuse(`sign-up ${given.email}`).then(
    () => true,
    () => false,
  );
  return createAccount(
    deps.db,
    {
      name: given.name,
      email: given.email,
      passwordHash,
      company: given.company || null,
      referredBy,
    },
    new Date(deps.realClock.now()),
    // A taken address is told at most five times in a quarter of an hour, and silently not more often.
    async (tx, isNew) => {
      if (isNew || isTold)
        await deps.jobs.enqueue(tx, mailToPerson, { kind: isNew ? 'verify' : 'taken', email: given.email });
    },
  );
}
