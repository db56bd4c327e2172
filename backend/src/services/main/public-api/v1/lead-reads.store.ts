import type { CampaignId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { Conditions } from '#platform/db/conditions';
import { addEnrolmentScope, type CampaignScope } from '#access/access.api';

export interface LeadPlaceRecord {
  lead_id: LeadId;
  campaign_id: CampaignId;
  campaign_name: string;
  campaign_status: string;
  lead_status: string;
  lead_added_at: Date;
  email_lead_map_id: number;
  lead_last_seq_number: number;
}

const columns =
  'e.lead_id, e.campaign_id, c.name AS campaign_name, c.status AS campaign_status, e.status AS lead_status, e.created_at AS lead_added_at, e.id AS email_lead_map_id, e.last_seq_number AS lead_last_seq_number';

/** Where leads are, by lead, as far as the scope goes; the newest place first. */
export async function findPlacesOfLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  leadIds: readonly LeadId[],
): Promise<Map<number, LeadPlaceRecord[]>> {
  const where = new Conditions().add('e.workspace_id = ? AND e.lead_id = ANY(?)', workspaceId, [...leadIds]);
  addEnrolmentScope(where, scope);
  const { rows } = await sql.query<LeadPlaceRecord>(
    `select ${columns} from enrolment e join campaign c on c.id = e.campaign_id where ${where.sql} order by e.id desc`,
    where.values,
  );
  const places = new Map<number, LeadPlaceRecord[]>();
  for (const row of rows) places.set(row.lead_id, [...(places.get(row.lead_id) ?? []), row]);
  return places;
}

/** Places of all campaigns in which something happened in a range of time (both ends included), or ever; the oldest place first. */
export async function findActivePlaces(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  query: { from?: Date; to?: Date; offset: number; limit: number },
): Promise<LeadPlaceRecord[]> {
  const where = new Conditions().add('e.workspace_id = ?', workspaceId);
  addEnrolmentScope(where, scope);
  if (query.from && query.to)
    where.add(
      'e.id in (select v.enrolment_id from event v where v.workspace_id = ? and v.at >= ? and v.at <= ?)',
      workspaceId,
      query.from,
      query.to,
    );
  else where.add('coalesce(e.last_sent_at, e.last_inbound_at) is not null');
  return (
    await sql.query<LeadPlaceRecord>(
      `
        select ${columns}
        from enrolment e
        join campaign c on c.id = e.campaign_id
        where ${where.sql}
        order by e.id
        limit ${where.value(query.limit)}
        offset ${where.value(query.offset)}
      `,
      where.values,
    )
  ).rows;
}

/** The campaign of a place by its map id; null when there is none in this workspace. */
export async function findCampaignOfPlace(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
): Promise<number | null> {
  return (
    (
      await sql.query<{ campaign_id: CampaignId }>(
        'select campaign_id from enrolment where workspace_id = $1 and id = $2',
        [workspaceId, enrolmentId],
      )
    ).rows[0]?.campaign_id ?? null
  );
}
