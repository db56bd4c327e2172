import type { Assignments, GivenRole, MemberStatus } from '@skein/contracts/main/team.contract';
import type { Role } from '@skein/contracts/permissions';
import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';

export interface MemberRecord {
  id: number;
  name: string;
  email: string;
  role: Role;
  status: MemberStatus;
  profile_pic_url: string | null;
  assigned: number;
  last_login_at: Date | null;
  created_at: Date;
  invitation_expires_at: Date | null;
}

/** One page of the team, the newest first. */
export async function findMembers(
  workspaceId: number,
  sql: SqlClient,
  query: { offset: number; limit: number; search?: string; status?: MemberStatus },
): Promise<{ rows: MemberRecord[]; total: number }> {
  const where = new Conditions().add('m.workspace_id = ?', workspaceId);
  if (query.search)
    where.add(
      'strpos(lower(m.email), lower(?)) > 0 OR strpos(lower(m.name), lower(?)) > 0',
      query.search,
      query.search,
    );
  if (query.status) where.add('m.status = ?', query.status);
  const {
    rows: [count],
  } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM team_member m WHERE ${where.sql}`,
    where.values,
  );
  const { rows } = await sql.query<MemberRecord>(
    `SELECT m.* FROM team_member m WHERE ${where.sql} ORDER BY m.id DESC LIMIT ${where.value(query.limit)} OFFSET ${where.value(query.offset)}`,
    where.values,
  );
  return { rows, total: count?.count ?? 0 };
}

export async function findMember(workspaceId: number, sql: SqlClient, memberId: number): Promise<MemberRecord | null> {
  return (
    (
      await sql.query<MemberRecord>('SELECT m.* FROM team_member m WHERE m.workspace_id = $1 AND m.id = $2', [
        workspaceId,
        memberId,
      ])
    ).rows[0] ?? null
  );
}

/** Holds a member (and with it the choice of its role) until the transaction ends. */
export async function lockMember(workspaceId: number, sql: SqlClient, memberId: number): Promise<void> {
  await sql.query('SELECT FROM app_user WHERE workspace_id = $1 AND id = $2 FOR UPDATE', [workspaceId, memberId]);
  await sql.query('SELECT FROM team_invitation WHERE workspace_id = $1 AND id = $2 FOR UPDATE', [
    workspaceId,
    memberId,
  ]);
}

/** Changes role or status. Whoever is deactivated loses every session and every open link of theirs. */
export async function writeMember(
  workspaceId: number,
  sql: SqlClient,
  member: Pick<MemberRecord, 'id' | 'status'>,
  change: { role?: GivenRole; status?: 'active' | 'deactivated' },
  now: Date,
): Promise<void> {
  if (member.status === 'invited') {
    await sql.query('UPDATE team_invitation SET role = coalesce($3, role) WHERE workspace_id = $1 AND id = $2', [
      workspaceId,
      member.id,
      change.role ?? null,
    ]);
    return;
  }
  await sql.query(
    'UPDATE app_user SET role = coalesce($3, role), status = coalesce($4, status) WHERE workspace_id = $1 AND id = $2',
    [workspaceId, member.id, change.role ?? null, change.status ?? null],
  );
  if (change.status !== 'deactivated') return;
  await sql.query(
    'UPDATE user_session SET revoked_at = $3 WHERE workspace_id = $1 AND user_id = $2 AND revoked_at IS NULL',
    [workspaceId, member.id, now],
  );
  await sql.query('DELETE FROM email_token WHERE workspace_id = $1 AND user_id = $2 AND used_at IS NULL', [
    workspaceId,
    member.id,
  ]);
}

/** Removes a member with their sessions, keys and assignments, or an invitation. Campaigns, mailboxes and webhooks stay the workspace's. */
export async function deleteMember(workspaceId: number, sql: SqlClient, memberId: number): Promise<void> {
  const values = [workspaceId, memberId];
  await sql.query('DELETE FROM team_invitation WHERE workspace_id = $1 AND id = $2', values);
  await sql.query('DELETE FROM api_key WHERE workspace_id = $1 AND user_id = $2', values);
  await sql.query(
    'UPDATE enrolment SET assigned_user_id = NULL WHERE workspace_id = $1 AND assigned_user_id = $2',
    values,
  );
  await sql.query('UPDATE campaign SET team_member_id = NULL WHERE workspace_id = $1 AND team_member_id = $2', values);
  await sql.query('DELETE FROM app_user WHERE workspace_id = $1 AND id = $2', values);
}

/** Webhooks of a member whose access is limited and that reach beyond it are switched off: they would tell what the member may not see. */
export async function stopStrayWebhooks(workspaceId: number, sql: SqlClient, memberId: number): Promise<void> {
  await sql.query(
    `UPDATE webhook w SET is_active = false, updated_at = now() FROM app_user u WHERE w.workspace_id = $1 AND w.created_by = $2 AND w.is_active AND u.workspace_id = $1 AND u.id = $2 AND u.role = 'LIMITED_FULL_MEMBER_ACCESS'
       AND CASE w.scope WHEN 3 THEN w.campaign_id NOT IN (SELECT member_campaigns($2)) WHEN 2 THEN NOT EXISTS (SELECT FROM member_assignment a WHERE a.workspace_id = $1 AND a.user_id = $2 AND a.client_id = w.client_id) ELSE true END`,
    [workspaceId, memberId],
  );
}

export async function noteChange(
  workspaceId: number,
  sql: SqlClient,
  entry: { userId: number; actor: string; action: string; memberId: number; detail: object; at: Date },
): Promise<void> {
  await sql.query(
    "INSERT INTO audit_entry (workspace_id, user_id, actor, action, target_kind, target_id, detail, at) VALUES ($1, $2, $3, $4, 'team-member', $5, $6, $7)",
    [
      workspaceId,
      entry.userId,
      entry.actor,
      entry.action,
      String(entry.memberId),
      JSON.stringify(entry.detail),
      entry.at,
    ],
  );
}

/** What is assigned to a member, or will be to whoever was invited. */
export async function findAssignments(workspaceId: number, sql: SqlClient, memberId: number): Promise<Assignments> {
  const {
    rows: [row],
  } = await sql.query<Assignments>(
    `SELECT coalesce(array_agg(campaign_id ORDER BY campaign_id) FILTER (WHERE campaign_id IS NOT NULL), '{}') AS campaign_ids, coalesce(array_agg(client_id ORDER BY client_id) FILTER (WHERE client_id IS NOT NULL), '{}') AS client_ids,
       coalesce(array_agg(mailbox_id ORDER BY mailbox_id) FILTER (WHERE mailbox_id IS NOT NULL), '{}') AS mailbox_ids
     FROM (SELECT campaign_id, client_id, mailbox_id FROM member_assignment WHERE workspace_id = $1 AND user_id = $2
       UNION ALL SELECT c, NULL, NULL FROM team_invitation i, unnest(i.campaign_ids) c WHERE i.workspace_id = $1 AND i.id = $2
       UNION ALL SELECT NULL, c, NULL FROM team_invitation i, unnest(i.client_ids) c WHERE i.workspace_id = $1 AND i.id = $2
       UNION ALL SELECT NULL, NULL, m FROM team_invitation i, unnest(i.mailbox_ids) m WHERE i.workspace_id = $1 AND i.id = $2) a`,
    [workspaceId, memberId],
  );
  return row as Assignments;
}

/** Assigns exactly these; ids that are not of this workspace are passed over. */
export async function writeAssignments(
  workspaceId: number,
  sql: SqlClient,
  member: Pick<MemberRecord, 'id' | 'status'>,
  given: Assignments,
): Promise<void> {
  const found = await keepExisting(workspaceId, sql, given);
  if (member.status === 'invited') {
    await sql.query(
      'UPDATE team_invitation SET campaign_ids = $3, client_ids = $4, mailbox_ids = $5 WHERE workspace_id = $1 AND id = $2',
      [workspaceId, member.id, found.campaign_ids, found.client_ids, found.mailbox_ids],
    );
    return;
  }
  await sql.query('DELETE FROM member_assignment WHERE workspace_id = $1 AND user_id = $2', [workspaceId, member.id]);
  await sql.query(
    `INSERT INTO member_assignment (workspace_id, user_id, campaign_id, client_id, mailbox_id)
     SELECT $1::int, $2::int, c, NULL::int, NULL::int FROM unnest($3::int[]) c UNION ALL SELECT $1, $2, NULL, c, NULL FROM unnest($4::int[]) c UNION ALL SELECT $1, $2, NULL, NULL, m FROM unnest($5::int[]) m`,
    [workspaceId, member.id, found.campaign_ids, found.client_ids, found.mailbox_ids],
  );
}

async function keepExisting(workspaceId: number, sql: SqlClient, given: Assignments): Promise<Assignments> {
  const ids = async (text: string, wanted: readonly number[]) =>
    (await sql.query<{ id: number }>(text, [workspaceId, wanted])).rows.map((row) => row.id);
  return {
    campaign_ids: await ids('SELECT id FROM campaign WHERE workspace_id = $1 AND id = ANY($2)', given.campaign_ids),
    client_ids: await ids('SELECT id FROM agency_client WHERE workspace_id = $1 AND id = ANY($2)', given.client_ids),
    mailbox_ids: await ids(
      'SELECT id FROM mailbox WHERE workspace_id = $1 AND id = ANY($2) AND deleted_at IS NULL',
      given.mailbox_ids,
    ),
  };
}

export interface Choice {
  id: number;
  name: string;
}

/** Names of what can be assigned: of given ids, or the first that match a text. */
export async function findAssignable(
  workspaceId: number,
  sql: SqlClient,
  query: { search: string | null; ids: Assignments | null; limit: number },
): Promise<{ campaigns: Choice[]; clients: Choice[]; mailboxes: Choice[] }> {
  const choices = async (table: string, name: string, condition: string, ids: readonly number[] | null) =>
    (
      await sql.query<Choice>(
        `SELECT t.id, ${name} AS name FROM ${table} t WHERE t.workspace_id = $1 AND ${condition} AND ($2::int[] IS NULL OR t.id = ANY($2)) AND ($3::text IS NULL OR strpos(lower(${name}), lower($3)) > 0) ORDER BY lower(${name}), t.id LIMIT $4`,
        [workspaceId, ids, query.search, ids ? ids.length : query.limit],
      )
    ).rows;
  return {
    campaigns: await choices('campaign', 't.name', "t.status <> 'ARCHIVED'", query.ids?.campaign_ids ?? null),
    clients: await choices('agency_client', 't.name', 'true', query.ids?.client_ids ?? null),
    mailboxes: await choices('mailbox', 't.from_email', 't.deleted_at IS NULL', query.ids?.mailbox_ids ?? null),
  };
}
