import { filterConditions, type ScopedLeadFilter } from '#lifecycle/lifecycle.api';
import type { SqlClient } from '#platform/db/database';

/** A lead of a campaign by one of its ids, without the replies of hidden categories. */
interface PlaceLookup {
  campaignId: number;
  by: { leadId: number } | { enrolmentId: number };
  hiddenCategories?: readonly number[];
}

/** Reads that only the public API needs. */

/** The place of a lead in a campaign, by the lead or by the map id; null when the lead is not in it. */
export async function findPlace(
  workspaceId: number,
  sql: SqlClient,
  { campaignId, by, hiddenCategories = [] }: PlaceLookup,
): Promise<{ id: number; lead_id: number; status: string } | null> {
  const [column, value] = 'leadId' in by ? ['lead_id', by.leadId] : ['id', by.enrolmentId];
  return (
    (
      await sql.query<{ id: number; lead_id: number; status: string }>(
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
  workspaceId: number,
  sql: SqlClient,
  campaignIds: readonly number[],
): Promise<Map<number, WireTag[]>> {
  const { rows } = await sql.query<WireTag & { campaign_id: number }>(
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
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
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

export interface WireLeadRecord {
  enrolment_id: number;
  status: string;
  category_id: number | null;
  created_at: Date;
  enrolment_is_unsubscribed: boolean;
  last_seq_number: number;
  mailbox_email: string | null;
  open_count: number;
  click_count: number;
  reply_count: number;
  id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone_number: string | null;
  company_name: string | null;
  website: string | null;
  location: string | null;
  linkedin_profile: string | null;
  company_url: string | null;
  custom_fields: Record<string, unknown>;
  is_unsubscribed: boolean;
}

export interface WireLeadQuery {
  filter: ScopedLeadFilter;
  eventAfter?: string;
  isSpam?: boolean;
  offset: number;
  limit: number;
}

function leadConditions(workspaceId: number, campaignId: number, query: Omit<WireLeadQuery, 'offset' | 'limit'>) {
  const { search, ...filter } = query.filter;
  const where = filterConditions(workspaceId, campaignId, filter);
  if (search)
    where.add(
      `strpos(lower(concat_ws(' ', l.email, l.first_name, l.last_name, l.company_name)), lower(?)) > 0`,
      search,
    );
  if (query.eventAfter)
    where.add(
      'greatest(e.last_sent_at, e.last_open_at, e.first_click_at, e.last_reply_at, e.last_inbound_at, e.ended_at) > ?',
      new Date(query.eventAfter),
    );
  // Complaints are no state of ours: nothing matches.
  if (query.isSpam) where.add('false');
  return where;
}

const leadJoins =
  'join lead l on l.id = e.lead_id and l.workspace_id = e.workspace_id left join mailbox m on m.id = e.mailbox_id';
const leadColumns = `e.id AS enrolment_id, e.status, e.category_id, e.created_at, e.is_unsubscribed AS enrolment_is_unsubscribed, e.last_seq_number, m.from_email AS mailbox_email, e.open_count, e.click_count, e.reply_count,
  l.id, l.email, l.first_name, l.last_name, l.phone_number, l.company_name, l.website, l.location, l.linkedin_profile, l.company_url, l.custom_fields, l.is_unsubscribed`;

/** A page of a campaign's leads by number, oldest first, so that pages stay while leads are added. */
export async function findWireLeads(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  query: WireLeadQuery,
): Promise<WireLeadRecord[]> {
  const where = leadConditions(workspaceId, campaignId, query);
  return (
    await sql.query<WireLeadRecord>(
      `select ${leadColumns} from enrolment e ${leadJoins} where ${where.sql} order by e.id limit ${where.value(query.limit)} offset ${where.value(query.offset)}`,
      where.values,
    )
  ).rows;
}

export async function countWireLeads(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  query: Omit<WireLeadQuery, 'offset' | 'limit'>,
): Promise<number> {
  const where = leadConditions(workspaceId, campaignId, query);
  return Number(
    (
      await sql.query<{ count: string }>(
        `
          select count(*) as count
          from enrolment e
          join lead l on l.id = e.lead_id and l.workspace_id = e.workspace_id
          where ${where.sql}
        `,
        where.values,
      )
    ).rows[0]?.count ?? 0,
  );
}

/** The leads of a campaign after one id. */
interface ExportPage {
  campaignId: number;
  after: number;
  limit: number;
}

/** Leads of a campaign behind an enrolment, for the export. */
export async function findExportLeads(
  workspaceId: number,
  sql: SqlClient,
  { campaignId, after, limit }: ExportPage,
): Promise<WireLeadRecord[]> {
  return (
    await sql.query<WireLeadRecord>(
      `
        select ${leadColumns}
        from enrolment e ${leadJoins}
        where e.workspace_id = $1 and e.campaign_id = $2 and e.id > $3
        order by e.id
        limit $4
      `,
      [workspaceId, campaignId, after, limit],
    )
  ).rows;
}

/** A lead's campaigns with the times that its answer by address carries. */
export async function findLeadActivity(
  workspaceId: number,
  sql: SqlClient,
  leadId: number,
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
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  mapIds: readonly number[],
): Promise<number[]> {
  return (
    await sql.query<{ lead_id: number }>(
      'select lead_id from enrolment where workspace_id = $1 and campaign_id = $2 and id = any($3)',
      [workspaceId, campaignId, mapIds],
    )
  ).rows.map((row) => row.lead_id);
}
