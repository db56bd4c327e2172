import { useState } from 'react';
import type { LeadSelection } from '@skein/contracts/main/lead-actions.contract';
import { showProblem } from '@skein/mfe/toasts';
import { useLeadsAddress } from './all-leads.hooks';
import { useLeadWork } from './use-lead-work';

/** Exports exactly what the filters show. */
export function useExport(list?: { id: number }): { isStarting: boolean; start: () => void } {
  const { filter } = useLeadsAddress();
  const work = useLeadWork();
  const [isStarting, setStarting] = useState(false);
  const selection: LeadSelection = { filter: { ...filter, ...(list ? { list_id: list.id } : {}) }, excluded_ids: [] };
  const start = () => {
    setStarting(true);
    work(selection, { kind: 'EXPORT' })
      .catch((error: unknown) => showProblem('The export did not start', error))
      .finally(() => setStarting(false));
  };
  return { isStarting, start };
}
