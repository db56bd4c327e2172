import { useCallback } from 'react';
import { idsOf } from '@skein/mfe/lists/selection-ids';
import { useAppDispatch } from '@skein/mfe/store';
import type { DataTableSelection } from '@skein/ui/data-table';
import { campaignsListApi } from './api';

/** The bulk endpoints take this many campaigns at once. */
export const bulkSize = 200;

/** The ids a selection of campaigns stands for. */
export function useSelectionIds(filter: Record<string, unknown>) {
  const dispatch = useAppDispatch();
  return useCallback(
    (selection: DataTableSelection): Promise<number[]> =>
      idsOf(selection, (cursor) =>
        dispatch(
          campaignsListApi.endpoints.listCampaigns.initiate(
            {
              query: {
                ...filter,
                sort: 'created_at',
                direction: 'asc',
                limit: bulkSize,
                ...(cursor ? { cursor } : {}),
              },
            },
            { subscribe: false, forceRefetch: true },
          ),
        ).unwrap(),
      ),
    [dispatch, filter],
  );
}
