import { createClient } from '@skein/contracts/client';
import { authContract } from '@skein/contracts/main/auth.contract';
import { teamContract } from '@skein/contracts/main/team.contract';
import { permits } from '@skein/contracts/permissions';
import type { RequestActor } from '#platform/http/request-actor';
import type { ServiceDeps } from '#platform/http/service-deps';
import { SkeinError } from '#platform/http/skein-error';
import {
  countTeamMembers,
  findBasicUser,
  findTeamMembers,
  type MemberCondition,
  type TeamMemberRow,
} from './team-members.store';

/** Who asks, and with which credentials other services are asked for them. */
export interface DataContext {
  deps: ServiceDeps;
  actor: RequestActor;
  credentials: Record<string, string>;
}

export interface PageArguments {
  where?: MemberCondition | null;
  limit: number;
  offset: number;
  order_by?: { id: 'asc' | 'desc' } | null;
}

const mostRows = 100;
/** A condition is nested no deeper and holds no more parts. */
const [deepest, mostParts] = [5, 50];

/** @throws SkeinError BAD_REQUEST for a condition that is too deep or too long */
function checkCondition(condition: MemberCondition | null | undefined): MemberCondition | undefined {
  let parts = 0;
  const walk = (each: MemberCondition, depth: number) => {
    parts += 1;
    if (depth > deepest || parts > mostParts) throw new SkeinError('BAD_REQUEST', 'The condition has too many parts.');
    for (const child of [...(each._and ?? []), ...(each._or ?? []), ...(each._not ? [each._not] : [])])
      walk(child, depth + 1);
  };
  if (condition) walk(condition, 1);
  return condition ?? undefined;
}

const requireTeam = (actor: RequestActor): void => {
  if (!permits(actor, 'team.read')) throw new SkeinError('FORBIDDEN');
};

/** Fields by role: who does not manage the team sees who is in it, and more only of themselves. */
function showMember(actor: RequestActor, row: TeamMemberRow) {
  const isOpen = permits(actor, 'team.manage') || row.id === actor.userId;
  return {
    ...row,
    email: isOpen ? row.email : null,
    assigned: isOpen ? row.assigned : null,
    last_login_at: isOpen ? (row.last_login_at?.toISOString() ?? null) : null,
    created_at: row.created_at.toISOString(),
    invitation_expires_at: isOpen ? (row.invitation_expires_at?.toISOString() ?? null) : null,
  };
}

/** A condition on a field that is closed to the role would tell its value. @throws SkeinError FORBIDDEN */
function checkFields(actor: RequestActor, condition: MemberCondition | undefined): void {
  if (permits(actor, 'team.manage') || !condition) return;
  if (JSON.stringify(condition).includes('"email":'))
    throw new SkeinError('FORBIDDEN', 'Your role does not see addresses.');
}

export async function readTeamMembers(page: PageArguments, { deps, actor }: DataContext) {
  requireTeam(actor);
  if (page.limit < 1 || page.limit > mostRows || page.offset < 0)
    throw new SkeinError('BAD_REQUEST', `limit must be 1 to ${mostRows}, and offset not negative.`);
  const where = checkCondition(page.where);
  checkFields(actor, where);
  const rows = await deps.db.tenantSql(actor.workspaceId, (sql) =>
    findTeamMembers(actor.workspaceId, sql, {
      where,
      limit: page.limit,
      offset: page.offset,
      ascending: page.order_by?.id === 'asc',
    }),
  );
  return rows.map((row) => showMember(actor, row));
}

export async function countMembers({ where: given }: { where?: MemberCondition | null }, { deps, actor }: DataContext) {
  requireTeam(actor);
  const where = checkCondition(given);
  checkFields(actor, where);
  return {
    count: await deps.db.tenantSql(actor.workspaceId, (sql) => countTeamMembers(actor.workspaceId, sql, where)),
  };
}

export async function readTeamMember({ id }: { id: number }, context: DataContext) {
  return (await readTeamMembers({ where: { id: { _eq: id } }, limit: 1, offset: 0 }, context))[0] ?? null;
}

/** Basic details of somebody: people of the workspace of each other, a client's people of themselves. */
export async function readUser({ id }: { id: number }, { deps, actor }: DataContext) {
  if (actor.client && id !== actor.userId) return null;
  const found = await deps.db.tenantSql(actor.workspaceId, (sql) => findBasicUser(actor.workspaceId, sql, id));
  if (!found) return null;
  // The address that a client logs in with would tell whether the given one has an account elsewhere (client-login.ts).
  const isOpen = id === actor.userId || (found.client_id === null && permits(actor, 'team.manage'));
  return { ...found, email: isOpen ? found.email : null };
}

/** A person changes their own name and time zone; the main service decides. @throws SkeinError FORBIDDEN for somebody else */
export async function updateUser(
  { id, changes }: { id: number; changes: { name?: string; time_zone?: string | null } },
  context: DataContext,
) {
  const { deps, actor, credentials } = context;
  if (id !== actor.userId) throw new SkeinError('FORBIDDEN', 'You can change only your own details.');
  await createClient(authContract, deps.callServices(credentials)).changePreferences({
    body: {
      ...(changes.name == null ? {} : { name: changes.name }),
      ...(changes.time_zone === undefined ? {} : { time_zone: changes.time_zone }),
    },
  });
  return readUser({ id }, context);
}

/** Role and status of a member; the main service decides and tells open browsers. */
export async function updateTeamMember(
  { id, changes }: { id: number; changes: { role?: string | null; status?: string | null } },
  context: DataContext,
) {
  const body = teamContract.endpoints.changeMember.body.safeParse(
    Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null)),
  );
  if (!body.success)
    throw new SkeinError(
      'VALIDATION',
      body.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    );
  await createClient(teamContract, context.deps.callServices(context.credentials)).changeMember({
    params: { memberId: id },
    body: body.data,
  });
  return readTeamMember({ id }, context);
}
