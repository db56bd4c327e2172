import type { SqlClient } from '../../../../platform/db/database';
import { invalidField } from '../../../../platform/http/skein-error';

async function exists(sql: SqlClient, text: string, values: unknown[]): Promise<boolean> {
  return ((await sql.query(text, values)).rowCount ?? 0) > 0;
}

/** @throws SkeinError VALIDATION when the client is not of this workspace */
export async function checkClient(workspaceId: number, sql: SqlClient, clientId: number | null | undefined): Promise<void> {
  if (clientId && !(await exists(sql, 'SELECT FROM agency_client WHERE workspace_id = $1 AND id = $2', [workspaceId, clientId]))) throw invalidField('client_id', 'names no client of this workspace');
}

/** @throws SkeinError VALIDATION when the folder is not of this workspace */
export async function checkFolder(workspaceId: number, sql: SqlClient, folderId: number | null | undefined): Promise<void> {
  if (folderId && !(await exists(sql, 'SELECT FROM folder WHERE workspace_id = $1 AND id = $2', [workspaceId, folderId]))) throw invalidField('folder_id', 'names no folder of this workspace');
}

/** @throws SkeinError VALIDATION when the person is not of this workspace */
export async function checkMember(workspaceId: number, sql: SqlClient, userId: number | null | undefined): Promise<void> {
  if (userId && !(await exists(sql, 'SELECT FROM app_user WHERE workspace_id = $1 AND id = $2 AND client_id IS NULL', [workspaceId, userId]))) throw invalidField('team_member_id', 'names nobody of this team');
}

/** The time zone a person chose; null when none. */
export async function timeZoneOfPerson(workspaceId: number, sql: SqlClient, userId: number): Promise<string | null> {
  const { rows } = await sql.query<{ time_zone: string | null }>('SELECT time_zone FROM app_user WHERE workspace_id = $1 AND id = $2', [workspaceId, userId]);
  return rows[0]?.time_zone ?? null;
}
