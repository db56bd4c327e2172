import { filterConditions, type ScopedLeadFilter } from '../campaign-leads/campaign-leads.store';
import type { SqlClient } from '../../../../platform/db/database';

/** Reads that only the public API needs. */

/** The place of a lead in a campaign, by the lead or by the map id; null when the lead is not in it. */
export async function findPlace(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  by: { leadId: number } | { enrolmentId: number },
  hiddenCategories: readonly number[] = [],
): Promise<{ id: number; lead_id: number; status: string } | null> {
  const [column, value] = 'leadId' in by ? ['lead_id', by.leadId] : ['id', by.enrolmentId];
  return (
    (
      await sql.query<{ id: number; lead_id: number; status: string }>(
        `SELECT id, lead_id, status FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2 AND ${column} = $3 AND (category_id IS NULL OR category_id <> ALL($4::int[]))`,
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
    'SELECT ct.campaign_id, t.id AS tag_id, t.name AS tag_name, t.color AS tag_color FROM campaign_tag ct JOIN tag t ON t.id = ct.tag_id WHERE ct.workspace_id = $1 AND ct.campaign_id = ANY($2) ORDER BY t.name',
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
    'SELECT v.id, v.created_at, v.updated_at FROM step_variant v JOIN sequence_step s ON s.id = v.step_id WHERE v.workspace_id = $1 AND s.campaign_id = $2 AND NOT v.is_deleted',
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
  'JOIN lead l ON l.id = e.lead_id AND l.workspace_id = e.workspace_id LEFT JOIN mailbox m ON m.id = e.mailbox_id';
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
      `SELECT ${leadColumns} FROM enrolment e ${leadJoins} WHERE ${where.sql} ORDER BY e.id LIMIT ${where.value(query.limit)} OFFSET ${where.value(query.offset)}`,
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
        `SELECT count(*) AS count FROM enrolment e JOIN lead l ON l.id = e.lead_id AND l.workspace_id = e.workspace_id WHERE ${where.sql}`,
        where.values,
      )
    ).rows[0]?.count ?? 0,
  );
}

/** Leads of a campaign behind an enrolment, for the export. */
export async function findExportLeads(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  after: number,
  limit: number,
): Promise<WireLeadRecord[]> {
  return (
    await sql.query<WireLeadRecord>(
      `SELECT ${leadColumns} FROM enrolment e ${leadJoins} WHERE e.workspace_id = $1 AND e.campaign_id = $2 AND e.id > $3 ORDER BY e.id LIMIT $4`,
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
    `SELECT e.id, cl.email AS client_email, greatest(e.last_sent_at, e.last_open_at, e.first_click_at, e.last_reply_at, e.last_inbound_at, e.ended_at) AS last_activity_at
     FROM enrolment e JOIN campaign c ON c.id = e.campaign_id LEFT JOIN agency_client cl ON cl.id = c.client_id AND cl.workspace_id = c.workspace_id WHERE e.workspace_id = $1 AND e.lead_id = $2`,
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
      'SELECT lead_id FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2 AND id = ANY($3)',
      [workspaceId, campaignId, mapIds],
    )
  ).rows.map((row) => row.lead_id);
}
