import type { GivenRole } from '@skein/contracts/main/team.contract';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { requireMember } from './list-members';
import { deleteMember, findMember, lockMember, stopStrayWebhooks, writeMember, type MemberRecord } from './team.store';

/** A member whom this person may change: never the owner, and nobody changes themselves. @throws SkeinError NOT_FOUND, FORBIDDEN */
async function requireOther(actor: RequestActor, sql: SqlClient, memberId: number): Promise<MemberRecord> {
  await lockMember(actor.workspaceId, sql, memberId);
  const member = await requireMember(actor.workspaceId, sql, memberId);
  if (member.role === 'OWNER') throw new SkeinError('FORBIDDEN', 'The owner of the workspace cannot be changed here.');
  if (member.id === actor.userId)
    throw new SkeinError('FORBIDDEN', 'No one can change their own role or status. Ask another administrator.');
  return member;
}

/** Gives another role, deactivates or activates. Open browsers of the member hear of it at once; a deactivated member's sessions end. */
export async function changeMember(
  deps: MainDeps,
  actor: RequestActor,
  memberId: number,
  change: { role?: GivenRole; status?: 'active' | 'deactivated' },
) {
  const now = new Date(deps.realClock.now());
  const changed = await deps.db.tenantSql(actor.workspaceId, async (sql) => {
    const member = await requireOther(actor, sql, memberId);
    if (member.status === 'invited' && change.status)
      throw new SkeinError(
        'ILLEGAL_TRANSITION',
        `${member.email} has not accepted yet. Withdraw the invitation instead.`,
      );
    await writeMember(actor.workspaceId, sql, { member, change, now });
    await stopStrayWebhooks(actor.workspaceId, sql, memberId);
    await deps.live.publish(sql, actor.workspaceId, ['team']);
    return (await findMember(actor.workspaceId, sql, memberId)) as MemberRecord;
  });
  deps.authenticator.forget(actor.workspaceId);
  return changed;
}

/** Removes a member with their sessions and keys, or takes an invitation back. What they made stays the workspace's. */
export async function removeMember(deps: MainDeps, actor: RequestActor, memberId: number): Promise<{ done: true }> {
  await deps.db.tenantSql(actor.workspaceId, async (sql) => {
    await requireOther(actor, sql, memberId);
    await deleteMember(actor.workspaceId, sql, memberId);
    await deps.live.publish(sql, actor.workspaceId, ['team', 'inbox', 'campaigns']);
  });
  deps.authenticator.forget(actor.workspaceId);
  return { done: true };
}
