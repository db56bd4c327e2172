import type { CampaignView } from '@skein/contracts/main/campaign-views';

/** What every tab but the first gets. */
export interface TabProps {
  campaign: CampaignView;
  mayWrite: boolean;
}

/** Whether an edit touches leads that are already on their way: then its effect is shown before it applies. */
export const isUnderWay = (campaign: CampaignView): boolean =>
  campaign.status === 'ACTIVE' || (campaign.status !== 'DRAFTED' && campaign.progress.by_status.INPROGRESS > 0);
