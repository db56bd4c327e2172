import type { CampaignId } from '@skein/contracts/ids';
import type { LeadSelection } from '@skein/contracts/main/campaign-leads.contract';
import { resumeSelected } from '#lifecycle/lifecycle.api';
import type { Who } from '#access/access.api';
import { changeAll, type LeadDeps } from './change-leads';

/** Leads of one campaign and the days until they continue. */
interface LeadsToResume {
  campaignId: CampaignId;
  selection: LeadSelection;
  delayDays?: number;
}

/** Resumes leads that are paused, stopped or on hold, after some days if wished. */
export const resumeLeads = (deps: LeadDeps, who: Who, { campaignId, selection, delayDays = 0 }: LeadsToResume) =>
  changeAll(deps, who, { campaignId, selection }, async ({ sql, campaign, rows, at, skip }) => {
    const changed = await resumeSelected(who.workspaceId, sql, { campaign, rows, at, delayDays, skip });
    return { changed: changed.length, cancelled: 0 };
  });
