import type { SqlClient } from '../../../../platform/db/database';
import { notFound } from '../../../../platform/http/skein-error';
import type { MainDeps } from '../../deps';
import { localDay } from '../sending/local-day';
import { readFigures, type CampaignFigures } from './campaign-figures.store';
import { scopeOf, type Who } from './campaign-scope';
import { toCampaignView } from './campaign-view';
import { findCampaign, type CampaignRecord } from './campaigns.store';

/** A campaign that this person may see. @throws SkeinError NOT_FOUND */
export async function requireCampaign(
  sql: SqlClient,
  who: Who,
  campaignId: number,
  lock = false,
): Promise<CampaignRecord> {
  const campaign = await findCampaign(who.workspaceId, sql, scopeOf(who), campaignId, lock);
  if (!campaign) throw notFound('This campaign');
  return campaign;
}

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
