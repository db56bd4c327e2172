import type { LeadStatus } from '@skein/contracts/constants';
import { leadStateLabels } from '@skein/contracts/main/lead-state-labels';
import { StateStatus, Status, type KnownState } from '@skein/ui/status';

const states: Record<LeadStatus, KnownState> = {
  STARTED: 'fresh',
  INPROGRESS: 'started',
  COMPLETED: 'completed',
  STOPPED: 'stopped',
  PAUSED: 'paused',
  BLOCKED: 'failed',
};

/** A lead that stopped answered or left: in the same colour as in the bar of the campaign, which is not that of a failure. */
export const LeadState = ({ status, quiet }: { status: LeadStatus; quiet?: boolean }) =>
  status === 'STOPPED' ? (
    <Status glyph="stopped" tone="success" {...(quiet ? { quiet } : {})}>
      {leadStateLabels[status]}
    </Status>
  ) : (
    <StateStatus state={states[status]} {...(quiet ? { quiet } : {})}>
      {leadStateLabels[status]}
    </StateStatus>
  );
