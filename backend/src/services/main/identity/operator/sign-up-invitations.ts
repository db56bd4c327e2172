import { SkeinError, notFound } from '#platform/http/skein-error';
import { createRandomToken } from '#platform/crypto/random-token';
import type { MainDeps } from '#main/deps';
import { findCredentials } from '../people/people.store';
import {
  deleteSignUpInvitation,
  findSignUpInvitations,
  keepSignUpInvitation,
  keepSignUpLink,
} from '../people/sign-up-invitations.store';
import { sendSystemMail } from '../system-mail/send-system-mail';
import { signUpInvitationMail } from '../system-mail/system-mails';
import { mailSignUpInvitationJob } from './operator.jobs';
import { noteAction } from './operator-log';
import type { Operator, OperatorDeps } from './operator.types';

const day = 86_400_000;
/** An invitation can be accepted for so long (real time). */
const invitationDays = 7;

export const listSignUpInvitations = async (deps: OperatorDeps) => ({
  invitations: await deps.db.systemSql(findSignUpInvitations),
});

/** Invites an address to open a workspace; inviting again renews the link. @throws SkeinError CONFLICT when it has an account */
export async function inviteToSignUp(deps: OperatorDeps, { actor }: Operator, email: string) {
  if (await findCredentials(deps.db, email)) throw new SkeinError('CONFLICT', `${email} has an account already.`);
  const now = deps.realClock.now();
  return deps.db.systemSql(async (sql) => {
    const invitation = await keepSignUpInvitation(sql, {
      email,
      invitedBy: actor,
      at: new Date(now),
      expiresAt: new Date(now + invitationDays * day),
    });
    await noteAction(sql, { actor, action: 'invited', email, at: new Date(now) });
    await deps.jobs.enqueue(sql, mailSignUpInvitationJob, { invitationId: invitation.id });
    return invitation;
  });
}

/** @throws SkeinError NOT_FOUND */
export async function withdrawSignUpInvitation(
  deps: OperatorDeps,
  { actor }: Operator,
  invitationId: number,
): Promise<{ done: true }> {
  await deps.db.systemSql(async (sql) => {
    const email = await deleteSignUpInvitation(sql, invitationId);
    if (email === null) throw notFound('This invitation');
    await noteAction(sql, { actor, action: 'invitation-withdrawn', email, at: new Date(deps.realClock.now()) });
  });
  return { done: true };
}

/** Emails an invitation with a fresh link; nothing when it was withdrawn or accepted meanwhile. */
export async function mailSignUpInvitation(
  deps: Pick<MainDeps, 'db' | 'hashSecret' | 'config'>,
  { invitationId }: { invitationId: number },
): Promise<void> {
  const token = createRandomToken();
  const email = await keepSignUpLink(deps.db, invitationId, deps.hashSecret(token));
  if (email === null) return;
  await sendSystemMail(deps, email, signUpInvitationMail(`${deps.config.publicUrl}/sign-up?invitation=${token}`));
}
