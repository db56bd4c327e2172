import type { CampaignStatus } from '@skein/contracts/constants';
import { campaignStates } from '@skein/mfe/campaign-status-labels';
import { StateStatus } from '@skein/ui/status';

export const statusWords: Record<CampaignStatus, string> = {
  DRAFTED: 'Draft',
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  COMPLETED: 'Completed',
  STOPPED: 'Stopped',
  ARCHIVED: 'Archived',
};

/** Glyph, word and colour of a campaign's status. */
export const CampaignState = ({ status, quiet }: { status: CampaignStatus; quiet?: boolean }) => (
  <StateStatus state={campaignStates[status]} {...(quiet ? { quiet } : {})} />
);
