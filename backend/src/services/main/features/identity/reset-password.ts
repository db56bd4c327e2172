import { hashPassword } from '../../../../platform/crypto/passwords';
import { SkeinError } from '../../../../platform/http/skein-error';
import type { MainDeps } from '../../deps';
import { mailToPerson } from '../system-mail/system-mail.jobs';
import { setPasswordByLink } from './links.store';

/** Sets a new password with the link from the mail; every session ends, and the person is told by mail. */
export async function resetPassword(deps: MainDeps, given: { uuid: string; newPassword: string }): Promise<{ done: true }> {
  const passwordHash = await hashPassword(given.newPassword);
  const person = await setPasswordByLink(deps.db, deps.hashSecret(given.uuid), passwordHash, new Date(deps.realClock.now()), (tx, email) =>
    deps.jobs.enqueue(tx, mailToPerson, { kind: 'password-changed', email }));
  if (!person) throw new SkeinError('BAD_REQUEST', 'This link was used already or has expired. Please ask for a new one.');
  deps.authenticator.forget(person.workspaceId);
  return { done: true };
}
