import type { LeadStatus } from '@skein/contracts/constants';
import { StateStatus, type KnownState } from '@skein/ui/status';

/** Words for the state of a lead in a campaign (docs/domain.md, Statuses: STARTED is shown as not contacted yet). */
export const leadStateWords: Record<LeadStatus, string> = {
  STARTED: 'Not contacted yet',
  INPROGRESS: 'In progress',
  COMPLETED: 'Completed',
  STOPPED: 'Stopped',
  PAUSED: 'Paused',
  BLOCKED: 'Blocked',
};
const states: Record<LeadStatus, KnownState> = {
  STARTED: 'fresh',
  INPROGRESS: 'started',
  COMPLETED: 'completed',
  STOPPED: 'stopped',
  PAUSED: 'paused',
  BLOCKED: 'failed',
};

export const LeadState = ({ status, quiet }: { status: LeadStatus; quiet?: boolean }) => (
  <StateStatus state={states[status]} {...(quiet ? { quiet } : {})}>
    {leadStateWords[status]}
  </StateStatus>
);
