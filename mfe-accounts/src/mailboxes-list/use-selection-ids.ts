import { useCallback } from 'react';
import { idsOf } from '@skein/mfe/lists/selection-ids';
import { useAppDispatch } from '@skein/mfe/store';
import type { DataTableSelection } from '@skein/ui/data-table';
import { accountsApi } from '../api';

/** The bulk endpoints take this many mailboxes at once, and a page of the list has as many at most. */
export const bulkSize = 500;

/** The ids a selection of mailboxes stands for. */
export function useSelectionIds(filter: Record<string, unknown>) {
  const dispatch = useAppDispatch();
  return useCallback(
    (selection: DataTableSelection): Promise<number[]> =>
      idsOf(selection, (cursor) =>
        dispatch(
          accountsApi.endpoints.listMailboxes.initiate(
            { query: { ...filter, limit: bulkSize, ...(cursor ? { cursor } : {}) } },
            { subscribe: false, forceRefetch: true },
          ),
        ).unwrap(),
      ),
    [dispatch, filter],
  );
}
