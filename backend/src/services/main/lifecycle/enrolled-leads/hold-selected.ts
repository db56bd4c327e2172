import type { CampaignId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { requireCampaign, scopeOf, type CampaignRecord, type Who } from '#access/access.api';
import { lockLeads, type LockedLead } from '../lead-state/change-leads.store';

/**
 * Holds leads of a campaign that this person sees, in the order of their ids, until the transaction ends. The sender
 * takes these locks as well, so that a change that is committed is seen before the next final dot.
 * @throws SkeinError NOT_FOUND for a campaign that is not theirs
 */
export async function holdSelected(
  sql: SqlClient,
  who: Who,
  campaignId: CampaignId,
  ids: readonly number[],
): Promise<{ campaign: CampaignRecord; rows: LockedLead[] }> {
  const campaign = await requireCampaign(sql, who, campaignId);
  const { hiddenCategories } = scopeOf(who);
  return { campaign, rows: await lockLeads(who.workspaceId, sql, { campaignId, ids, hiddenCategories }) };
}
