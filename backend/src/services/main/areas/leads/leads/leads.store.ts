import type { LeadStatus } from '@skein/contracts/constants';
import type { LeadFilter, LeadSort } from '@skein/contracts/main/leads.contract';
import type { VerificationResult } from '@skein/contracts/main/verification-results';
import { Conditions } from '../../../../../platform/db/conditions';
import type { SqlClient } from '../../../../../platform/db/database';
import { emailStatusSql } from '../../lifecycle/lifecycle.api';
import { addListScope } from '../list-access/list-access.api';
import { addEnrolmentScope, isScoped, type CampaignScope } from '../../access/access.api';

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
    ? `from enrolment x join campaign xc on xc.id = x.campaign_id where x.lead_id = l.id and ${partOf(where, (part) => addEnrolmentScope(part, scope, 'x', 'xc'))}`
    : 'from enrolment x where x.lead_id = l.id';

/** What a client or a limited member sees: leads `l` of the campaigns and lists in their scope. */
export function leadScope(where: Conditions, scope: CampaignScope): string {
  const lists = partOf(where, (part) => addListScope(part, scope, scope.memberId ?? 0, 'yt'));
  return `
    exists (select ${enrolmentsOf(where, scope)})
      or exists (
        select from lead_list_member y join lead_list yt on yt.id = y.list_id where y.lead_id = l.id and ${lists}
      )
  `;
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
    where.add('exists (select from lead_list_member y where y.list_id = ? and y.lead_id = l.id)', filter.list_id);
  if (filter.tag_ids?.length)
    where.add('exists (select from lead_tag y where y.lead_id = l.id and y.tag_id = any(?))', filter.tag_ids);
  if (filter.email) where.add('l.email = ?', filter.email);
  if (filter.domain) where.add('l.domain = ?', filter.domain);
  if (filter.search && filter.search.length < 3) where.add('starts_with(l.email, lower(?))', filter.search);
  if (filter.providers?.length) where.add('l.provider = ANY(?)', filter.providers);
  if (filter.is_unsubscribed !== undefined)
    where.add(filter.is_unsubscribed ? 'l.is_unsubscribed' : 'NOT l.is_unsubscribed');
  if (filter.is_bounced !== undefined) where.add(filter.is_bounced ? 'l.is_bounced' : 'NOT l.is_bounced');
  if (filter.verification?.length)
    where.add(
      `l.verification = ANY(?)${filter.verification.includes('NONE') ? ' or l.verification is null' : ''}`,
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
      `x.campaign_id in (select id from campaign where workspace_id = ${where.value(workspaceId)} and client_id = any(${where.value(filter.client_id)}))`,
    );
  // What others do with a lead that they mail too is nothing by which somebody of a narrower scope finds it.
  if (parts.length > 0) where.add(`exists (select ${enrolmentsOf(where, scope)} and ${parts.join(' AND ')})`);
  if (filter.lead_type) {
    const any = enrolmentsOf(where, scope);
    // The index enrolment_lead_states answers this alone.
    const isOpen = `exists (select ${any} and ${open})`;
    where.add(
      filter.lead_type === 'active'
        ? isOpen
        : filter.lead_type === 'yet_to_use'
          ? `not exists (select ${any})`
          : `exists (select ${any}) and not ${isOpen}`,
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
      ? `and ${open} group by x.lead_id`
      : type === 'previously_active'
        ? `group by x.lead_id having not bool_or(${open})`
        : null;
  const isOne = 'x.status = ANY($3)';
  return type === undefined
    ? `and ${isOne} group by x.lead_id`
    : `group by x.lead_id having bool_or(${isOne}) and ${type === 'active' ? '' : 'NOT '}bool_or(${open})`;
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
  if ((filter.search ?? '').length < 3 || isRare(filter)) {
    const where = conditionsOf(workspaceId, scope, filter);
    if ((filter.search ?? '').length >= 3) where.add(textOfLead, likeOf(filter.search as string));
    if (after !== null) where.add(order.behind, isByEmail ? after.email : after.id);
    return (
      await sql.query<{ id: number }>(
        `select l.id from lead l where ${where.sql} order by ${order.by} limit ${where.value(limit)} offset ${where.value(offset)}`,
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
  if (sort === 'newest') return found.slice(offset);
  const where = new Conditions();
  where.add('l.workspace_id = ? AND l.id = ANY(?)', workspaceId, found);
  if (after !== null) where.add(order.behind, isByEmail ? after.email : after.id);
  return (
    await sql.query<{ id: number }>(
      `select l.id from lead l where ${where.sql} order by ${order.by} limit ${where.value(limit)} offset ${where.value(offset)}`,
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
        `select l.* from lead l where ${where.sql}${lock ? ' FOR UPDATE OF l' : ''}`,
        where.values,
      )
    ).rows[0] ?? null
  );
}
