import { hashPassword } from '#platform/crypto/passwords';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { findSignUpLink } from '../people/sign-up-invitations.store';
import { createAccount } from './identity.store';
import type { IdentityLimits } from '../login-limits/login-rate-limits';
import { openSession, refuseOtherSites, type Browser } from './open-session';
import { refuseAgencyHost } from './refuse-agency-host';

const gone = () =>
  new SkeinError('BAD_REQUEST', 'This invitation was used already, was renewed or was withdrawn. Ask for a new one.');

/** An invitation from the command line stores a login name of the server, which is never shown. */
const nameOfInviter = (actor: string): string | null => (actor.startsWith('command line') ? null : actor);

/**
 * The address that the link is for, and who invited it.
 * @throws SkeinError BAD_REQUEST when it is no longer good, NOT_FOUND at an agency's address, RATE_LIMITED
 */
export async function readSignUpInvitation(
  deps: MainDeps,
  limits: IdentityLimits,
  uuid: string,
  browser: Browser,
): Promise<{ email: string; invited_by: string | null }> {
  await refuseAgencyHost(deps, browser);
  await limits.link.countOrRefuse(browser.ip);
  const found = await findSignUpLink(deps.db, deps.hashSecret(uuid));
  if (!found) throw gone();
  await limits.link.forgive(browser.ip);
  if (found.expires_at.getTime() <= deps.realClock.now())
    throw new SkeinError('BAD_REQUEST', 'This invitation has expired. Ask for a new one.');
  return { email: found.email, invited_by: nameOfInviter(found.invited_by) };
}

/**
 * Opens a workspace with the link of an operator's invitation, whatever SIGN_UP says, and logs its owner in: the link
 * proved the address. Used once: of two that come at the same moment one is refused.
 * @throws SkeinError BAD_REQUEST, CONFLICT when the address has an account by now
 */
export async function acceptSignUpInvitation(
  deps: MainDeps,
  limits: IdentityLimits,
  given: { uuid: string; name: string; company?: string; password: string },
  browser: Browser,
) {
  refuseOtherSites(browser);
  const { email } = await readSignUpInvitation(deps, limits, given.uuid, browser);
  const passwordHash = await hashPassword(given.password);
  const now = new Date(deps.realClock.now());
  const owner = await createAccount(
    deps.db,
    {
      name: given.name,
      email,
      passwordHash,
      company: given.company || null,
      referredBy: null,
      isVerified: true,
    },
    now,
    async (tx, isNew) => {
      const { count } = await tx.signUpInvitation.deleteMany({
        where: { token_hash: deps.hashSecret(given.uuid), email, expires_at: { gt: now } },
      });
      if (isNew && count !== 1) throw gone();
    },
  );
  if (!owner) throw new SkeinError('CONFLICT', 'You have an account with this address already. Log in with it.');
  return openSession(deps, browser, owner.workspace_id, owner.id);
}
