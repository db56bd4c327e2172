import type { LeadFilter, LeadSort } from '@skein/contracts/main/leads.contract';
import { cursorNumber, decodeCursor, encodeCursor } from '#platform/db/cursor';
import type { MainDeps } from '#main/deps';
import { scopeOf, type Who } from '#access/access.api';
import { checkList } from '../list-access/require-list';
import { countLeadsUpTo, findLeads, type LeadRecord } from './leads.store';

/** Totals are exact up to here; by what no index counts alone, along a million leads, up to the second. */
const mostCounted = 10_000;
const mostSearched = 1_000;
const isSlow = (filter: LeadFilter): boolean =>
  Boolean(
    filter.lead_type === 'yet_to_use' ||
    filter.providers?.length ||
    filter.category_ids?.length ||
    filter.email_statuses?.length ||
    filter.client_id?.length ||
    filter.tag_ids?.length,
  );

/** All leads of the workspace (of a client: of its campaigns and lists). */
export const listLeads = (
  deps: Pick<MainDeps, 'db'>,
  who: Who,
  query: LeadFilter & { sort?: LeadSort; cursor?: string; limit: number; offset?: number },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { cursor, limit, offset, sort = 'newest', ...filter } = query;
    const scope = scopeOf(who);
    if (filter.list_id) await checkList(sql, who, filter.list_id);
    const place = decodeCursor(cursor, 2);
    const found = await findLeads(who.workspaceId, sql, scope, {
      filter,
      sort,
      after: place && { id: cursorNumber(place[0]), email: place[1] === null ? null : String(place[1]) },
      limit: limit + 1,
      offset,
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const most = isSlow(filter) ? mostSearched : mostCounted;
    const total = await countLeadsUpTo(who.workspaceId, sql, scope, { filter, most });
    return {
      rows: page.map((lead) => ({
        ...toSummary(lead),
        verification: lead.verification,
        verified_at: lead.verified_at,
        campaign_count: lead.campaigns.length,
        campaigns: lead.campaigns.slice(0, 10),
        tags: lead.tags,
        created_at: lead.created_at,
        updated_at: lead.updated_at,
      })),
      next_cursor:
        found.length > limit && last ? encodeCursor([last.id, sort.startsWith('email') ? last.email : null]) : null,
      total: Math.min(total, most),
      total_is_capped: total > most,
    };
  });

/** The newest leads in somebody's sight that a text finds. */
export const searchLeads = (deps: Pick<MainDeps, 'db'>, who: Who, search: string, limit: number) =>
  deps.db.tenantSql(who.workspaceId, (sql) =>
    findLeads(who.workspaceId, sql, scopeOf(who), { filter: { search }, after: null, limit }),
  );

/** The columns of a lead that every list shows. */
export const toSummary = (lead: LeadRecord) => ({
  id: lead.id,
  email: lead.email,
  first_name: lead.first_name,
  last_name: lead.last_name,
  phone_number: lead.phone_number,
  company_name: lead.company_name,
  website: lead.website,
  location: lead.location,
  linkedin_profile: lead.linkedin_profile,
  company_url: lead.company_url,
  custom_fields: lead.custom_fields,
  provider: lead.provider,
  is_unsubscribed: lead.is_unsubscribed,
  is_bounced: lead.is_bounced,
});
