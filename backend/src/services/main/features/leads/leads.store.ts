import type { LeadStatus } from '@skein/contracts/constants';
import type { LeadFilter, LeadSort } from '@skein/contracts/main/leads.contract';
import type { VerificationResult } from '@skein/contracts/main/verification-results';
import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';
import { emailStatusSql } from '../campaign-leads/email-status.store';
import { addListScope } from '../lead-lists/lead-lists.store';
import { addEnrolmentScope, isScoped, type CampaignScope } from '../campaigns/campaign-scope';

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

/** Conditions of a part of a statement, with their values among those of the whole. */
export function partOf(where: Conditions, fill: (part: Conditions) => void): string {
  const part = new Conditions(...where.values);
  fill(part);
  where.values.splice(0, where.values.length, ...part.values);
  return part.sql;
}

/** The enrolments `x` of a lead `l` that somebody sees. */
const enrolmentsOf = (where: Conditions, scope: CampaignScope): string =>
  isScoped(scope)
    ? `FROM enrolment x JOIN campaign xc ON xc.id = x.campaign_id WHERE x.lead_id = l.id AND ${partOf(where, (part) => addEnrolmentScope(part, scope, 'x', 'xc'))}`
    : 'FROM enrolment x WHERE x.lead_id = l.id';

/** What a client or a limited member sees: leads `l` of the campaigns and lists in their scope. */
export function leadScope(where: Conditions, scope: CampaignScope): string {
  const lists = partOf(where, (part) => addListScope(part, scope, scope.memberId ?? 0, 'yt'));
  return `EXISTS (SELECT ${enrolmentsOf(where, scope)}) OR EXISTS (SELECT FROM lead_list_member y JOIN lead_list yt ON yt.id = y.list_id WHERE y.lead_id = l.id AND ${lists})`;
}

function addLeadScope(where: Conditions, scope: CampaignScope): void {
  if (isScoped(scope)) where.add(leadScope(where, scope));
}

const open = `x.status IN ('STARTED', 'INPROGRESS', 'PAUSED')`;

/** What matches, of named leads only or without some. */
export interface LeadQuery extends LeadFilter {
  ids?: readonly number[];
  excludedIds?: readonly number[];
}

function conditionsOf(workspaceId: number, scope: CampaignScope, filter: LeadQuery): Conditions {
  const where = new Conditions();
  where.add('l.workspace_id = ?', workspaceId);
  addLeadScope(where, scope);
  if (filter.ids) where.add('l.id = ANY(?)', [...filter.ids]);
  if (filter.excludedIds?.length) where.add('l.id <> ALL(?)', [...filter.excludedIds]);
  if (filter.list_id)
    where.add('EXISTS (SELECT FROM lead_list_member y WHERE y.list_id = ? AND y.lead_id = l.id)', filter.list_id);
  if (filter.tag_ids?.length)
    where.add('EXISTS (SELECT FROM lead_tag y WHERE y.lead_id = l.id AND y.tag_id = ANY(?))', filter.tag_ids);
  if (filter.email) where.add('l.email = ?', filter.email);
  if (filter.domain) where.add('l.domain = ?', filter.domain);
  if (filter.search && filter.search.length < 3) where.add('starts_with(l.email, lower(?))', filter.search);
  if (filter.providers?.length) where.add('l.provider = ANY(?)', filter.providers);
  if (filter.is_unsubscribed !== undefined)
    where.add(filter.is_unsubscribed ? 'l.is_unsubscribed' : 'NOT l.is_unsubscribed');
  if (filter.is_bounced !== undefined) where.add(filter.is_bounced ? 'l.is_bounced' : 'NOT l.is_bounced');
  if (filter.verification?.length)
    where.add(
      `l.verification = ANY(?)${filter.verification.includes('NONE') ? ' OR l.verification IS NULL' : ''}`,
      filter.verification,
    );
  if (filter.upload_id) where.add('l.upload_id = ?', filter.upload_id);
  if (filter.created_after) where.add('l.created_at > ?', new Date(filter.created_after));
  const parts: string[] = [];
  if (filter.campaign_id) parts.push(`x.campaign_id = ${where.value(filter.campaign_id)}`);
  if (filter.lead_statuses?.length) parts.push(`x.status = ANY(${where.value(filter.lead_statuses)})`);
  if (filter.category_ids?.length) parts.push(`x.category_id = ANY(${where.value(filter.category_ids)})`);
  for (const status of filter.email_statuses ?? []) parts.push(`(${emailStatusSql(status, 'x')})`);
  if (filter.client_id?.length)
    parts.push(
      `x.campaign_id IN (SELECT id FROM campaign WHERE workspace_id = ${where.value(workspaceId)} AND client_id = ANY(${where.value(filter.client_id)}))`,
    );
  // What others do with a lead that they mail too is nothing by which somebody of a narrower scope finds it.
  if (parts.length > 0) where.add(`EXISTS (SELECT ${enrolmentsOf(where, scope)} AND ${parts.join(' AND ')})`);
  if (filter.lead_type) {
    const any = enrolmentsOf(where, scope);
    // The index enrolment_lead_states answers this alone.
    const isOpen = `EXISTS (SELECT ${any} AND ${open})`;
    where.add(
      filter.lead_type === 'active'
        ? isOpen
        : filter.lead_type === 'yet_to_use'
          ? `NOT EXISTS (SELECT ${any})`
          : `EXISTS (SELECT ${any}) AND NOT ${isOpen}`,
    );
  }
  return where;
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
 * What the states of a lead alone decide, as the end of a query over enrolments; null where something else is asked too. Then the enrolments are read in
 * the order of their leads, from one index, and leads that are in no campaign are never looked at: there may be a hundred thousand of them at the top of the list.
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
      ? `AND ${open} GROUP BY x.lead_id`
      : type === 'previously_active'
        ? `GROUP BY x.lead_id HAVING NOT bool_or(${open})`
        : null;
  const isOne = 'x.status = ANY($3)';
  return type === undefined
    ? `AND ${isOne} GROUP BY x.lead_id`
    : `GROUP BY x.lead_id HAVING bool_or(${isOne}) AND ${type === 'active' ? '' : 'NOT '}bool_or(${open})`;
}

