import type { LeadStatus } from '../constants';

/** Words for the state of a lead in a campaign (docs/domain.md, Statuses: STARTED is shown as not contacted yet). */
export const leadStateLabels: Record<LeadStatus, string> = {
  STARTED: 'Not contacted yet',
  INPROGRESS: 'In progress',
  COMPLETED: 'Completed',
  STOPPED: 'Stopped',
  PAUSED: 'Paused',
  BLOCKED: 'Blocked',
};
