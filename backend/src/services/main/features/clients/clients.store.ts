import { randomUUID } from 'node:crypto';
import type { SqlClient } from '../../../../platform/db/database';
import { isUniqueViolation } from '../../../../platform/db/unique-violation';

export interface ClientRecord {
  id: number;
  uuid: string;
  name: string;
  email: string;
  logo_url: string | null;
  permissions: string[];
  restricted_categories: number[];
  status: 'active' | 'deactivated';
  created_at: Date;
  owner_id: number | null;
  campaigns: number;
  mailboxes: number;
  leads: number;
  has_login: boolean;
  last_login_at: Date | null;
}

export interface ClientQuery {
  id?: number;
  search?: string;
  memberId?: number | null;
}

/**
 * Clients by name, with what belongs to them; a member with limited access sees those whose campaigns they see, or that are assigned
 * to them. The owner of the workspace stands for who made them.
 */
export async function findClients(
  workspaceId: number,
  sql: SqlClient,
  { id, search, memberId = null }: ClientQuery = {},
): Promise<ClientRecord[]> {
  const pattern = search ? `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` : null;
  return (
    await sql.query<ClientRecord>(
      `SELECT c.id, c.uuid, c.name, c.email, c.logo_url, c.permissions, c.restricted_categories, c.status, c.created_at, (SELECT min(u.id) FROM app_user u WHERE u.workspace_id = $1 AND u.role = 'OWNER' AND u.client_id IS NULL) AS owner_id,
       (SELECT count(*)::int FROM campaign k WHERE k.workspace_id = $1 AND k.client_id = c.id AND k.parent_campaign_id IS NULL) AS campaigns,
       (SELECT count(*)::int FROM mailbox m WHERE m.workspace_id = $1 AND m.client_id = c.id AND m.deleted_at IS NULL) AS mailboxes,
       (SELECT count(*)::int FROM enrolment e JOIN campaign k ON k.id = e.campaign_id WHERE k.workspace_id = $1 AND k.client_id = c.id) AS leads,
       coalesce(login.has_login, false) AS has_login, login.last_login_at
     FROM agency_client c
     LEFT JOIN LATERAL (SELECT bool_or(u.password_hash IS NOT NULL AND u.is_email_verified) AS has_login, max(u.last_login_at) AS last_login_at FROM app_user u WHERE u.workspace_id = $1 AND u.client_id = c.id) login ON true
     WHERE c.workspace_id = $1 AND ($2::int IS NULL OR c.id = $2) AND ($3::text IS NULL OR lower(c.name || ' ' || c.email) LIKE $3)
       AND ($4::int IS NULL OR c.id IN (SELECT a.client_id FROM member_assignment a WHERE a.workspace_id = $1 AND a.user_id = $4) OR c.id IN (SELECT k.client_id FROM campaign k WHERE k.workspace_id = $1 AND k.id IN (SELECT member_campaigns($4))))
     ORDER BY lower(c.name), c.id LIMIT 2000`,
      [workspaceId, id ?? null, pattern, memberId],
    )
  ).rows;
}

export interface ClientChange {
  name?: string;
  email?: string;
  permissions?: string[];
  restricted_categories?: number[];
  logo_url?: string | null;
  is_credit_assigned?: boolean;
  email_credits?: number | null;
  lead_credits?: number | null;
  status?: string;
}

/** Inserts a client, or changes the one with this id; null when it does not exist. An address that another client has raises 23505. */
export async function writeClient(
  workspaceId: number,
  sql: SqlClient,
  id: number | null,
  change: ClientChange,
): Promise<{ id: number } | null> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  if (id !== null && given.length === 0)
    return (
      (
        await sql.query<{ id: number }>('SELECT id FROM agency_client WHERE workspace_id = $1 AND id = $2', [
          workspaceId,
          id,
        ])
      ).rows[0] ?? null
    );
  // Names come from the closed list above.
  const values = [workspaceId, ...given.map(([, value]) => value)];
  const { rows } =
    id === null
      ? await sql.query<{ id: number }>(
          `INSERT INTO agency_client (workspace_id, ${given.map(([name]) => name).join(', ')}) VALUES ($1, ${given.map((_, index) => `$${index + 2}`).join(', ')}) RETURNING id`,
          values,
        )
      : await sql.query<{ id: number }>(
          `UPDATE agency_client SET ${given.map(([name], index) => `${name} = $${index + 2}`).join(', ')} WHERE workspace_id = $1 AND id = $${values.length + 1} RETURNING id`,
          [...values, id],
        );
  return rows[0] ?? null;
}

/** Ends every session of a client's people, and takes back the links that were mailed to them. */
async function endSessions(workspaceId: number, sql: SqlClient, clientId: number): Promise<void> {
  const people = 'SELECT id FROM app_user WHERE workspace_id = $1 AND client_id = $2';
  await sql.query(
    `UPDATE user_session SET revoked_at = now() WHERE workspace_id = $1 AND user_id IN (${people}) AND revoked_at IS NULL`,
    [workspaceId, clientId],
  );
  await sql.query(`DELETE FROM email_token WHERE workspace_id = $1 AND user_id IN (${people}) AND used_at IS NULL`, [
    workspaceId,
    clientId,
  ]);
}

/** Stands for an address that belongs to an account elsewhere: nobody can receive mail there, and nobody logs in with it. */
const unclaimedAddress = () => `unclaimed-${randomUUID()}@login.invalid`;

