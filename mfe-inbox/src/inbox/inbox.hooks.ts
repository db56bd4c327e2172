import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import { useAbandonStale } from '@skein/mfe/abandon-stale';
import { useUi } from '@skein/ui/ui-provider';
import { useInboxCountsQuery, useInboxListInfiniteQuery } from '../api';
import { usePrefetch } from './use-prefetch';
import { instantOf } from '../times/zoned-time';
import { neighbour } from './change-rows';
import { type InboxAddress, toQuery } from './inbox-address';
import { useInboxAddress } from './use-inbox-address';

const nextDay = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

/** The list that the address names, with ways to move in it. */
export function useInbox() {
  const { address, go } = useInboxAddress();
  const { timeZone } = useUi();
  const { conversation, ...view } = address;
  const viewKey = JSON.stringify(view);
  const query = useMemo(
    () =>
      toQuery({ ...(JSON.parse(viewKey) as Omit<InboxAddress, 'conversation'>), conversation: null }, (day, offset) =>
        instantOf(nextDay(day, offset), '00:00', timeZone).toISOString(),
      ),
    [viewKey, timeZone],
  );
  const list = useInboxListInfiniteQuery(query);
  useAbandonStale('inboxList', query);
  const counts = useInboxCountsQuery();
  // What is shown stays while the next view is read; its lines are dimmed then.
  const pages = (list.currentData ?? list.data)?.pages;
  const rows = useMemo(() => uniqueRows(pages?.flatMap((page) => page.rows) ?? []), [pages]);

  const early = useRef<1 | -1 | null>(null);
  const isLoading = list.isLoading;
  const ids = useMemo(() => rows.map((row) => row.enrolment_id), [rows]);
  const at = conversation === null ? -1 : ids.indexOf(conversation);
  // Where somebody was: from there they go on, also where the list stands alone (a phone) after each conversation.
  const [was, setWas] = useState({ viewKey, id: conversation, index: 0 });
  if (was.viewKey !== viewKey) setWas({ viewKey, id: conversation, index: Math.max(at, 0) });
  else if (at >= 0 && (was.id !== conversation || was.index !== at)) setWas({ viewKey, id: conversation, index: at });
  const from = conversation ?? was.id;
  // Each view has its own.
  const [scrolled, setScrolled] = useState({ viewKey, current: 0 });
  if (scrolled.viewKey !== viewKey) setScrolled({ viewKey, current: 0 });

  const open = useCallback(
    (id: number | null, how: { replace?: boolean } = {}) => go({ ...address, conversation: id }, how),
    [go, address],
  );
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = list;
  // Asked for while the list is read again, a page would not be read at all; one that failed waits for Try again.
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  /** The last conversation that is loaded, where a step further waits for the next page. */
  const waitsAt = useRef<number | null>(null);
  const move = useCallback(
    (step: 1 | -1) => {
      // A step that is asked for before the list is there is made with it.
      early.current = isLoading ? step : null;
      const next = neighbour(ids, from, was.index, step);
      const isLast = step === 1 && next === conversation && hasNextPage;
      waitsAt.current = isLast ? conversation : null;
      if (isLast) more();
      else if (next !== null && next !== conversation) open(next, { replace: conversation !== null });
    },
    [ids, conversation, from, was.index, open, isLoading, hasNextPage, more],
  );
  useEffect(() => {
    if (!isLoading && early.current !== null) move(early.current);
  }, [isLoading, move]);
  useEffect(() => {
    if (waitsAt.current === null) return;
    if (waitsAt.current !== conversation) waitsAt.current = null;
    else if (ids.at(-1) !== conversation) move(1);
    else more();
  }, [ids, conversation, move, more]);

  usePrefetch(ids, from);

  return {
    address,
    query,
    /** Whether a conversation of this view was open before. */
    isUnderWay: was.id !== null,
    go,
    open,
    move,
    more,
    scrolled,
    ids,
    rows,
    counts: counts.data,
    total: pages?.[0]?.total ?? 0,
    totalIsCapped: pages?.[0]?.total_is_capped ?? false,
    isLoading,
    isStale: list.currentData === undefined && list.data !== undefined,
    isFetchingMore: list.isFetchingNextPage,
    error: list.error,
    retry: () => void list.refetch(),
  };
}

export type Inbox = ReturnType<typeof useInbox>;

/** A line that moved from one page to the next while they were read is shown once. */
function uniqueRows(rows: readonly ConversationRow[]): ConversationRow[] {
  return [...new Map(rows.map((row) => [row.enrolment_id, row])).values()];
}
