import type { LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';
import type { ConnectionRow } from '#notices/notices.api';

export interface SyncedLead {
  id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone_number: string | null;
  company_name: string | null;
  website: string | null;
  location: string | null;
  linkedin_profile: string | null;
  custom_fields: Record<string, unknown>;
  updated_at: Date;
  assigned_email: string | null;
}
export interface Link {
  lead_id: LeadId;
  external_id: string;
  synced: Record<string, string>;
  owner_id: string | null;
}

const leadColumns = `l.id, l.email, l.first_name, l.last_name, l.phone_number, l.company_name, l.website, l.location,
  l.linkedin_profile, l.custom_fields, l.updated_at`;

/** A lead as it is now, with who its conversation is assigned to. */
export async function readSyncedLead(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadId: LeadId,
): Promise<SyncedLead | null> {
  return (
    (
      await sql.query<SyncedLead>(
        `
          select ${leadColumns},
            (
              select u.email
              from enrolment e
              join app_user u on u.workspace_id = e.workspace_id and u.id = e.assigned_user_id
              where e.workspace_id = l.workspace_id and e.lead_id = l.id
              order by e.last_inbound_at desc nulls last
              limit 1
            ) as assigned_email
          from lead l
          where l.workspace_id = $1 and l.id = $2
        `,
        [workspaceId, leadId],
      )
    ).rows[0] ?? null
  );
}

export async function findLink(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  integrationId: number,
  by: { leadId: LeadId } | { externalId: string },
): Promise<Link | null> {
  return (
    (
      await sql.query<Link>(
        `
          select lead_id, external_id, synced, owner_id
          from integration_contact
          where workspace_id = $1
            and integration_id = $2
            and ($3::int is null or lead_id = $3)
            and ($4::text is null or external_id = $4)
          order by lead_id
          limit 1
        `,
        [workspaceId, integrationId, 'leadId' in by ? by.leadId : null, 'externalId' in by ? by.externalId : null],
      )
    ).rows[0] ?? null
  );
}

/** Which contact a lead is, and the values that both sides have now. */
export async function writeLinks(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  integrationId: number,
  links: readonly Link[],
): Promise<void> {
  await sql.query(
    `
      insert into integration_contact (workspace_id, integration_id, lead_id, external_id, synced, owner_id, synced_at)
      select $1, $2, g.lead_id, g.external_id, g.synced, g.owner_id, now()
      from jsonb_to_recordset($3::jsonb) as g(lead_id int, external_id text, synced jsonb, owner_id text)
      on conflict (integration_id, lead_id)
      do update set external_id = excluded.external_id,
        synced = integration_contact.synced || excluded.synced,
        owner_id = coalesce(excluded.owner_id, integration_contact.owner_id), synced_at = excluded.synced_at
    `,
    [workspaceId, integrationId, JSON.stringify(links)],
  );
}

export async function removeLinks(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  integrationId: number,
  externalId: string,
): Promise<number> {
  return (
    (
      await sql.query(
        'delete from integration_contact where workspace_id = $1 and integration_id = $2 and external_id = $3',
        [workspaceId, integrationId, externalId],
      )
    ).rowCount ?? 0
  );
}

/** Connections to an account of HubSpot, of any workspace: its events name the account only. */
export const findConnectionsOfPortal = (db: Database, portalIds: readonly string[]): Promise<ConnectionRow[]> =>
  db.systemStatement<ConnectionRow>(
    `select * from integration where kind = 'HUBSPOT' and external_id = any($1) and state <> 'PAUSED'`,
    [portalIds],
  );

/** A linked lead with its values, for the sample of the mapping. */
export async function findSample(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  integrationId: number,
): Promise<SyncedLead | null> {
  const { rows } = await sql.query<SyncedLead>(
    `
      select ${leadColumns}, null as assigned_email
      from integration_contact k
      join lead l on l.workspace_id = k.workspace_id and l.id = k.lead_id
      where k.workspace_id = $1 and k.integration_id = $2
      order by k.synced_at desc
      limit 1
    `,
    [workspaceId, integrationId],
  );
  return rows[0] ?? null;
}

export async function countLinks(workspaceId: WorkspaceId, sql: SqlClient, integrationId: number): Promise<number> {
  return (
    (
      await sql.query<{ count: number }>(
        'select count(*)::int as count from integration_contact where workspace_id = $1 and integration_id = $2',
        [workspaceId, integrationId],
      )
    ).rows[0]?.count ?? 0
  );
}

/** Conversations of a lead, and the member of the workspace with an address. */
export async function findOwnedConversations(workspaceId: WorkspaceId, sql: SqlClient, leadId: LeadId, email: string) {
  const { rows: member } = await sql.query<{ id: number }>(
    `
      select id
      from app_user
      where workspace_id = $1 and lower(email) = lower($2) and client_id is null
    `,
    [workspaceId, email],
  );
  const { rows } = await sql.query<{ id: number }>(
    'select id from enrolment where workspace_id = $1 and lead_id = $2 and reply_count > 0',
    [workspaceId, leadId],
  );
  return { memberId: member[0]?.id ?? null, enrolmentIds: rows.map((row) => row.id) };
}
