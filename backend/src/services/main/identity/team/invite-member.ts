import type { GivenRole } from '@skein/contracts/main/team.contract';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { createIdentityLimits } from '../login-limits/login-rate-limits';
import { mailInvitationJob } from './invitation.jobs';
import { countInvitations, findColleague, insertInvitation, renewInvitation } from './invitations.store';
import { requireMember } from './list-members';
import { findMember, lockMember, type MemberRecord } from './team.store';

const day = 86_400_000;
/** An invitation can be accepted for so long (real time). */
const invitationDays = 7;
/** Open invitations of one workspace. */
const mostInvitations = 200;
/** The same invitation is not mailed again within so many ms. */
const againAfter = 60_000;

/**
 * Invitations that were withdrawn can be made again, with a mail each: without a limit anybody's address could be flooded in our name.
 * @throws SkeinError RATE_LIMITED
 */
async function countMail(deps: MainDeps, actor: RequestActor, email: string): Promise<void> {
  const limits = createIdentityLimits(deps.db);
  await limits.invitation.countOrRefuse(String(actor.workspaceId));
  await limits.mail.countOrRefuse(`invitation ${actor.workspaceId} ${email}`);
}

/**
 * Invites somebody by mail.
 * @throws SkeinError VALIDATION when they are here already, LIMIT_REACHED beyond 200 open invitations, RATE_LIMITED
 */
export async function inviteMember(deps: MainDeps, actor: RequestActor, given: { email: string; role: GivenRole }) {
  const now = deps.realClock.now();
  return deps.db.tenantSql(actor.workspaceId, async (sql) => {
    const colleague = await findColleague(actor.workspaceId, sql, given.email);
    if (colleague)
      throw invalidField(
        'email',
        colleague === 'member' ? 'is in your team already' : 'is the login of one of your clients',
      );
    if ((await countInvitations(actor.workspaceId, sql)) >= mostInvitations)
      throw new SkeinError(
        'LIMIT_REACHED',
        `At most ${mostInvitations} invitations can be open. Withdraw those that are not accepted.`,
      );
    await countMail(deps, actor, given.email);
    const id = await insertInvitation(actor.workspaceId, sql, {
      ...given,
      invitedBy: actor.userId,
      expiresAt: new Date(now + invitationDays * day),
      at: new Date(now),
    });
    if (id === null) throw invalidField('email', 'has been invited already');
    await deps.jobs.enqueue(sql, mailInvitationJob, { workspaceId: actor.workspaceId, invitationId: id });
    await deps.live.publish(sql, actor.workspaceId, ['team']);
    return (await findMember(actor.workspaceId, sql, id)) as MemberRecord;
  });
}

/**
 * Mails an invitation again, for another seven days.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION for who accepted, RATE_LIMITED within a minute
 */
export async function inviteAgain(deps: MainDeps, actor: RequestActor, memberId: number) {
  const now = deps.realClock.now();
  return deps.db.tenantSql(actor.workspaceId, async (sql) => {
    await lockMember(actor.workspaceId, sql, memberId);
    const member = await requireMember(actor.workspaceId, sql, memberId);
    if (member.status !== 'invited') throw new SkeinError('ILLEGAL_TRANSITION', `${member.email} accepted already.`);
    const until = member.invitation_expires_at?.getTime() ?? 0;
    if (until > now + invitationDays * day - againAfter)
      throw new SkeinError('RATE_LIMITED', 'The email was sent a moment ago. Please wait a minute.');
    await countMail(deps, actor, member.email);
    await renewInvitation(actor.workspaceId, sql, memberId, new Date(now + invitationDays * day));
    await deps.jobs.enqueue(sql, mailInvitationJob, { workspaceId: actor.workspaceId, invitationId: memberId });
    await deps.live.publish(sql, actor.workspaceId, ['team']);
    return (await findMember(actor.workspaceId, sql, memberId)) as MemberRecord;
  });
}
