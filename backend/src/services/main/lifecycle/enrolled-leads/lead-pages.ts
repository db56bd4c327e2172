import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { CampaignLeadFilter } from '@skein/contracts/main/campaign-leads.contract';
import type { SqlClient } from '#platform/db/database';
import { scopeOf, type Who } from '#access/access.api';
import {
  countLeadPage,
  findLeadPage,
  findLeadsAfter,
  type LeadPageQuery,
  type LeadPageRecord,
} from './lead-pages.store';

/** Leads of a campaign that this person sees. */
export type LeadsToRead = Omit<LeadPageQuery, 'filter' | 'offset' | 'limit'> & { filter: CampaignLeadFilter };

const inSight = (who: Who, query: LeadsToRead) => ({
  ...query,
  filter: { ...query.filter, hiddenCategories: scopeOf(who).hiddenCategories },
});

/** A page of a campaign's leads by number, oldest first, so that pages stay while leads are added. */
export const readLeadPage = (
  sql: SqlClient,
  who: Who,
  campaignId: CampaignId,
  { offset, limit, ...query }: LeadsToRead & { offset: number; limit: number },
): Promise<LeadPageRecord[]> =>
  findLeadPage(who.workspaceId, sql, campaignId, { ...inSight(who, query), offset, limit });

/** How many there are on all pages. */
export const countLeadPages = (sql: SqlClient, who: Who, campaignId: CampaignId, query: LeadsToRead): Promise<number> =>
  countLeadPage(who.workspaceId, sql, campaignId, inSight(who, query));

/** All leads of a campaign in the order of their ids, so many in each transaction. */
export async function* eachLead(
  inside: <Rows>(read: (sql: SqlClient) => Promise<Rows>) => Promise<Rows>,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  size: number,
): AsyncGenerator<LeadPageRecord[]> {
  for (let after = 0; ;) {
    const from = after;
    const rows = await inside((sql) => findLeadsAfter(workspaceId, sql, { campaignId, after: from, limit: size }));
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = (rows.at(-1) as LeadPageRecord).enrolment_id;
  }
}
