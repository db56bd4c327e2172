import type { SqlClient } from '#platform/db/database';
import { scopeOf, type CampaignRecord, type Who } from '#access/access.api';
import { findCampaigns, type CampaignFilter } from './campaigns.store';

/** The first campaigns of a list, without figures. */
interface CampaignsToRead {
  filter: CampaignFilter;
  by: 'created_at' | 'updated_at';
  limit: number;
}

/** Campaigns in somebody's sight that a filter finds, newest first. */
export async function newestCampaigns(
  sql: SqlClient,
  who: Who,
  { filter, by, limit }: CampaignsToRead,
): Promise<CampaignRecord[]> {
  const found = await findCampaigns(who.workspaceId, sql, {
    filter,
    scope: scopeOf(who),
    sort: by,
    isDescending: true,
    after: null,
    limit,
  });
  // A page is read with one more, which tells that there is another.
  return found.slice(0, limit);
}
