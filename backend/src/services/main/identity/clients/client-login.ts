import type { ClientId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { createIdentityLimits } from '../login-limits/login-rate-limits';
import { mailToPerson } from '../system-mail/system-mail.jobs';
import { writeClientLogin } from './client-logins.store';

/** The login that a client receives. */
interface LoginToGive {
  clientId: ClientId;
  login: { name: string; email: string; passwordHash: string | null; isLinkWanted: boolean };
}

/**
 * Makes or changes the login of a client, and mails who it is for: a new address has to be confirmed by its owner before the login
 * works. An address that has an account elsewhere is answered like any other; its owner is told by mail, the agency is not.
 * @param isLinkWanted whether a link to set a password is mailed, which confirms the address too
 * @throws SkeinError VALIDATION when somebody of this workspace has the address
 */
export async function giveLogin(
  deps: Pick<MainDeps, 'db' | 'jobs'>,
  who: RequestActor,
  sql: SqlClient,
  { clientId, login }: LoginToGive,
): Promise<void> {
  const outcome = await writeClientLogin(who.workspaceId, sql, clientId, login);
  if (outcome === 'colleague') throw invalidField('email', 'belongs to another client or person');
  const isToldStill = await createIdentityLimits(deps.db)
    .mail.countOrRefuse(`client ${login.email}`)
    .then(
      () => true,
      () => false,
    );
  // Emails beyond the limit are dropped silently, so an answer never tells whether the address has an account.
  if (!isToldStill) return;
  if (outcome === 'taken')
    await deps.jobs.enqueue(sql, mailToPerson, { kind: 'client-taken', email: login.email, by: who.email });
  else if (login.isLinkWanted) await deps.jobs.enqueue(sql, mailToPerson, { kind: 'reset', email: login.email });
  else if (outcome === 'unconfirmed')
    await deps.jobs.enqueue(sql, mailToPerson, { kind: 'client-login', email: login.email, by: who.email });
}
