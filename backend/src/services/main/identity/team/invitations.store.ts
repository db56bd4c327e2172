import type { CampaignId, ClientId, MailboxId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { GivenRole } from '@skein/contracts/main/team.contract';
import type { Role } from '@skein/contracts/permissions';
import type { Database, SqlClient } from '#platform/db/database';

/**
 * Whether somebody of this workspace has the address: a member, or a client, whether or not it got its login: that
 * would tell who has an account elsewhere.
 */
export async function findColleague(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  email: string,
): Promise<'member' | 'client' | null> {
  const {
    rows: [row],
  } = await sql.query<{ client_id: ClientId | null }>(
    `
      select client_id
      from app_user
      where workspace_id = $1 and email = $2
      union all
      select id
      from agency_client
      where workspace_id = $1 and email = $2
    `,
    [workspaceId, email],
  );
  return row ? (row.client_id === null ? 'member' : 'client') : null;
}

export const countInvitations = async (workspaceId: WorkspaceId, sql: SqlClient): Promise<number> =>
  (
    await sql.query<{ count: number }>('select count(*)::int as count from team_invitation where workspace_id = $1', [
      workspaceId,
    ])
  ).rows[0]?.count ?? 0;

/** A new invitation, or null when this address was invited already. */
export async function insertInvitation(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { email: string; role: GivenRole; invitedBy: number; expiresAt: Date; at: Date },
): Promise<number | null> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into team_invitation (id, workspace_id, email, role, invited_by, expires_at, created_at)
      values (nextval('app_user_id_seq'), $1, $2, $3, $4, $5, $6)
      on conflict (workspace_id, email)
      do nothing
      returning id
    `,
    [workspaceId, given.email, given.role, given.invitedBy, given.expiresAt, given.at],
  );
  return rows[0]?.id ?? null;
}

/** A new term; the link that was mailed before stops working. */
export async function renewInvitation(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  invitationId: number,
  expiresAt: Date,
): Promise<void> {
  await sql.query('update team_invitation set expires_at = $3, token_hash = null where workspace_id = $1 and id = $2', [
    workspaceId,
    invitationId,
    expiresAt,
  ]);
}

export interface InvitationMail {
  email: string;
  role: Role;
  workspace: string;
  invited_by: string | null;
  hasAccount: boolean;
}

/**
 * What the mail of an invitation says; null when it was withdrawn. Addresses are unique over all workspaces, so that
 * this one looks across them.
 */
export const readInvitationMail = (
  db: Database,
  workspaceId: WorkspaceId,
  invitationId: number,
): Promise<InvitationMail | null> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<InvitationMail>(
      `
        select i.email, i.role, w.name as workspace, coalesce(u.name, u.email) as invited_by,
          exists (select from app_user o where o.email = i.email) as "hasAccount"
        from team_invitation i
        join workspace w on w.id = i.workspace_id
        left join app_user u on u.id = i.invited_by and u.workspace_id = i.workspace_id
        where i.workspace_id = $1 and i.id = $2
      `,
      [workspaceId, invitationId],
    );
    return rows[0] ?? null;
  });

export const keepInvitationLink = (
  db: Database,
  workspaceId: WorkspaceId,
  invitationId: number,
  tokenHash: string,
): Promise<unknown> =>
  db.tenantSql(workspaceId, (sql) =>
    sql.query('update team_invitation set token_hash = $3 where workspace_id = $1 and id = $2', [
      workspaceId,
      invitationId,
      tokenHash,
    ]),
  );

export interface OpenInvitation {
  id: number;
  workspace_id: WorkspaceId;
  email: string;
  role: Role;
  workspace: string;
  invited_by: string | null;
}

/** The invitation behind a link that is still good. */
export const findOpenInvitation = (db: Database, tokenHash: string, now: Date): Promise<OpenInvitation | null> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<OpenInvitation>(
      `
        select i.id, i.workspace_id, i.email, i.role, w.name as workspace,
          coalesce(u.name, u.email) as invited_by
        from team_invitation i
        join workspace w on w.id = i.workspace_id
        left join app_user u on u.id = i.invited_by and u.workspace_id = i.workspace_id
        where i.token_hash = $1 and i.expires_at > $2
      `,
      [tokenHash, now],
    );
    return rows[0] ?? null;
  });

/**
 * Turns an invitation into a member with the same id and what was assigned meanwhile. The link is used up: of two who come at
 * the same moment one gets null.
 * @throws 23505 when somebody has an account with the address by now
 */
export const acceptInvitationRow = (
  db: Database,
  tokenHash: string,
  person: { name: string; passwordHash: string },
  now: Date,
): Promise<{ workspaceId: WorkspaceId; userId: UserId } | null> =>
  db.systemSql(async (sql) => {
    const {
      rows: [row],
    } = await sql.query<{
      id: number;
      workspace_id: WorkspaceId;
      email: string;
      role: string;
      campaign_ids: CampaignId[];
      client_ids: ClientId[];
      mailbox_ids: MailboxId[];
    }>('delete from team_invitation where token_hash = $1 and expires_at > $2 returning *', [tokenHash, now]);
    if (!row) return null;
    await sql.query(
      `
        insert into app_user (
          id, workspace_id, email, name, role, status, password_hash, is_email_verified,
            has_onboarding_completed, created_at
        )
        values ($1, $2, $3, $4, $5, 'active', $6, true, true, $7)
      `,
      [row.id, row.workspace_id, row.email, person.name, row.role, person.passwordHash, now],
    );
    await sql.query(
      `
        insert into member_assignment (workspace_id, user_id, campaign_id, client_id, mailbox_id)
        select $1::int, $2::int, c.id, null::int, null::int
        from campaign c
        where c.workspace_id = $1 and c.id = any($3::int[])
        union all
        select $1, $2, null, a.id, null
        from agency_client a
        where a.workspace_id = $1 and a.id = any($4::int[])
        union all
        select $1, $2, null, null, m.id
        from mailbox m
        where m.workspace_id = $1 and m.id = any($5::int[])
      `,
      [row.workspace_id, row.id, row.campaign_ids, row.client_ids, row.mailbox_ids],
    );
    return { workspaceId: row.workspace_id, userId: row.id };
  });
