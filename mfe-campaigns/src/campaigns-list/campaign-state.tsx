import type { CampaignStatus } from '@skein/contracts/constants';
import { StateStatus, type KnownState } from '@skein/ui/status';

const states: Record<CampaignStatus, KnownState> = {
  DRAFTED: 'draft',
  ACTIVE: 'active',
  PAUSED: 'paused',
  COMPLETED: 'completed',
  STOPPED: 'stopped',
  ARCHIVED: 'archived',
};
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
  <StateStatus state={states[status]} {...(quiet ? { quiet } : {})} />
);
