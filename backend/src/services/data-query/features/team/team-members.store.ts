import type { ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { MemberStatus } from '@skein/contracts/main/team.contract';
import type { Role } from '@skein/contracts/permissions';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';

interface Comparison {
  _eq?: unknown;
  _in?: unknown[];
  _ilike?: string;
}
/** A condition of the `where` argument. */
export interface MemberCondition {
  _and?: MemberCondition[];
  _or?: MemberCondition[];
  _not?: MemberCondition;
  id?: Comparison;
  name?: Comparison;
  email?: Comparison;
  role?: Comparison;
  status?: Comparison;
}

export interface TeamMemberRow {
  id: number;
  name: string;
  email: string;
  role: Role;
  status: MemberStatus;
  designation: string | null;
  profile_pic_url: string | null;
  assigned: number;
  last_login_at: Date | null;
  created_at: Date;
  invitation_expires_at: Date | null;
}

const columns = ['id', 'name', 'email', 'role', 'status'] as const;

/** A condition as SQL; every value is a parameter and every column one of the list above. */
function toSql(where: Conditions, condition: MemberCondition): string {
  const parts: string[] = [];
  for (const column of columns) {
    const comparison = condition[column];
    if (!comparison) continue;
    if (comparison._eq !== undefined && comparison._eq !== null)
      parts.push(`m.${column} = ${where.value(comparison._eq)}`);
    if (comparison._in) parts.push(`m.${column} = ANY(${where.value(comparison._in)})`);
    if (typeof comparison._ilike === 'string') parts.push(`m.${column}::text ILIKE ${where.value(comparison._ilike)}`);
  }
  if (condition._and) parts.push(...condition._and.map((each) => toSql(where, each)));
  if (condition._or)
    parts.push(
      condition._or.length === 0 ? 'false' : `(${condition._or.map((each) => toSql(where, each)).join(' OR ')})`,
    );
  if (condition._not) parts.push(`NOT (${toSql(where, condition._not)})`);
  return parts.length === 0 ? 'true' : `(${parts.join(' AND ')})`;
}

function conditionsOf(
  workspaceId: WorkspaceId,
  condition: MemberCondition | undefined,
): { where: Conditions; sql: string } {
  const where = new Conditions().add('m.workspace_id = ?', workspaceId);
  return { where, sql: condition ? `${where.sql} AND ${toSql(where, condition)}` : where.sql };
}

export async function findTeamMembers(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  query: { where: MemberCondition | undefined; limit: number; offset: number; ascending: boolean },
): Promise<TeamMemberRow[]> {
  const { where, sql: condition } = conditionsOf(workspaceId, query.where);
  const { rows } = await sql.query<TeamMemberRow>(
    `
      select m.*, u.designation
      from team_member m
        left join app_user u on u.workspace_id = m.workspace_id and u.id = m.id
      where ${condition}
      order by m.id ${query.ascending ? 'ASC' : 'DESC'}
      limit ${where.value(query.limit)} offset ${where.value(query.offset)}
    `,
    where.values,
  );
  return rows;
}

export async function countTeamMembers(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  condition: MemberCondition | undefined,
): Promise<number> {
  const { where, sql: text } = conditionsOf(workspaceId, condition);
  return (
    (await sql.query<{ count: number }>(`select count(*)::int as count from team_member m where ${text}`, where.values))
      .rows[0]?.count ?? 0
  );
}

export interface BasicUserRow {
  id: number;
  uuid: string;
  name: string;
  email: string;
  role: Role;
  profile_pic_url: string | null;
  client_id: ClientId | null;
}

export async function findBasicUser(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
): Promise<BasicUserRow | null> {
  return (
    (
      await sql.query<BasicUserRow>(
        `
          select u.id, u.uuid, coalesce(u.name, split_part(u.email, '@', 1)) as name, u.email, u.role,
            u.profile_pic_url, u.client_id
          from app_user u
          where u.workspace_id = $1 and u.id = $2
        `,
        [workspaceId, userId],
      )
    ).rows[0] ?? null
  );
}
