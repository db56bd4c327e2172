import type { SqlClient } from '../../../../platform/db/database';

export interface StepTemplateRecord {
  id: number;
  client_id: number | null;
  created_by: number | null;
  name: string;
  subject: string;
  email_body: string;
  created_by_name: string | null;
  updated_at: Date;
}

/** Templates that somebody sees: a client those it made, the team all others. */
export async function findTemplates(
  workspaceId: number,
  sql: SqlClient,
  clientId: number | null,
): Promise<StepTemplateRecord[]> {
  const { rows } = await sql.query<StepTemplateRecord>(
    `SELECT t.id, t.client_id, t.created_by, t.name, t.subject, t.email_body, coalesce(u.name, u.email) AS created_by_name, t.updated_at FROM step_template t LEFT JOIN app_user u ON u.id = t.created_by
     WHERE t.workspace_id = $1 AND t.client_id IS NOT DISTINCT FROM $2 ORDER BY lower(t.name), t.id`,
    [workspaceId, clientId],
  );
  return rows;
}

/** Takes the workspace's row, so that two requests cannot both take a name. */
export async function lockTemplates(workspaceId: number, sql: SqlClient): Promise<void> {
  await sql.query('SELECT FROM workspace WHERE id = $1 FOR NO KEY UPDATE', [workspaceId]);
}

export async function insertTemplate(
  workspaceId: number,
  sql: SqlClient,
  template: { clientId: number | null; createdBy: number; name: string; subject: string; emailBody: string },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    'INSERT INTO step_template (workspace_id, client_id, created_by, name, subject, email_body) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id',
    [workspaceId, template.clientId, template.createdBy, template.name, template.subject, template.emailBody],
  );
  return (rows[0] as { id: number }).id;
}

export async function writeTemplate(
  workspaceId: number,
  sql: SqlClient,
  id: number,
  change: { name?: string; subject?: string; email_body?: string },
): Promise<void> {
  await sql.query(
    'UPDATE step_template SET name = coalesce($3, name), subject = coalesce($4, subject), email_body = coalesce($5, email_body), updated_at = CURRENT_TIMESTAMP WHERE workspace_id = $1 AND id = $2',
    [workspaceId, id, change.name ?? null, change.subject ?? null, change.email_body ?? null],
  );
}

export async function removeTemplate(workspaceId: number, sql: SqlClient, id: number): Promise<void> {
  await sql.query('DELETE FROM step_template WHERE workspace_id = $1 AND id = $2', [workspaceId, id]);
}
