import type { LeadSelection } from '@skein/contracts/main/campaign-leads.contract';
import { useSelection } from '@skein/mfe/lists/use-selection';
import { nothingSelected, type DataTableSelection } from '@skein/ui/data-table';
import type { LeadFilterQuery } from './lead-address';
import { useLeadSelection } from './use-lead-actions';

export type SelectedLeads = ReturnType<typeof useSelectedLeads>;

/** What is selected in the lead list, and changes of some of its leads. */
export function useSelectedLeads(campaignId: number, filter: LeadFilterQuery) {
  const [selection, select] = useSelection({ campaign: campaignId, ...filter });
  const named = useLeadSelection(campaignId, filter);
  return {
    selection,
    select,
    named,
    // What was selected stays so when nothing came of it, and when only the menu of one row was used.
    withSelection: (given: DataTableSelection, run: (selection: LeadSelection) => Promise<void>) =>
      named(given).then(async (selected) => {
        await run(selected);
        if (given === selection) select(nothingSelected);
      }),
  };
}
