import type { CampaignId } from '@skein/contracts/ids';
import type { CampaignLeadFilter } from '@skein/contracts/main/campaign-leads.contract';
import type { SqlClient } from '#platform/db/database';
import { scopeOf, type Who } from '#access/access.api';
import { findMatchingIds } from './lead-filter.store';

/** Leads of a campaign that a filter finds, so many a page. */
interface LeadsToFind {
  campaignId: CampaignId;
  filter: CampaignLeadFilter;
  size: number;
}

/**
 * The leads of a campaign that a filter finds and this person sees, newest first, page by page: for actions on all of them.
 * @param inside where each page is read: in a transaction of its own, or in the caller's
 */
export async function* matchingLeads(
  who: Who,
  { campaignId, filter, size }: LeadsToFind,
  inside: (read: (sql: SqlClient) => Promise<number[]>) => Promise<number[]>,
): AsyncGenerator<number[]> {
  const scoped = { ...filter, hiddenCategories: scopeOf(who).hiddenCategories };
  for (let before: number | null = null; ;) {
    const place: number | null = before;
    const ids = await inside((sql) =>
      findMatchingIds(who.workspaceId, sql, { campaignId, filter: scoped, before: place, limit: size }),
    );
    if (ids.length > 0) yield ids;
    if (ids.length < size) return;
    before = ids.at(-1) as number;
  }
}
