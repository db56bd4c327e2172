import { useCallback, useEffect, useRef } from 'react';
import type { useInboxListInfiniteQuery } from '../api';
import { neighbour } from './change-rows';

type List = Pick<
  ReturnType<typeof useInboxListInfiniteQuery>,
  'fetchNextPage' | 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'isLoading'
>;

/** Where somebody is in the list. */
interface Position {
  ids: readonly number[];
  conversation: number | null;
  /** The open conversation, or the one that was open last; `lastIndex` is its place. */
  from: number | null;
  lastIndex: number;
  open: (id: number, how: { replace: boolean }) => void;
}

/** Steps through the list, and its next page. A step that is asked for before its rows are there is made with them. */
export function useMoves(list: List, { ids, conversation, from, lastIndex, open }: Position) {
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError, isLoading } = list;
  // Asked for while the list is read again, a page would not be read at all; one that failed waits for Try again.
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const early = useRef<1 | -1 | null>(null);
  /** The last conversation that is loaded, where a step further waits for the next page. */
  const waitsAt = useRef<number | null>(null);
  const move = useCallback(
    (step: 1 | -1) => {
      early.current = isLoading ? step : null;
      const next = neighbour(ids, from, lastIndex, step);
      const isLast = step === 1 && next === conversation && hasNextPage;
      waitsAt.current = isLast ? conversation : null;
      if (isLast) more();
      else if (next !== null && next !== conversation) open(next, { replace: conversation !== null });
    },
    [ids, conversation, from, lastIndex, open, isLoading, hasNextPage, more],
  );
  useEffect(() => {
    if (!isLoading && early.current !== null) move(early.current);
  }, [isLoading, move]);
  useEffect(() => {
    if (waitsAt.current === null) return;
    if (waitsAt.current !== conversation || isFetchNextPageError) waitsAt.current = null;
    else if (ids.at(-1) !== conversation) move(1);
    else more();
  }, [ids, conversation, isFetchNextPageError, move, more]);
  return { move, more };
}