/** Ids that match, in order. A text of three characters or more goes through the search function, whose hits, newest first, the other conditions thin out. */
export async function findLeadIds(
  workspaceId: number,
  sql: SqlClient,
  scope: CampaignScope,
  filter: LeadQuery,
  page: { after: LeadPlace | null; limit: number; offset?: number; sort?: LeadSort },
): Promise<number[]> {
  const { after, limit, offset = 0, sort = 'newest' } = page;
  const order = orders[sort];
  const isByEmail = sort === 'email' || sort === 'email_desc';
  const states = statesOf(scope, filter, sort);
  if (states) {
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
        `SELECT x.lead_id AS id FROM enrolment x WHERE x.workspace_id = $1 AND x.lead_id ${isNewest ? `< coalesce($2::int, 2147483647)` : `> coalesce($2::int, 0)`}
       ${states} ORDER BY x.lead_id ${isNewest ? 'DESC' : 'ASC'} LIMIT $${values.length - 1} OFFSET $${values.length}`,
        values,
      )
    ).rows.map((row) => row.id);
  }
  if ((filter.search ?? '').length < 3 || isRare(filter)) {
    const where = conditionsOf(workspaceId, scope, filter);
    if ((filter.search ?? '').length >= 3) where.add(textOfLead, likeOf(filter.search as string));
    if (after !== null) where.add(order.behind, isByEmail ? after.email : after.id);
    return (
      await sql.query<{ id: number }>(
        `SELECT l.id FROM lead l WHERE ${where.sql} ORDER BY ${order.by} LIMIT ${where.value(limit)} OFFSET ${where.value(offset)}`,
        where.values,
      )
    ).rows.map((row) => row.id);
  }
  const found: number[] = [];
  // Another order than the search's own has to know all hits; the first 60,000 are enough for whoever reads them.
  const wanted = sort === 'newest' ? limit + offset : mostSorted;
  // Steps grow, so that a common text with a rare condition does not take hundreds of round trips.
  for (
    let place = sort === 'newest' ? (after?.id ?? null) : null, step = Math.max(1_000, Math.min(wanted, mostSorted));
    found.length < wanted;
    step = Math.min(step * 4, mostSorted)
  ) {
    const { rows } = await sql.query<{ id: number }>('SELECT id FROM search_leads($1, $2, $3, $4) AS s(id)', [
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
          `SELECT l.id FROM lead l WHERE ${where.sql} ORDER BY l.id DESC LIMIT ${where.value(wanted - found.length)}`,
          where.values,
        )
      ).rows.map((row) => row.id),
    );
    if (rows.length < step) break;
    place = (rows.at(-1) as { id: number }).id;
  }
  if (sort === 'newest') return found.slice(offset);
  const where = new Conditions();
  where.add('l.workspace_id = ? AND l.id = ANY(?)', workspaceId, found);
  if (after !== null) where.add(order.behind, isByEmail ? after.email : after.id);
  return (
    await sql.query<{ id: number }>(
      `SELECT l.id FROM lead l WHERE ${where.sql} ORDER BY ${order.by} LIMIT ${where.value(limit)} OFFSET ${where.value(offset)}`,
      where.values,
    )
  ).rows.map((row) => row.id);
}

