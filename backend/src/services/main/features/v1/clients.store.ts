import type { SqlClient } from '../../../../platform/db/database';

export interface ClientRecord { id: number; uuid: string; name: string; email: string; logo_url: string | null; permissions: string[]; restricted_categories: number[]; created_at: Date; owner_id: number | null }

/** Clients in the order of their ids. The owner of the workspace stands for who made them. */
export async function findClients(workspaceId: number, sql: SqlClient): Promise<ClientRecord[]> {
  return (await sql.query<ClientRecord>(
    `SELECT c.id, c.uuid, c.name, c.email, c.logo_url, c.permissions, c.restricted_categories, c.created_at, (SELECT min(u.id) FROM app_user u WHERE u.workspace_id = $1 AND u.role = 'OWNER' AND u.client_id IS NULL) AS owner_id
     FROM agency_client c WHERE c.workspace_id = $1 ORDER BY c.id`, [workspaceId])).rows;
}

export interface ClientChange { name: string; email: string; permissions?: string[]; logo_url?: string | null; is_credit_assigned?: boolean; email_credits?: number | null; lead_credits?: number | null }

/** Inserts a client, or changes the one with this id; null when it does not exist. An address that another client has raises 23505. */
export async function writeClient(workspaceId: number, sql: SqlClient, id: number | null, change: ClientChange): Promise<{ id: number } | null> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  // Names come from the closed list above.
  const values = [workspaceId, ...given.map(([, value]) => value)];
  const { rows } = id === null
    ? await sql.query<{ id: number }>(`INSERT INTO agency_client (workspace_id, ${given.map(([name]) => name).join(', ')}) VALUES ($1, ${given.map((_, index) => `$${index + 2}`).join(', ')}) RETURNING id`, values)
    : await sql.query<{ id: number }>(`UPDATE agency_client SET ${given.map(([name], index) => `${name} = $${index + 2}`).join(', ')} WHERE workspace_id = $1 AND id = $${values.length + 1} RETURNING id`, [...values, id]);
  return rows[0] ?? null;
}

/** The login of a client: made, or given a new address and password. An address that somebody else logs in with raises 23505. */
export async function writeClientLogin(workspaceId: number, sql: SqlClient, clientId: number, login: { name: string; email: string; passwordHash: string }): Promise<void> {
  const { rows: [known] } = await sql.query<{ id: number }>(`UPDATE app_user SET email = $3, password_hash = $4 WHERE workspace_id = $1 AND id = (SELECT min(id) FROM app_user WHERE workspace_id = $1 AND client_id = $2) RETURNING id`, [workspaceId, clientId, login.email, login.passwordHash]);
  if (known) {
    // Whoever knew the old password is logged out, and a link that was mailed to the old address is worth nothing.
    await sql.query('UPDATE user_session SET revoked_at = now() WHERE workspace_id = $1 AND user_id = $2 AND revoked_at IS NULL', [workspaceId, known.id]);
    await sql.query('DELETE FROM email_token WHERE workspace_id = $1 AND user_id = $2 AND used_at IS NULL', [workspaceId, known.id]);
    return;
  }
  await sql.query(`INSERT INTO app_user (workspace_id, client_id, email, name, role, password_hash, is_email_verified, has_onboarding_completed) VALUES ($1, $2, $3, $4, 'VIEW_ONLY_ACCESS', $5, true, true)`, [workspaceId, clientId, login.email, login.name, login.passwordHash]);
}
