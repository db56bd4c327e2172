import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import { scopeOf, type Who } from './campaign-scope';
import { findCampaign, findCampaignIds, type CampaignRecord } from './campaign.store';

/** A campaign that this person may see. @throws SkeinError NOT_FOUND */
export async function requireCampaign(
  sql: SqlClient,
  who: Who,
  campaignId: CampaignId,
  lock = false,
): Promise<CampaignRecord> {
  const campaign = await findCampaign(who.workspaceId, sql, scopeOf(who), { campaignId, lock });
  if (!campaign) throw notFound('This campaign', 'campaign');
  return campaign;
}

/** Which of these campaigns this person may see, by id. */
export const visibleCampaigns = (sql: SqlClient, who: Who, campaignIds: CampaignId[]): Promise<number[]> =>
  findCampaignIds(who.workspaceId, sql, scopeOf(who), campaignIds);

/** Holds a campaign until the transaction ends, for what the product does by itself. @returns null when it does not exist */
export const holdCampaign = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<CampaignRecord | null> =>
  findCampaign(workspaceId, sql, scopeOf({ workspaceId, userId: 0, role: 'OWNER', client: null }), {
    campaignId,
    lock: true,
  });
