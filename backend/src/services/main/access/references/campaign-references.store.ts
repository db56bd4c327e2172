import type { ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { scopeOf, type Who } from '../campaign-access/campaign-scope';

async function exists(sql: SqlClient, text: string, values: unknown[]): Promise<boolean> {
  return ((await sql.query(text, values)).rowCount ?? 0) > 0;
}

/** Of client `c`: whether the member with limited access in $3 sees it; without one, always. The rule is that of the list of clients. */
const isVisibleClient = `($3::int IS NULL
  OR c.id IN (SELECT a.client_id FROM member_assignment a WHERE a.workspace_id = $1 AND a.user_id = $3)
  OR c.id IN (SELECT k.client_id FROM campaign k WHERE k.workspace_id = $1 AND k.id IN (SELECT member_campaigns($3))))`;

/** Whether there is this client; a member with limited access gives work to clients that they see, and to no others. */
export const hasClient = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId,
  memberId: number | null,
): Promise<boolean> =>
  exists(sql, `select from agency_client c where c.workspace_id = $1 and c.id = $2 and ${isVisibleClient}`, [
    workspaceId,
    clientId,
    memberId,
  ]);

/** The clients that a member with limited access sees. */
export async function findVisibleClients(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  memberId: number,
): Promise<number[]> {
  return (
    await sql.query<{ id: number }>(
      `select c.id from agency_client c where c.workspace_id = $1 and ($2::int is null or c.id = $2) and ${isVisibleClient}`,
      [workspaceId, null, memberId],
    )
  ).rows.map((row) => row.id);
}

/** Whether there is this folder; for a client one that holds a campaign of theirs. */
export const hasFolder = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  folderId: number,
  clientId: ClientId | null,
): Promise<boolean> =>
  exists(
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
  );

/** Whether this person is of the workspace, and of no client. */
export const hasMember = (workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<boolean> =>
  exists(sql, 'select from app_user where workspace_id = $1 and id = $2 and client_id is null', [workspaceId, userId]);

/** Whether work may be given to this person by somebody (`checkAssignee`). */
export function isAssignable(sql: SqlClient, who: Who, userId: UserId): Promise<boolean> {
  const { clientId, memberId } = scopeOf(who);
  return exists(
    sql,
    `
      select
      from app_user u
      where u.workspace_id = $1
        and u.id = $2
        and u.status = 'active'
        and case
          when u.id = $5 then true
          when $4::int is null then
            u.client_id is null
              or u.client_id in (select c.id from agency_client c where c.workspace_id = $1 and ${isVisibleClient})
          else
            u.client_id = $4
              or exists (
                select from campaign k where k.workspace_id = $1 and k.client_id = $4 and k.team_member_id = u.id
              )
              or exists (
                select
                from member_assignment a
                left join campaign k on k.workspace_id = $1 and k.id = a.campaign_id
                left join mailbox m on m.workspace_id = $1 and m.id = a.mailbox_id
                where a.workspace_id = $1 and a.user_id = u.id and $4 in (a.client_id, k.client_id, m.client_id)
              )
        end
    `,
    [who.workspaceId, userId, memberId, clientId, who.userId],
  );
}
