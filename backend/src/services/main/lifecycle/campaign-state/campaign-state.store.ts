import type { CampaignId, ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** Columns that name a person of the workspace. Whoever has left it by then is nobody: what was begun in their name goes on. */
const people: ReadonlySet<string> = new Set(['status_changed_by', 'team_member_id']);

/** Inserts a draft and answers its id. Who made it may have left the workspace by now. */
export async function insertCampaign(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaign: {
    name: string;
    createdBy: number;
    clientId: ClientId | null;
    folderId: number | null;
    parentId: number | null;
    timeZone: string;
    at: Date;
  },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into campaign (
        workspace_id, name, created_by, status_changed_by, client_id, folder_id, parent_campaign_id,
          time_zone, created_at, updated_at, status_changed_at
      )
      values (
        $1, $2, (select id from app_user where workspace_id = $1 and id = $3),
          (select id from app_user where workspace_id = $1 and id = $3), $4, $5, $6, $7, $8, $8, $8
      )
      returning id
    `,
    [
      workspaceId,
      campaign.name,
      campaign.createdBy,
      campaign.clientId,
      campaign.folderId,
      campaign.parentId,
      campaign.timeZone,
      campaign.at,
    ],
  );
  return (rows[0] as { id: number }).id;
}

/** Writes columns of one campaign, whose names are ours. @returns whether it was there */
export async function writeColumns(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  columns: readonly [name: string, value: unknown][],
): Promise<boolean> {
  const sets = columns.map(([name], place) =>
    people.has(name)
      ? `"${name}" = (select id from app_user where workspace_id = $1 and id = $${place + 3})`
      : `"${name}" = $${place + 3}`,
  );
  const { rowCount } = await sql.query(`update campaign set ${sets.join(', ')} where workspace_id = $1 and id = $2`, [
    workspaceId,
    campaignId,
    ...columns.map(([, value]) => value),
  ]);
  return rowCount === 1;
}

/** The time zone a person chose; null when none. */
export async function findTimeZone(workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<string | null> {
  const { rows } = await sql.query<{ time_zone: string | null }>(
    'select time_zone from app_user where workspace_id = $1 and id = $2',
    [workspaceId, userId],
  );
  return rows[0]?.time_zone ?? null;
}
