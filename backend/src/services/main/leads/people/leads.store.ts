import type { LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { LeadStatus } from '@skein/contracts/constants';
import type { LeadSort } from '@skein/contracts/main/leads.contract';
import type { VerificationResult } from '@skein/contracts/main/verification-results';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { addEnrolmentScope, isScoped, type CampaignScope } from '#access/access.api';
import { addLeadScope, open, type LeadQuery, conditionsOf } from './lead-conditions.store';

export interface LeadRecord {
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
  domain: string;
  provider: 'GMAIL' | 'OUTLOOK' | 'ZOHO' | 'OTHER';
  time_zone: string | null;
  is_unsubscribed: boolean;
  unsubscribed_at: Date | null;
  is_bounced: boolean;
  verification: VerificationResult | null;
  verified_at: Date | null;
  upload_id: number | null;
  created_at: Date;
  updated_at: Date;
}

/** Where a page begins: behind this lead. Text that is sorted by is compared with it. */
export interface LeadPlace {
  id: number;
  email: string | null;
}

const orders: Record<LeadSort, { by: string; behind: string }> = {
  newest: { by: 'l.id DESC', behind: 'l.id < ?' },
  oldest: { by: 'l.id', behind: 'l.id > ?' },
  email: { by: 'l.email', behind: 'l.email > ?' },
  email_desc: { by: 'l.email DESC', behind: 'l.email < ?' },
};

/**
 * What the states of a lead alone decide, as the end of a query over enrolments; null where something else is asked
 * too. Then the enrolments are read in the order of their leads, from one index, and leads that are in no campaign are
 * never looked at: there may be a hundred thousand of them at the top of the list.
 */
function statesOf(scope: CampaignScope, filter: LeadQuery, sort: LeadSort): string | null {
  const { lead_type: type, lead_statuses: statuses, search, ...others } = filter;
  if (
    isScoped(scope) ||
    search ||
    type === 'yet_to_use' ||
    (sort !== 'newest' && sort !== 'oldest') ||
    Object.values(others).some((value) => value !== undefined && !(Array.isArray(value) && value.length === 0))
  )
    return null;
  if (!statuses?.length)
    return type === 'active'
      ? `and ${open} group by x.lead_id`
      : type === 'previously_active'
        ? `group by x.lead_id having not bool_or(${open})`
        : null;
  const isOne = 'x.status = ANY($3)';
  return type === undefined
    ? `and ${isOne} group by x.lead_id`
    : `group by x.lead_id having bool_or(${isOne}) and ${type === 'active' ? '' : 'NOT '}bool_or(${open})`;
}

/** The filter and the part of its leads. */
interface LeadsPage {
  filter: LeadQuery;
  page: { after: LeadPlace | null; limit: number; offset?: number; sort?: LeadSort };
}

/**
 * Ids that match, in order. A text of three characters or more goes through the search function, whose hits, newest
 * first, the other conditions thin out.
 */
export async function findLeadIds(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  { filter, page }: LeadsPage,
): Promise<number[]> {
  const { sort = 'newest' } = page;
  const states = statesOf(scope, filter, sort);
  if (states) return findByStates(workspaceId, sql, { filter, page }, states);
  if ((filter.search ?? '').length < 3 || isRare(filter))
    return findByConditions(workspaceId, sql, scope, { filter, page });
  const found = await searchLeads(workspaceId, sql, scope, { filter, page });
  return sort === 'newest' ? found.slice(page.offset ?? 0) : sortFound(workspaceId, sql, found, page);
}

/** Leads by the states of their enrolments alone, which an index answers in order. */
async function findByStates(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { filter, page: { after, limit, offset = 0, sort = 'newest' } }: LeadsPage,
  states: string,
): Promise<number[]> {
  const values: unknown[] = [
    workspaceId,
    after?.id ?? null,
    ...(filter.lead_statuses?.length ? [filter.lead_statuses] : []),
    limit,
    offset,
  ];
  const isNewest = sort === 'newest';
  return (
    await sql.query<{ id: number }>(
      `
        select x.lead_id as id
        from enrolment x
        where x.workspace_id = $1 and x.lead_id ${isNewest ? `< coalesce($2::int, 2147483647)` : `> coalesce($2::int, 0)`} ${states}
        order by x.lead_id ${isNewest ? 'DESC' : 'ASC'}
        limit $${values.length - 1}
        offset $${values.length}
      `,
      values,
    )
  ).rows.map((row) => row.id);
}

async function findByConditions(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  { filter, page: { after, limit, offset = 0, sort = 'newest' } }: LeadsPage,
): Promise<number[]> {
  const order = orders[sort];
  const where = conditionsOf(workspaceId, scope, filter);
  if ((filter.search ?? '').length >= 3) where.add(textOfLead, likeOf(filter.search as string));
  if (after !== null) where.add(order.behind, isByEmail(sort) ? after.email : after.id);
  return (
    await sql.query<{ id: number }>(
      `select l.id from lead l where ${where.sql} order by ${order.by} limit ${where.value(limit)} offset ${where.value(offset)}`,
      where.values,
    )
  ).rows.map((row) => row.id);
}

/** Hits of the text, newest first, as far as the page or another order needs them. */
async function searchLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  { filter, page: { after, limit, offset = 0, sort = 'newest' } }: LeadsPage,
): Promise<number[]> {
  const found: number[] = [];
  // Another order than the search's own has to know all hits; the first 60,000 are enough for whoever reads them.
  const wanted = sort === 'newest' ? limit + offset : mostSorted;
  // Steps grow, so that a common text with a rare condition does not take hundreds of round trips.
  for (
    let place = sort === 'newest' ? (after?.id ?? null) : null, step = Math.max(1_000, Math.min(wanted, mostSorted));
    found.length < wanted;
    step = Math.min(step * 4, mostSorted)
  ) {
    const { rows } = await sql.query<{ id: number }>('select id from search_leads($1, $2, $3, $4) as s(id)', [
      workspaceId,
      filter.search,
      place,
      step,
    ]);
    if (rows.length === 0) break;
    const where = conditionsOf(workspaceId, scope, filter);
    where.add(
      'l.id = ANY(?)',
      rows.map((row) => row.id),
    );
    found.push(
      ...(
        await sql.query<{ id: number }>(
          `select l.id from lead l where ${where.sql} order by l.id desc limit ${where.value(wanted - found.length)}`,
          where.values,
        )
      ).rows.map((row) => row.id),
    );
    if (rows.length < step) break;
    place = (rows.at(-1) as { id: number }).id;
  }
  return found;
}

