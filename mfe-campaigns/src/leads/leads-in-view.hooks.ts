import { useEffect } from 'react';
import { listChoiceChanged } from '@skein/mfe/slices/ui-filters';
import { useAppDispatch, useAppSelector } from '@skein/mfe/store';

/** The list's name in area "uifilters". */
const list = 'leads-in-view';

/** Remembers the leads of the list that was looked at last, in its order: their pages lead from one to the next. */
export function useKeepLeadsInView(rows: readonly { id: number }[]): void {
  const dispatch = useAppDispatch();
  const ids = rows.map(({ id }) => id).join(',');
  useEffect(() => {
    if (ids !== '') dispatch(listChoiceChanged({ list, choice: { filters: { ids } } }));
  }, [dispatch, ids]);
}

/** The leads before and after this one in the list that it was opened from; null when the list does not have it. */
export function useLeadNeighbours(id: number): { previous: number | null; next: number | null } | null {
  const kept = useAppSelector((state) => state.uifilters[list]?.filters?.ids);
  const ids = typeof kept === 'string' ? kept.split(',').map(Number) : [];
  const at = ids.indexOf(id);
  return at < 0 ? null : { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}