/** Whether somebody else of this workspace has the address. */
async function isColleagues(
  workspaceId: number,
  sql: SqlClient,
  email: string,
  userId: number | null,
): Promise<boolean> {
  return (
    (
      await sql.query('SELECT FROM app_user WHERE workspace_id = $1 AND email = $2 AND id IS DISTINCT FROM $3', [
        workspaceId,
        email,
        userId,
      ])
    ).rowCount === 1
  );
}

/**
 * The login of a client: made, or given a new address or password. Addresses are unique over all workspaces; where another workspace
 * has the address, the login waits under an address of nobody. No login works before its address was confirmed by mail: else the agency
 * could tell who has an account by trying the password that it set.
 * @returns `unconfirmed` when the address waits for its owner, `taken` when an account elsewhere has it, `colleague` (and nothing is written) when somebody of this workspace has it
 */
export async function writeClientLogin(
  workspaceId: number,
  sql: SqlClient,
  clientId: number,
  login: { name: string; email: string; passwordHash: string | null },
): Promise<'confirmed' | 'unconfirmed' | 'taken' | 'colleague'> {
  const {
    rows: [known],
  } = await sql.query<{ id: number; email: string; is_email_verified: boolean }>(
    'SELECT id, email, is_email_verified FROM app_user WHERE workspace_id = $1 AND client_id = $2 ORDER BY id LIMIT 1 FOR UPDATE',
    [workspaceId, clientId],
  );
  if (await isColleagues(workspaceId, sql, login.email, known?.id ?? null)) return 'colleague';
  if (!known) {
    const insert = async (email: string) =>
      (
        await sql.query(
          `INSERT INTO app_user (workspace_id, client_id, email, name, role, password_hash, is_email_verified, has_onboarding_completed) VALUES ($1, $2, $3, $4, 'VIEW_ONLY_ACCESS', $5, false, true) ON CONFLICT (email) DO NOTHING`,
          [workspaceId, clientId, email, login.name, login.passwordHash],
        )
      ).rowCount === 1;
    if (await insert(login.email)) return 'unconfirmed';
    await insert(unclaimedAddress());
    return 'taken';
  }
  const isSame = known.email === login.email;
  const state = isSame && known.is_email_verified ? 'confirmed' : 'unconfirmed';
  if (isSame && login.passwordHash === null) return state;
  const isWritten = await change(workspaceId, sql, known.id, login.email, login.passwordHash);
  // Whoever knew the old password or reads the old address is logged out, and a link that was mailed there is worth nothing.
  await endSessions(workspaceId, sql, clientId);
  return isWritten ? state : 'taken';
}

/** Changes address and password of a login, which waits to be confirmed at another address; false when the address is taken, and the login waits under one of nobody. */
async function change(
  workspaceId: number,
  sql: SqlClient,
  userId: number,
  email: string,
  passwordHash: string | null,
): Promise<boolean> {
  const write = (address: string) =>
    sql.query(
      'UPDATE app_user SET email = $3, is_email_verified = is_email_verified AND email = $3, password_hash = coalesce($4, password_hash) WHERE workspace_id = $1 AND id = $2',
      [workspaceId, userId, address, passwordHash],
    );
  await sql.query('SAVEPOINT client_address');
  try {
    await write(email);
    await sql.query('RELEASE SAVEPOINT client_address');
    return true;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await sql.query('ROLLBACK TO SAVEPOINT client_address');
    await write(unclaimedAddress());
    return false;
  }
}

/** Whether a client's people may log in. */
export async function writeClientStatus(
  workspaceId: number,
  sql: SqlClient,
  clientId: number,
  status: 'active' | 'deactivated',
): Promise<void> {
  await writeClient(workspaceId, sql, clientId, { status });
  await sql.query('UPDATE app_user SET status = $3 WHERE workspace_id = $1 AND client_id = $2', [
    workspaceId,
    clientId,
    status,
  ]);
  if (status === 'deactivated') await endSessions(workspaceId, sql, clientId);
}

/** Campaigns of a client, subsequences with their parent. */
export async function campaignsOfClient(
  workspaceId: number,
  sql: SqlClient,
  clientId: number,
  memberId: number | null,
): Promise<{ id: number; name: string; status: string }[]> {
  return (
    await sql.query<{ id: number; name: string; status: string }>(
      `SELECT id, name, status FROM campaign WHERE workspace_id = $1 AND client_id = $2 AND parent_campaign_id IS NULL AND ($3::int IS NULL OR id IN (SELECT member_campaigns($3))) ORDER BY lower(name), id LIMIT 2000`,
      [workspaceId, clientId, memberId],
    )
  ).rows;
}

/** Gives these campaigns and their subsequences to a client, and takes from it those that are not named; false when one does not exist. */
export async function assignCampaigns(
  workspaceId: number,
  sql: SqlClient,
  clientId: number,
  campaignIds: readonly number[],
): Promise<boolean> {
  const {
    rows: [known],
  } = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM campaign WHERE workspace_id = $1 AND id = ANY($2::int[]) AND parent_campaign_id IS NULL',
    [workspaceId, campaignIds],
  );
  if (known?.count !== new Set(campaignIds).size) return false;
  await sql.query(
    'UPDATE campaign SET client_id = NULL, updated_at = now() WHERE workspace_id = $1 AND client_id = $2 AND coalesce(parent_campaign_id, id) <> ALL($3::int[])',
    [workspaceId, clientId, campaignIds],
  );
  await sql.query(
    'UPDATE campaign SET client_id = $2, updated_at = now() WHERE workspace_id = $1 AND client_id IS DISTINCT FROM $2 AND coalesce(parent_campaign_id, id) = ANY($3::int[])',
    [workspaceId, clientId, campaignIds],
  );
  return true;
}
