import type { SqlClient } from '../../../../../platform/db/database';
import type { MainDeps } from '../../../deps';
import { localDay } from '../../../../../engine/sending/local-day';
import { readFigures, type CampaignFigures } from './campaign-figures.store';
import { scopeOf, requireCampaign, type Who, type CampaignRecord } from '../../access/access.api';
import { toCampaignView } from './campaign-view';

/** Figures of some campaigns, each by its own local day, without the leads of hidden categories. */
export const figuresOf = (
  workspaceId: number,
  sql: SqlClient,
  campaigns: CampaignRecord[],
  now: number,
  hiddenCategories: readonly number[] = [],
): Promise<Map<number, CampaignFigures>> =>
  readFigures(
    workspaceId,
    sql,
    campaigns.map((campaign) => campaign.id),
    campaigns.map((campaign) => localDay(campaign.time_zone, now).start),
    hiddenCategories,
  );

/** One campaign with settings, schedule, figures and what may be done with it. */
export const getCampaign = (deps: Pick<MainDeps, 'db' | 'campaignClock'>, who: Who, campaignId: number) =>
  deps.db.tenantSql(who.workspaceId, (sql) => viewCampaign(sql, who, campaignId, deps.campaignClock.now()));

/** The same inside an open transaction: what an operation answers after a change. */
export async function viewCampaign(sql: SqlClient, who: Who, campaignId: number, now: number) {
  const campaign = await requireCampaign(sql, who, campaignId);
  const figures = await figuresOf(who.workspaceId, sql, [campaign], now, scopeOf(who).hiddenCategories);
  return toCampaignView(campaign, figures.get(campaign.id) as CampaignFigures, now);
}
