import { useState } from 'react';
import type { CampaignLeadSelection, LeadSelection } from '@skein/contracts/main/lead-actions.contract';
import { showProblem } from '@skein/mfe/toasts';
import { useLeadWork } from './use-lead-work';

/** Exports leads: the work strip shows how far it is, and has the file. */
export function useExport(selection: LeadSelection | CampaignLeadSelection): {
  isStarting: boolean;
  start: () => void;
} {
  const work = useLeadWork();
  const [isStarting, setStarting] = useState(false);
  const start = () => {
    setStarting(true);
    work(selection, { kind: 'EXPORT' })
      .catch((error: unknown) => showProblem('The export did not start', error))
      .finally(() => setStarting(false));
  };
  return { isStarting, start };
}
