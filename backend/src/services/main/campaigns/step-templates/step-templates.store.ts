import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface StepTemplateRecord {
  id: number;
  client_id: ClientId | null;
  created_by: number | null;
  name: string;
  subject: string;
  email_body: string;
  created_by_name: string | null;
  updated_at: Date;
}

/** Templates that somebody sees: a client those it made, the team all others. */
export async function findTemplates(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId | null,
): Promise<StepTemplateRecord[]> {
  const { rows } = await sql.query<StepTemplateRecord>(
    `
      select t.id, t.client_id, t.created_by, t.name, t.subject, t.email_body,
        coalesce(u.name, u.email) as created_by_name, t.updated_at
      from step_template t
      left join app_user u on u.id = t.created_by
      where t.workspace_id = $1 and t.client_id is not distinct from $2
      order by lower(t.name), t.id
    `,
    [workspaceId, clientId],
  );
  return rows;
}

/** Takes the workspace's row, so that two requests cannot both take a name. */
export async function lockTemplates(workspaceId: WorkspaceId, sql: SqlClient): Promise<void> {
  await sql.query('select from workspace where id = $1 for no key update', [workspaceId]);
}

export async function insertTemplate(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  template: { clientId: ClientId | null; createdBy: number; name: string; subject: string; emailBody: string },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into step_template (workspace_id, client_id, created_by, name, subject, email_body)
      values ($1, $2, $3, $4, $5, $6)
      returning id
    `,
    [workspaceId, template.clientId, template.createdBy, template.name, template.subject, template.emailBody],
  );
  return (rows[0] as { id: number }).id;
}

export async function writeTemplate(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
  change: { name?: string; subject?: string; email_body?: string },
): Promise<void> {
  await sql.query(
    `
      update step_template
      set name = coalesce($3, name), subject = coalesce($4, subject), email_body = coalesce($5, email_body),
        updated_at = current_timestamp
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, id, change.name ?? null, change.subject ?? null, change.email_body ?? null],
  );
}

export async function removeTemplate(workspaceId: WorkspaceId, sql: SqlClient, id: number): Promise<void> {
  await sql.query('delete from step_template where workspace_id = $1 and id = $2', [workspaceId, id]);
}
