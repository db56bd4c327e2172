import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import { localDay } from '#engine/sending/local-day';
import type { CampaignFigures } from './campaign-figures';
import { readFigures } from './campaign-figures.store';
import { scopeOf, requireCampaign, type Who, type CampaignRecord } from '#access/access.api';
import { toCampaignView } from './campaign-view';

/** Campaigns at one moment, without the replies of hidden categories. */
interface CampaignsToShow {
  campaigns: CampaignRecord[];
  now: number;
  hiddenCategories?: readonly number[];
}

/** Figures of some campaigns, each by its own local day, without the leads of hidden categories. */
export const figuresOf = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaigns, now, hiddenCategories = [] }: CampaignsToShow,
): Promise<Map<number, CampaignFigures>> =>
  readFigures(workspaceId, sql, {
    campaignIds: campaigns.map((campaign) => campaign.id),
    todayStarts: campaigns.map((campaign) => localDay(campaign.time_zone, now).start),
    now,
    hiddenCategories,
  });

/** One campaign with settings, schedule, figures and what may be done with it. */
export const getCampaign = (deps: Pick<MainDeps, 'db' | 'campaignClock'>, who: Who, campaignId: CampaignId) =>
  deps.db.tenantSql(who.workspaceId, (sql) => viewCampaign(sql, who, campaignId, deps.campaignClock.now()));

/** The same inside an open transaction: what an operation answers after a change. */
export async function viewCampaign(sql: SqlClient, who: Who, campaignId: CampaignId, now: number) {
  const campaign = await requireCampaign(sql, who, campaignId);
  const figures = await figuresOf(who.workspaceId, sql, {
    campaigns: [campaign],
    now,
    hiddenCategories: scopeOf(who).hiddenCategories,
  });
  return toCampaignView(campaign, figures.get(campaign.id) as CampaignFigures, now);
}
