import { hashPassword } from '#platform/crypto/passwords';
import { isUniqueViolation } from '#platform/db/unique-violation';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { openSession, refuseOtherSites, type Browser } from '../accounts/open-session';
import { acceptInvitationRow, findOpenInvitation } from './invitations.store';

const gone = () =>
  new SkeinError(
    'BAD_REQUEST',
    'This invitation was used already, was withdrawn or has expired. Please ask for a new one.',
  );

/** What the link is for. @throws SkeinError BAD_REQUEST when it is no longer good */
export async function readInvitation(deps: MainDeps, uuid: string) {
  const found = await findOpenInvitation(deps.db, deps.hashSecret(uuid), new Date(deps.realClock.now()));
  if (!found) throw gone();
  return found;
}

/** Makes the member with name and password, and logs them in. The link proved the address. */
export async function acceptInvitation(
  deps: MainDeps,
  given: { uuid: string; name: string; password: string },
  browser: Browser,
) {
  refuseOtherSites(browser);
  await readInvitation(deps, given.uuid);
  const passwordHash = await hashPassword(given.password);
  try {
    const person = await acceptInvitationRow(
      deps.db,
      deps.hashSecret(given.uuid),
      { name: given.name, passwordHash },
      new Date(deps.realClock.now()),
    );
    if (!person) throw gone();
    await deps.db.tenantSql(person.workspaceId, (sql) => deps.live.publish(sql, person.workspaceId, ['team']));
    return openSession(deps, browser, person.workspaceId, person.userId);
  } catch (error) {
    if (isUniqueViolation(error))
      throw new SkeinError(
        'CONFLICT',
        'You have an account with this address already. Ask for an invitation to another address of yours.',
      );
    throw error;
  }
}