const mostSorted = 60_000;

/** Marks that few leads have: their index leaves so few that reading their texts is cheaper than walking all hits of a text. */
const isRare = (filter: LeadQuery): boolean =>
  filter.is_unsubscribed === true ||
  filter.is_bounced === true ||
  filter.email !== undefined ||
  (filter.ids !== undefined && filter.ids.length <= 10_000);
const textOfLead = `lower(l.email || ' ' || coalesce(l.first_name, '') || ' ' || coalesce(l.last_name, '') || ' ' || coalesce(l.company_name, '')) LIKE ?`;
const likeOf = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

export interface LeadListRecord extends LeadRecord {
  campaigns: { id: number; name: string; lead_status: LeadStatus }[];
  tags: { id: number; name: string; color: string }[];
}

/** One page of leads with the campaigns and tags of each. `offset` serves the public API, whose wire has no cursors. */
export async function findLeads(
  workspaceId: number,
  sql: SqlClient,
  scope: CampaignScope,
  query: { filter: LeadQuery; after: LeadPlace | null; limit: number; offset?: number; sort?: LeadSort },
): Promise<LeadListRecord[]> {
  return readLeads(workspaceId, sql, scope, await findLeadIds(workspaceId, sql, scope, query.filter, query));
}

/** Leads of these ids, in the order of the ids. */
export async function readLeads(
  workspaceId: number,
  sql: SqlClient,
  scope: CampaignScope,
  ids: readonly number[],
): Promise<LeadListRecord[]> {
  const inside = new Conditions(workspaceId, ids);
  addEnrolmentScope(inside, scope);
  const { rows } = await sql.query<LeadListRecord & { campaigns: LeadListRecord['campaigns'] | null }>(
    `SELECT l.*, (SELECT json_agg(json_build_object('id', c.id, 'name', c.name, 'lead_status', e.status) ORDER BY e.id DESC) FROM enrolment e JOIN campaign c ON c.id = e.campaign_id WHERE e.lead_id = l.id AND ${inside.sql}) AS campaigns,
       (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) ORDER BY g.name), '[]') FROM lead_tag y JOIN tag g ON g.id = y.tag_id WHERE y.lead_id = l.id) AS tags
     FROM lead l WHERE l.workspace_id = $1 AND l.id = ANY($2)`,
    inside.values,
  );
  const byId = new Map(rows.map((row) => [row.id, { ...row, campaigns: row.campaigns ?? [] }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** How many leads match, counted up to `most` + 1. */
export const countLeadsUpTo = async (
  workspaceId: number,
  sql: SqlClient,
  scope: CampaignScope,
  filter: LeadQuery,
  most: number,
): Promise<number> => (await findLeadIds(workspaceId, sql, scope, filter, { after: null, limit: most + 1 })).length;

/** One lead inside the scope; null when it does not exist or is somebody else's. */
export async function findLead(
  workspaceId: number,
  sql: SqlClient,
  scope: CampaignScope,
  leadId: number,
  lock = false,
): Promise<LeadRecord | null> {
  const where = new Conditions();
  where.add('l.workspace_id = ? AND l.id = ?', workspaceId, leadId);
  addLeadScope(where, scope);
  return (
    (
      await sql.query<LeadRecord>(
        `SELECT l.* FROM lead l WHERE ${where.sql}${lock ? ' FOR UPDATE OF l' : ''}`,
        where.values,
      )
    ).rows[0] ?? null
  );
}
