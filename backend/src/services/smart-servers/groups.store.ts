import type { CampaignId, ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface GroupRecord {
  id: number;
  name: string;
  domain: string;
  location: string;
  client_id: ClientId | null;
  client_name: string | null;
  auto_rotate: boolean;
  created_at: Date;
}

export async function findGroups(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  filter: { id?: number; lock?: boolean } = {},
): Promise<GroupRecord[]> {
  return (
    await sql.query<GroupRecord>(
      `
        select g.id, g.name, g.domain, g.location, g.client_id, c.name as client_name, g.auto_rotate, g.created_at
        from server_group g
        left join agency_client c on c.workspace_id = g.workspace_id and c.id = g.client_id
        where g.workspace_id = $1 and g.deleted_at is null and ($2::int is null or g.id = $2)
        order by g.name, g.id
        ${filter.lock ? 'for update of g' : ''}
      `,
      [workspaceId, filter.id ?? null],
    )
  ).rows;
}

/** @returns its id, or null when the name is taken */
export async function addGroup(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  group: { name: string; domain: string; location: string; clientId: ClientId | null; userId: UserId; at: Date },
): Promise<number | null> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into server_group (workspace_id, name, domain, location, client_id, created_at, created_by)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (workspace_id, name)
      do nothing
      returning id
    `,
    [workspaceId, group.name, group.domain, group.location, group.clientId, group.at, group.userId],
  );
  return rows[0]?.id ?? null;
}

/** Whether another group of the workspace bears a name. */
export async function nameIsTaken(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  name: string,
  exceptId: number,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    'select 1 from server_group where workspace_id = $1 and name = $2 and id <> $3',
    [workspaceId, name, exceptId],
  );
  return rowCount !== 0;
}

export const writeGroup = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  groupId: number,
  group: Pick<GroupRecord, 'name' | 'auto_rotate' | 'client_id'>,
) =>
  sql.query(
    `
      update server_group
      set name = $3, auto_rotate = $4, client_id = $5
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, groupId, group.name, group.auto_rotate, group.client_id],
  );

/** Its name is free again, and its campaigns send from their mailboxes. */
export const markGroupDeleted = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  groupId: number,
  at: Date,
): Promise<void> => {
  await sql.query('delete from campaign_server_group where workspace_id = $1 and group_id = $2', [
    workspaceId,
    groupId,
  ]);
  await sql.query(
    `
      update server_group
      set deleted_at = $3, name = left(name, 80) || ' (deleted ' || id || ')'
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, groupId, at],
  );
};

export interface CampaignRecord {
  id: number;
  name: string;
  status: string;
  client_id: ClientId | null;
  client_name: string | null;
  group_id: number | null;
  group_name: string | null;
  mapped_at: Date | null;
}

/**
 * Campaigns with the group each sends through. Subsequences follow their campaign and are none of their own.
 * @param memberId a member with limited access, who sees their own campaigns
 */
export async function findCampaigns(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  filter: { ids?: readonly number[]; isMapped?: boolean; memberId: number | null },
): Promise<CampaignRecord[]> {
  return (
    await sql.query<CampaignRecord>(
      `
        select c.id, c.name, c.status, c.client_id, a.name as client_name, g.id as group_id, g.name as group_name,
          m.mapped_at
        from campaign c
        left join agency_client a on a.workspace_id = c.workspace_id and a.id = c.client_id
        left join campaign_server_group m on m.workspace_id = c.workspace_id and m.campaign_id = c.id
        left join server_group g on g.workspace_id = m.workspace_id and g.id = m.group_id
        where c.workspace_id = $1
          and c.parent_campaign_id is null
          and ($2::int[] is null or c.id = any($2))
          and (not $3 or m.group_id is not null)
          and ($4::int is null or c.id in (select member_campaigns($4)))
        order by c.name, c.id
        limit 5000
      `,
      [workspaceId, filter.ids ?? null, filter.isMapped ?? false, filter.memberId],
    )
  ).rows;
}

/** Campaigns that send through a group from now on. */
interface CampaignsToMap {
  groupId: number;
  campaignIds: readonly CampaignId[];
  at: Date;
  userId: UserId;
}

export const mapCampaigns = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { groupId, campaignIds, at, userId }: CampaignsToMap,
) =>
  sql.query(
    `
      insert into campaign_server_group (workspace_id, campaign_id, group_id, mapped_at, mapped_by)
      select $1, c.id, $2, $4, $5
      from unnest($3::int[]) as c(id)
      on conflict (workspace_id, campaign_id)
      do nothing
    `,
    [workspaceId, groupId, campaignIds, at, userId],
  );

/** @returns whether it was mapped there */
export async function unmapCampaign(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  groupId: number,
  campaignId: CampaignId,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    'delete from campaign_server_group where workspace_id = $1 and group_id = $2 and campaign_id = $3',
    [workspaceId, groupId, campaignId],
  );
  return rowCount === 1;
}

/** Locks campaigns that are to be mapped, so that of two requests one sees the other's. */
export const lockCampaigns = (workspaceId: WorkspaceId, sql: SqlClient, ids: readonly number[]) =>
  sql.query('select id from campaign where workspace_id = $1 and id = any($2) order by id for no key update', [
    workspaceId,
    ids,
  ]);

/** Domains of a campaign's mailboxes. */
export async function findSenderDomains(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<string[]> {
  return (
    await sql.query<{ domain: string }>(
      `
        select distinct split_part(lower(b.from_email), '@', 2) as domain
        from campaign_mailbox m
        join mailbox b on b.workspace_id = m.workspace_id and b.id = m.mailbox_id
        where m.workspace_id = $1 and m.campaign_id = $2 and b.deleted_at is null
        order by 1
        limit 500
      `,
      [workspaceId, campaignId],
    )
  ).rows.map(({ domain }) => domain);
}
