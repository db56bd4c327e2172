import type { SqlClient } from '../../../../../platform/db/database';
import { invalidField } from '../../../../../platform/http/skein-error';

async function exists(sql: SqlClient, text: string, values: unknown[]): Promise<boolean> {
  return ((await sql.query(text, values)).rowCount ?? 0) > 0;
}

/** Of client `c`: whether the member with limited access in $3 sees it; without one, always. The rule is that of the list of clients. */
const isVisibleClient = `($3::int IS NULL OR c.id IN (SELECT a.client_id FROM member_assignment a WHERE a.workspace_id = $1 AND a.user_id = $3)
  OR c.id IN (SELECT k.client_id FROM campaign k WHERE k.workspace_id = $1 AND k.id IN (SELECT member_campaigns($3))))`;

/** Whether there is this client; a member with limited access gives work to clients that they see, and to no others. */
export const hasClient = (
  workspaceId: number,
  sql: SqlClient,
  clientId: number,
  memberId: number | null,
): Promise<boolean> =>
  exists(sql, `select from agency_client c where c.workspace_id = $1 and c.id = $2 and ${isVisibleClient}`, [
    workspaceId,
    clientId,
    memberId,
  ]);

/** The clients that a member with limited access sees. */
export async function findVisibleClients(workspaceId: number, sql: SqlClient, memberId: number): Promise<number[]> {
  return (
    await sql.query<{ id: number }>(
      `select c.id from agency_client c where c.workspace_id = $1 and ($2::int is null or c.id = $2) and ${isVisibleClient}`,
      [workspaceId, null, memberId],
    )
  ).rows.map((row) => row.id);
}

/** @throws SkeinError VALIDATION when the client is not of this workspace, or not seen by the member with limited access */
export async function checkClient(
  workspaceId: number,
  sql: SqlClient,
  clientId: number | null | undefined,
  memberId: number | null,
): Promise<void> {
  if (clientId && !(await hasClient(workspaceId, sql, clientId, memberId)))
    throw invalidField('client_id', 'names no client of this workspace');
}

/** @throws SkeinError VALIDATION when the folder is not of this workspace, or holds no campaign of the client who asks */
export async function checkFolder(
  workspaceId: number,
  sql: SqlClient,
  folderId: number | null | undefined,
  clientId: number | null,
): Promise<void> {
  if (
    folderId &&
    !(await exists(
      sql,
      `
        select
        from folder f
        where f.workspace_id = $1
          and f.id = $2
          and (
            $3::int is null
              or exists (
                select from campaign c where c.workspace_id = $1 and c.folder_id = f.id and c.client_id = $3
              )
          )
      `,
      [workspaceId, folderId, clientId],
    ))
  )
    throw invalidField('folder_id', 'names no folder of this workspace');
}

/** @throws SkeinError VALIDATION when the person is not of this workspace */
export async function checkMember(
  workspaceId: number,
  sql: SqlClient,
  userId: number | null | undefined,
): Promise<void> {
  if (
    userId &&
    !(await exists(sql, 'select from app_user where workspace_id = $1 and id = $2 and client_id is null', [
      workspaceId,
      userId,
    ]))
  )
    throw invalidField('team_member_id', 'names nobody of this team');
}

/** The time zone a person chose; null when none. */
export async function timeZoneOfPerson(workspaceId: number, sql: SqlClient, userId: number): Promise<string | null> {
  const { rows } = await sql.query<{ time_zone: string | null }>(
    'select time_zone from app_user where workspace_id = $1 and id = $2',
    [workspaceId, userId],
  );
  return rows[0]?.time_zone ?? null;
}
