import type { SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import { scopeOf, type Who } from './campaign-scope';
import { findCampaign, type CampaignRecord } from './campaign.store';

/** A campaign that this person may see. @throws SkeinError NOT_FOUND */
export async function requireCampaign(
  sql: SqlClient,
  who: Who,
  campaignId: number,
  lock = false,
): Promise<CampaignRecord> {
  const campaign = await findCampaign(who.workspaceId, sql, scopeOf(who), { campaignId, lock });
  if (!campaign) throw notFound('This campaign', 'campaign');
  return campaign;
}
