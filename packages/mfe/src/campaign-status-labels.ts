import type { CampaignStatus } from '@skein/contracts/constants';

/** How a campaign stands, within a line: "Subsequence, paused". */
export const campaignStatusWords: Record<CampaignStatus, string> = /* text */ {
  DRAFTED: 'draft',
  ACTIVE: 'active',
  PAUSED: 'paused',
  COMPLETED: 'completed',
  STOPPED: 'stopped',
  ARCHIVED: 'archived',
};
