import type { WorkspaceId } from '@skein/contracts/ids';
import type { MemberStatus } from '@skein/contracts/main/team.contract';
import { permits } from '@skein/contracts/permissions';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { findMember, findMembers, type MemberRecord } from './team.store';

/** @throws SkeinError NOT_FOUND */
export async function requireMember(workspaceId: WorkspaceId, sql: SqlClient, memberId: number): Promise<MemberRecord> {
  const member = await findMember(workspaceId, sql, memberId);
  if (!member) throw notFound('This team member');
  return member;
}

/** One page of the team with its open invitations, the newest first. Addresses are searched for those who see them. */
export const listMembers = (
  deps: Pick<MainDeps, 'db'>,
  actor: RequestActor,
  query: { offset: number; limit: number; search?: string; status?: MemberStatus },
) =>
  deps.db.tenantSql(actor.workspaceId, async (sql) => {
    const { rows, total } = await findMembers(actor.workspaceId, sql, {
      ...query,
      byAddress: permits(actor, 'team.manage'),
    });
    return { members: rows.map((member) => showMember(actor, member)), total };
  });

export const readMember = (deps: Pick<MainDeps, 'db'>, actor: RequestActor, memberId: number) =>
  deps.db.tenantSql(actor.workspaceId, async (sql) =>
    showMember(actor, await requireMember(actor.workspaceId, sql, memberId)),
  );

/** Fields by role, as the data-query service shows them. */
function showMember(actor: RequestActor, member: MemberRecord) {
  if (permits(actor, 'team.manage') || member.id === actor.userId) return member;
  return { ...member, email: null, assigned: null, last_login_at: null, invitation_expires_at: null };
}
