import type { CampaignId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** A lead of a campaign by one of its ids, without the replies of hidden categories. */
interface PlaceLookup {
  campaignId: CampaignId;
  by: { leadId: LeadId } | { enrolmentId: EnrolmentId };
  hiddenCategories?: readonly number[];
}

/** Reads that only the public API needs. */

/** The place of a lead in a campaign, by the lead or by the map id; null when the lead is not in it. */
export async function findPlace(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, by, hiddenCategories = [] }: PlaceLookup,
): Promise<{ id: number; lead_id: LeadId; status: string } | null> {
  const [column, value] = 'leadId' in by ? ['lead_id', by.leadId] : ['id', by.enrolmentId];
  return (
    (
      await sql.query<{ id: number; lead_id: LeadId; status: string }>(
        `
          select id, lead_id, status
          from enrolment
          where workspace_id = $1
            and campaign_id = $2
            and ${column} = $3
            and (category_id is null or category_id <> all($4::int[]))
        `,
        [workspaceId, campaignId, value, [...hiddenCategories]],
      )
    ).rows[0] ?? null
  );
}

export interface WireTag {
  tag_id: number;
  tag_name: string;
  tag_color: string;
}

/** Tags of campaigns by campaign. */
export async function findCampaignTags(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignIds: readonly CampaignId[],
): Promise<Map<number, WireTag[]>> {
  const { rows } = await sql.query<WireTag & { campaign_id: CampaignId }>(
    `
      select ct.campaign_id, t.id as tag_id, t.name as tag_name, t.color as tag_color
      from campaign_tag ct
      join tag t on t.id = ct.tag_id
      where ct.workspace_id = $1 and ct.campaign_id = any($2)
      order by t.name
    `,
    [workspaceId, campaignIds],
  );
  const tags = new Map<number, WireTag[]>();
  for (const { campaign_id, ...tag } of rows) tags.set(campaign_id, [...(tags.get(campaign_id) ?? []), tag]);
  return tags;
}

/** When the variants of a campaign's steps were made and changed. */
export async function findVariantTimes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<Map<number, { created_at: Date; updated_at: Date }>> {
  const { rows } = await sql.query<{ id: number; created_at: Date; updated_at: Date }>(
    `
      select v.id, v.created_at, v.updated_at
      from step_variant v
      join sequence_step s on s.id = v.step_id
      where v.workspace_id = $1 and s.campaign_id = $2 and not v.is_deleted
    `,
    [workspaceId, campaignId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A lead's campaigns with the times that its answer by address carries. */
export async function findLeadActivity(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadId: LeadId,
): Promise<Map<number, { client_email: string | null; last_activity_at: Date | null }>> {
  const { rows } = await sql.query<{ id: number; client_email: string | null; last_activity_at: Date | null }>(
    `
      select e.id, cl.email as client_email,
        greatest(
          e.last_sent_at, e.last_open_at, e.first_click_at, e.last_reply_at, e.last_inbound_at, e.ended_at
        ) as last_activity_at
      from enrolment e
      join campaign c on c.id = e.campaign_id
      left join agency_client cl on cl.id = c.client_id and cl.workspace_id = c.workspace_id
      where e.workspace_id = $1 and e.lead_id = $2
    `,
    [workspaceId, leadId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The leads behind mapping ids of a campaign. */
export async function findLeadIdsOfMaps(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  mapIds: readonly number[],
): Promise<number[]> {
  return (
    await sql.query<{ lead_id: LeadId }>(
      'select lead_id from enrolment where workspace_id = $1 and campaign_id = $2 and id = any($3)',
      [workspaceId, campaignId, mapIds],
    )
  ).rows.map((row) => row.lead_id);
}