/** A page of the hits in the order that is wanted. */
async function sortFound(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  found: readonly number[],
  { after, limit, offset = 0, sort = 'newest' }: LeadsPage['page'],
): Promise<number[]> {
  const order = orders[sort];
  const where = new Conditions();
  where.add('l.workspace_id = ? AND l.id = ANY(?)', workspaceId, found);
  if (after !== null) where.add(order.behind, isByEmail(sort) ? after.email : after.id);
  return (
    await sql.query<{ id: number }>(
      `select l.id from lead l where ${where.sql} order by ${order.by} limit ${where.value(limit)} offset ${where.value(offset)}`,
      where.values,
    )
  ).rows.map((row) => row.id);
}

const isByEmail = (sort: LeadSort) => sort === 'email' || sort === 'email_desc';

const mostSorted = 60_000;

/** Marks that few leads have: their index leaves so few that reading their texts is cheaper than walking all hits of a text. */
const isRare = (filter: LeadQuery): boolean =>
  filter.is_unsubscribed === true ||
  filter.is_bounced === true ||
  filter.email !== undefined ||
  (filter.ids !== undefined && filter.ids.length <= 10_000);
const textOfLead = `lower(l.email || ' ' || coalesce(l.first_name, '') || ' ' || coalesce(l.last_name,
  '') || ' ' || coalesce(l.company_name, '')) LIKE ?`;
const likeOf = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

export interface LeadListRecord extends LeadRecord {
  campaigns: { id: number; name: string; lead_status: LeadStatus }[];
  tags: { id: number; name: string; color: string }[];
}

/** One page of leads with the campaigns and tags of each. `offset` serves the public API, whose wire has no cursors. */
export async function findLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  query: { filter: LeadQuery; after: LeadPlace | null; limit: number; offset?: number; sort?: LeadSort },
): Promise<LeadListRecord[]> {
  return readLeads(
    workspaceId,
    sql,
    scope,
    await findLeadIds(workspaceId, sql, scope, { filter: query.filter, page: query }),
  );
}

/** Leads of these ids, in the order of the ids. */
export async function readLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  ids: readonly number[],
): Promise<LeadListRecord[]> {
  const inside = new Conditions(workspaceId, ids);
  addEnrolmentScope(inside, scope);
  const { rows } = await sql.query<LeadListRecord & { campaigns: LeadListRecord['campaigns'] | null }>(
    `
      select l.*,
        (
          select json_agg(
            json_build_object('id', c.id, 'name', c.name, 'lead_status', e.status) order by e.id desc
          )
          from enrolment e
          join campaign c on c.id = e.campaign_id
          where e.lead_id = l.id and ${inside.sql}
        ) as campaigns,
        (
          select coalesce(
            json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name), '[]'
          )
          from lead_tag y
          join tag g on g.id = y.tag_id
          where y.lead_id = l.id
        ) as tags
      from lead l
      where l.workspace_id = $1 and l.id = any($2)
    `,
    inside.values,
  );
  const byId = new Map(rows.map((row) => [row.id, { ...row, campaigns: row.campaigns ?? [] }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A filter, counted up to a number. */
interface LeadsToCount {
  filter: LeadQuery;
  most: number;
}

/** How many leads match, counted up to `most` + 1. */
export const countLeadsUpTo = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  { filter, most }: LeadsToCount,
): Promise<number> =>
  (await findLeadIds(workspaceId, sql, scope, { filter, page: { after: null, limit: most + 1 } })).length;

/** A lead that a person may see, locked or only read. */
interface LeadLookup {
  leadId: LeadId;
  lock?: boolean;
}

/** One lead inside the scope; null when it does not exist or is somebody else's. */
export async function findLead(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  { leadId, lock = false }: LeadLookup,
): Promise<LeadRecord | null> {
  const where = new Conditions();
  where.add('l.workspace_id = ? AND l.id = ?', workspaceId, leadId);
  addLeadScope(where, scope);
  return (
    (
      await sql.query<LeadRecord>(
        `select l.* from lead l where ${where.sql}${lock ? ' FOR UPDATE OF l' : ''}`,
        where.values,
      )
    ).rows[0] ?? null
  );
}
