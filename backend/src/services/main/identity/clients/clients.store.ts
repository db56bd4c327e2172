import type { CampaignId, ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { endSessions } from './client-logins.store';

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
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, search, memberId = null }: ClientQuery = {},
): Promise<ClientRecord[]> {
  const pattern = search ? `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` : null;
  return (
    await sql.query<ClientRecord>(
      `
        select c.id, c.uuid, c.name, c.email, c.logo_url, c.permissions, c.restricted_categories, c.status,
          c.created_at,
          (
            select min(u.id)
            from app_user u
            where u.workspace_id = $1 and u.role = 'OWNER' and u.client_id is null
          ) as owner_id,
          (
            select count(*)::int
            from campaign k
            where k.workspace_id = $1 and k.client_id = c.id and k.parent_campaign_id is null
          ) as campaigns,
          (
            select count(*)::int
            from mailbox m
            where m.workspace_id = $1 and m.client_id = c.id and m.deleted_at is null
          ) as mailboxes,
          (
            select count(*)::int
            from enrolment e
            join campaign k on k.id = e.campaign_id
            where k.workspace_id = $1 and k.client_id = c.id
          ) as leads,
          coalesce(login.has_login, false) as has_login, login.last_login_at
        from agency_client c
        left join lateral (
          select bool_or(u.password_hash is not null and u.is_email_verified) as has_login,
            max(u.last_login_at) as last_login_at
          from app_user u
          where u.workspace_id = $1 and u.client_id = c.id
        ) login on true
        where c.workspace_id = $1
          and ($2::int is null or c.id = $2)
          and ($3::text is null or lower(c.name || ' ' || c.email) like $3)
          and (
            $4::int is null
              or c.id in (
                select a.client_id from member_assignment a where a.workspace_id = $1 and a.user_id = $4
              )
              or c.id in (
                select k.client_id
                from campaign k
                where k.workspace_id = $1 and k.id in (select member_campaigns($4))
              )
          )
        order by lower(c.name), c.id
        limit 2000
      `,
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
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number | null,
  change: ClientChange,
): Promise<{ id: number } | null> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  if (id !== null && given.length === 0)
    return (
      (
        await sql.query<{ id: number }>('select id from agency_client where workspace_id = $1 and id = $2', [
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
          `insert into agency_client (workspace_id, ${given.map(([name]) => name).join(', ')})
            values ($1, ${given.map((_, index) => `$${index + 2}`).join(', ')}) returning id`,
          values,
        )
      : await sql.query<{ id: number }>(
          `update agency_client set ${given.map(([name], index) => `${name} = $${index + 2}`).join(', ')}
            where workspace_id = $1 and id = $${values.length + 1} returning id`,
          [...values, id],
        );
  return rows[0] ?? null;
}

/** Whether a client's people may log in. */
export async function writeClientStatus(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId,
  status: 'active' | 'deactivated',
): Promise<void> {
  await writeClient(workspaceId, sql, clientId, { status });
  await sql.query('update app_user set status = $3 where workspace_id = $1 and client_id = $2', [
    workspaceId,
    clientId,
    status,
  ]);
  if (status === 'deactivated') await endSessions(workspaceId, sql, clientId);
}

/** Campaigns of a client, subsequences with their parent. */
export async function campaignsOfClient(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId,
  memberId: number | null,
): Promise<{ id: number; name: string; status: string }[]> {
  return (
    await sql.query<{ id: number; name: string; status: string }>(
      `
        select id, name, status
        from campaign
        where workspace_id = $1
          and client_id = $2
          and parent_campaign_id is null
          and ($3::int is null or id in (select member_campaigns($3)))
        order by lower(name), id
        limit 2000
      `,
      [workspaceId, clientId, memberId],
    )
  ).rows;
}

/** Gives these campaigns and their subsequences to a client, and takes from it those that are not named; false when one does not exist. */
export async function assignCampaigns(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId,
  campaignIds: readonly CampaignId[],
): Promise<boolean> {
  const {
    rows: [known],
  } = await sql.query<{ count: number }>(
    `
      select count(*)::int as count
      from campaign
      where workspace_id = $1 and id = any($2::int[]) and parent_campaign_id is null
    `,
    [workspaceId, campaignIds],
  );
  if (known?.count !== new Set(campaignIds).size) return false;
  await sql.query(
    `
      update campaign
      set client_id = null, updated_at = now()
      where workspace_id = $1 and client_id = $2 and coalesce(parent_campaign_id, id) <> all($3::int[])
    `,
    [workspaceId, clientId, campaignIds],
  );
  await sql.query(
    `
      update campaign
      set client_id = $2, updated_at = now()
      where workspace_id = $1
        and client_id is distinct from $2
        and coalesce(parent_campaign_id, id) = any($3::int[])
    `,
    [workspaceId, clientId, campaignIds],
  );
  return true;
}
