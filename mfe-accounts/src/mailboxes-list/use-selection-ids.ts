import { useCallback } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import type { DataTableSelection } from '@skein/ui/data-table';
import { accountsApi } from '../api';

/** The bulk endpoints take this many mailboxes at once, and a page of the list has as many at most. */
const bulkSize = 500;

/** Parts of a list, none longer than what a bulk endpoint takes. */
export function inParts<Item>(items: readonly Item[], size = bulkSize): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** The ids a selection stands for: its own, or everything that the filter matches but the excluded ones. */
export function useSelectionIds(filter: Record<string, unknown>) {
  const dispatch = useAppDispatch();
  return useCallback(async (selection: DataTableSelection): Promise<number[]> => {
    if (selection.mode === 'some') return selection.ids.map(Number);
    const excluded = new Set(selection.excluded.map(Number));
    const found: number[] = [];
    for (let cursor: string | null = null, first = true; first || cursor; first = false) {
      const page: { rows: { id: number }[]; next_cursor: string | null } = await dispatch(
        accountsApi.endpoints.listMailboxes.initiate({ query: { ...filter, limit: bulkSize, ...(cursor ? { cursor } : {}) } }, { subscribe: false, forceRefetch: true }),
      ).unwrap();
      found.push(...page.rows.map((row) => row.id).filter((id) => !excluded.has(id)));
      cursor = page.next_cursor;
    }
    return found;
  }, [dispatch, filter]);
}
