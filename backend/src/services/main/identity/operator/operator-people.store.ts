import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { OperatorPersonView } from '@skein/contracts/main/operator-views';
import type { Role } from '@skein/contracts/permissions';
import type { SqlClient } from '#platform/db/database';
import { isOperator, type OperatorRule } from '#platform/auth/operators';

interface PersonRow {
  id: number;
  workspace_id: WorkspaceId;
  workspace: string;
  is_demo: boolean;
  client_id: ClientId | null;
  name: string;
  email: string;
  role: OperatorPersonView['role'];
  client: string | null;
  status: string;
  is_email_verified: boolean;
  has_password: boolean;
  has_two_factor: boolean;
  is_operator: boolean;
  sessions: number;
  last_login_at: Date | null;
}

/** `$1` is real time. */
const personOf = `
  select u.id, u.workspace_id, w.name as workspace, w.is_demo, u.client_id,
    coalesce(u.name, split_part(u.email, '@', 1)) as name, u.email, u.role, c.name as client, u.status,
    u.is_email_verified, u.password_hash is not null as has_password,
    u.two_factor_secret is not null as has_two_factor, u.is_operator, u.last_login_at,
    (
      select count(*)::int
      from user_session s
      where s.user_id = u.id and s.workspace_id = u.workspace_id and s.revoked_at is null and s.expires_at > $1
    ) as sessions
  from app_user u
  join workspace w on w.id = u.workspace_id
  left join agency_client c on c.id = u.client_id and c.workspace_id = u.workspace_id`;

export interface OperatedPerson {
  workspace: { id: number; name: string };
  view: OperatorPersonView;
}

const toPerson = (row: PersonRow, rule: OperatorRule): OperatedPerson => ({
  workspace: { id: row.workspace_id, name: row.workspace },
  view: {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    client: row.client,
    status: row.status,
    is_email_verified: row.is_email_verified,
    has_password: row.has_password,
    has_two_factor: row.has_two_factor,
    is_operator: isOperator(row, rule),
    sessions: row.sessions,
    last_login_at: row.last_login_at?.toISOString() ?? null,
  },
});

/** The people of a workspace, the owner first, clients of the agency last. */
export async function findPeople(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  rule: OperatorRule,
  now: Date,
): Promise<OperatorPersonView[]> {
  const { rows } = await sql.query<PersonRow>(
    `${personOf} where u.workspace_id = $2 order by u.client_id nulls first, (u.role = 'OWNER') desc, u.id limit 500`,
    [now, workspaceId],
  );
  return rows.map((row) => toPerson(row, rule).view);
}

/** People of all workspaces, the newest first; those whose name or address holds a text, and who came before a person. */
export async function searchPeople(
  sql: SqlClient,
  { search = '', before = null, limit = 200 }: { search?: string; before?: number | null; limit?: number },
  rule: OperatorRule,
  now: Date,
): Promise<OperatedPerson[]> {
  const { rows } = await sql.query<PersonRow>(
    `
      ${personOf}
      where (strpos(u.email, lower($2)) > 0 or strpos(lower(u.name), lower($2)) > 0)
        and ($3::int is null or u.id < $3)
      order by u.id desc
      limit $4
    `,
    [now, search, before, limit],
  );
  return rows.map((row) => toPerson(row, rule));
}

/** One person by id or by address, held until the transaction ends. */
export async function lockPerson(
  sql: SqlClient,
  who: { id: number } | { email: string },
  rule: OperatorRule,
  now: Date,
): Promise<OperatedPerson | null> {
  const { rows } = await sql.query<PersonRow>(
    `${personOf} where ${'id' in who ? 'u.id = $2' : 'u.email = lower($2)'} for no key update of u`,
    [now, 'id' in who ? who.id : who.email],
  );
  return rows[0] ? toPerson(rows[0], rule) : null;
}

export interface OperatedSession {
  id: string;
  user_agent: string | null;
  ip: string | null;
  created_at: Date;
  last_used_at: Date;
}

export async function findSessions(sql: SqlClient, personId: number, now: Date): Promise<OperatedSession[]> {
  const { rows } = await sql.query<OperatedSession>(
    `
      select id, user_agent, ip, created_at, last_used_at
      from user_session
      where user_id = $1 and revoked_at is null and expires_at > $2
      order by last_used_at desc
      limit 100
    `,
    [personId, now],
  );
  return rows;
}

/** Ends all sessions of a person, or one. @returns how many ended */
export async function revokeSessions(
  sql: SqlClient,
  personId: number,
  now: Date,
  sessionId: string | null = null,
): Promise<number> {
  const { rowCount } = await sql.query(
    `
      update user_session
      set revoked_at = $2
      where user_id = $1 and revoked_at is null and ($3::uuid is null or id = $3)
    `,
    [personId, now, sessionId],
  );
  return rowCount ?? 0;
}

/** Removes the second factor of a person with its recovery codes and open codes. */
export async function clearSecondFactor(sql: SqlClient, personId: number): Promise<void> {
  await sql.query(
    `
      update app_user
      set two_factor_secret = null, two_factor_on_at = null, two_factor_last_step = null, two_factor_pending = null,
        two_factor_pending_at = null
      where id = $1
    `,
    [personId],
  );
  await sql.query('delete from recovery_code where user_id = $1', [personId]);
  await sql.query(`delete from email_token where user_id = $1 and kind = 'otp' and used_at is null`, [personId]);
}

export async function writeOperator(sql: SqlClient, personId: number, value: boolean): Promise<void> {
  await sql.query('update app_user set is_operator = $2 where id = $1', [personId, value]);
}

/** Whether someone other than this person is an operator by the database. */
export async function hasOtherOperator(sql: SqlClient, personId: number): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      select
      from app_user
      where is_operator and id <> $1 and status = 'active' and client_id is null and is_email_verified
      limit 1
    `,
    [personId],
  );
  return rowCount === 1;
}

/** A new person without a password. @returns null when the address has an account already */
export async function insertPerson(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  person: { name: string; email: string; role: Role; isOperator: boolean; at: Date },
): Promise<number | null> {
  // The same lock as a sign-up with this address takes.
  await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`sign-up ${person.email}`]);
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into app_user (workspace_id, email, name, role, is_operator, created_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (email)
      do nothing
      returning id
    `,
    [workspaceId, person.email, person.name, person.role, person.isOperator, person.at],
  );
  return rows[0]?.id ?? null;
}

/** The owner of a workspace becomes an administrator, so that somebody else can own it. */
export async function endOwnership(workspaceId: WorkspaceId, sql: SqlClient): Promise<void> {
  await sql.query(
    `
      update app_user
      set role = 'ADMIN_ACCESS'
      where workspace_id = $1 and role = 'OWNER' and client_id is null
    `,
    [workspaceId],
  );
}
