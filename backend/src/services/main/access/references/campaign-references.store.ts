import type { SqlClient } from '#platform/db/database';
import { invalidField } from '#platform/http/skein-error';
import { scopeOf, type Who } from '../campaign-access/campaign-scope';

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
    throw invalidField('team_member_id', 'names no one of this team');
}

/**
 * Work is given to people that the asker may know, because the answer names them: a member with limited access knows the team and the
 * clients that they see; a client knows its own people and those of the team who look after one of its campaigns or mailboxes.
 * Somebody who is not known and somebody who does not exist get the same answer.
 * @throws SkeinError VALIDATION
 */
export async function checkAssignee(
  who: Who,
  sql: SqlClient,
  field: string,
  userId: number | null | undefined,
): Promise<void> {
  const { clientId, memberId } = scopeOf(who);
  if (
    userId &&
    !(await exists(
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
    ))
  )
    throw invalidField(field, 'names no one you can assign work to');
}

/** The time zone a person chose; null when none. */
export async function timeZoneOfPerson(workspaceId: number, sql: SqlClient, userId: number): Promise<string | null> {
  const { rows } = await sql.query<{ time_zone: string | null }>(
    'select time_zone from app_user where workspace_id = $1 and id = $2',
    [workspaceId, userId],
  );
  return rows[0]?.time_zone ?? null;
}
