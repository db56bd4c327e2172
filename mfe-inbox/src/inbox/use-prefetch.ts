import { useEffect } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import { inboxApi } from '../api';

/** What a press on j or k may lead to; before anything is open, the first of the list. */
export function neighboursOf(ids: readonly number[], current: number | null): number[] {
  if (current === null) return ids.slice(0, 1);
  const at = ids.indexOf(current);
  return at < 0 ? ids.slice(0, 1) : [ids[at + 1], ids[at + 2], ids[at - 1]].filter((id) => id !== undefined);
}

/**
 * Fetches the next and the previous conversations ahead, once the open one had its turn. What is fetched already is not asked for again.
 */
export function usePrefetch(ids: readonly number[], current: number | null): void {
  const dispatch = useAppDispatch();
  const wanted = neighboursOf(ids, current).join(',');
  useEffect(() => {
    if (wanted === '') return undefined;
    // Held j runs through the list: only where it stops something is fetched.
    const timer = setTimeout(() => {
      for (const id of wanted.split(',').map(Number)) {
        const arg = { params: { enrolmentId: id } };
        void dispatch(inboxApi.endpoints.inboxThread.initiate(arg, { subscribe: false }));
        void dispatch(inboxApi.endpoints.inboxPanel.initiate(arg, { subscribe: false }));
      }
    }, 60);
    return () => clearTimeout(timer);
  }, [dispatch, wanted]);
}
