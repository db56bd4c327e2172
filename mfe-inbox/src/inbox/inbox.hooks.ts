import { useCallback, useMemo, useState } from 'react';
import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import { useAbandonStale } from '@skein/mfe/abandon-stale';
import { useUi } from '@skein/ui/ui-provider';
import { useInboxCountsQuery, useInboxListInfiniteQuery } from '../api';
import { usePrefetch } from './use-prefetch';
import { instantOf } from '../times/zoned-time';
import { type InboxAddress, toQuery } from './inbox-address';
import { useInboxAddress } from './use-inbox-address';
import { useMoves } from './use-moves';

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
  const { move, more } = useMoves(list, { ids, conversation, from, lastIndex: was.index, open });
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
    isLoading: list.isLoading,
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
