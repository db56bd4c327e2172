import type { CampaignStatus } from '@skein/contracts/constants';
import type { KnownState } from '@skein/ui/status';

/** How a campaign stands, within a line: "Subsequence, paused". */
export const campaignStatusWords: Record<CampaignStatus, string> = /* text */ {
  DRAFTED: 'draft',
  ACTIVE: 'active',
  PAUSED: 'paused',
  COMPLETED: 'completed',
  STOPPED: 'stopped',
  ARCHIVED: 'archived',
};

/** The glyph and colour of each status. */
export const campaignStates = {
  DRAFTED: 'draft',
  ACTIVE: 'active',
  PAUSED: 'paused',
  COMPLETED: 'completed',
  STOPPED: 'stopped',
  ARCHIVED: 'archived',
} as const satisfies Record<CampaignStatus, KnownState>;
