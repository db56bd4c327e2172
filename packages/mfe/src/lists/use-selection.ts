import { useCallback, useState, type Dispatch } from 'react';
import { nothingSelected, type DataTableSelection } from '@skein/ui/data-table';

/**
 * What is selected in a list, for as long as the list shows the same rows. "All that match" are other rows under
 * another filter, and rows by name are out of sight there: whichever way the filter came to be another one (a chip, a
 * saved view, Back, Reset), nothing is selected then. `shown` is what decides which rows there are: the filter, without
 * page and order.
 */
export function useSelection(shown: unknown): [DataTableSelection, Dispatch<DataTableSelection>] {
  const of = JSON.stringify(shown);
  const [kept, keep] = useState({ of, selection: nothingSelected });
  const select = useCallback((selection: DataTableSelection) => keep({ of, selection }), [of]);
  return [kept.of === of ? kept.selection : nothingSelected, select];
}
