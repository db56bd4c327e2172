import { useCallback, useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { navigateTo } from '@skein/mfe/navigation';
import { useAccess } from '@skein/mfe/access';
import { useUser } from '@skein/mfe/session';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import {
  useInboxCountsQuery,
  useUntrackedCountsQuery,
  useUntrackedListInfiniteQuery,
  useUntrackedUpdateMutation,
  type UntrackedQuery,
} from '../api';
import { listChoiceChanged } from '@skein/mfe/slices/ui-filters';
import { useAppDispatch, useAppSelector } from '@skein/mfe/store';
import { root } from '../inbox/inbox-address';
import { useSelection, type Selection } from '../inbox/use-selection';

export type UntrackedState = 'OPEN' | 'IGNORED';

/** The address of an untracked reply, in the same view. */
export const untrackedAddress = (id: number | null, state: UntrackedState, subject: string): string => {
  const query = new URLSearchParams({
    ...(state === 'IGNORED' ? { state: 'ignored' } : {}),
    ...(subject === '' ? {} : { subject }),
  }).toString();
  return `${root}/untracked${id === null ? '' : `/${id}`}${query === '' ? '' : `?${query}`}`;
};

/** Replies that one change reaches. */
export const mostAtOnce = 200;

/** Whose mailboxes are shown, kept on this device: those of one person, or null for all. */
function useChosenUser(ownId: number) {
  const dispatch = useAppDispatch();
  const kept = useAppSelector((state) => state.uifilters['untracked-replies']?.filters?.['user_id']);
  const userId = kept === ownId ? ownId : null;
  const choose = useCallback(
    (id: number | null) =>
      dispatch(
        listChoiceChanged({ list: 'untracked-replies', choice: { filters: id === null ? {} : { user_id: id } } }),
      ),
    [dispatch],
  );
  return { userId, choose };
}

interface RepliesToChange {
  /** The reply that is open. */
  chosen: number | null;
  selection: Selection;
  open: (id: number | null, how?: { replace?: boolean }) => void;
}

/** Changes of one reply and of many, which can be undone for ten seconds. */
function useUntrackedChanges({ chosen, selection, open }: RepliesToChange) {
  const [update] = useUntrackedUpdateMutation();
  const setIgnored = useCallback(
    async (id: number, ignored: boolean) => {
      const run = (to: boolean) => update({ body: { ids: [id], do: to ? 'ignore' : 'restore' } }).unwrap();
      try {
        await run(ignored);
        toasts.show({
          key: 'untracked',
          title: ignored ? 'Ignored' : 'Back in the list',
          undo: {
            seconds: 10,
            run: async () => void (await run(!ignored)),
          },
        });
        if (id === chosen) open(null, { replace: true });
      } catch (error) {
        showProblem('Not changed', error);
      }
    },
    [update, chosen, open],
  );
  /** Ignores, brings back or marks the chosen ones: at most 200 at once. */
  const changeMany = useCallback(
    async (change: 'ignore' | 'restore' | 'read') => {
      if (selection.chosen.all) return;
      const ids = [...selection.chosen.ids].slice(0, mostAtOnce);
      selection.clear();
      try {
        const { changed } = await update({ body: { ids, do: change } }).unwrap();
        const back = change === 'ignore' ? 'restore' : change === 'restore' ? 'ignore' : 'unread';
        toasts.show({
          key: 'untracked',
          title: `${changed.toLocaleString('en-US')} ${change === 'ignore' ? 'ignored' : change === 'restore' ? 'back in the list' : 'marked as read'}`,
          undo: {
            seconds: 10,
            keySeconds: 3600,
            run: async () => void (await update({ body: { ids, do: back } }).unwrap()),
          },
        });
      } catch (error) {
        showProblem('Not changed', error);
      }
    },
    [update, selection],
  );
  const markRead = useCallback(
    (id: number) =>
      void update({ body: { ids: [id], do: 'read' } })
        .unwrap()
        .catch(() => undefined),
    [update],
  );
  return { setIgnored, changeMany, markRead };
}

export type Untracked = ReturnType<typeof useUntracked>;

/** The list of untracked replies with what the address says. */
export function useUntracked() {
  const { replyId } = useParams();
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  const state: UntrackedState = params.get('state') === 'ignored' ? 'IGNORED' : 'OPEN';
  const subject = (params.get('subject') ?? '').slice(0, 200);
  const chosen = replyId !== undefined && /^[1-9]\d{0,9}$/.test(replyId) ? Number(replyId) : null;
  const { id: ownId } = useUser();
  const { userId, choose } = useChosenUser(ownId);
  const query = useMemo<UntrackedQuery>(
    () => ({
      state,
      ...(subject.trim() === '' ? {} : { subject: subject.trim() }),
      ...(userId === null ? {} : { user_id: userId }),
    }),
    [state, subject, userId],
  );
  const list = useUntrackedListInfiniteQuery(query);
  const counts = useInboxCountsQuery();
  const states = useUntrackedCountsQuery({ query: userId === null ? {} : { user_id: userId } });
  const { may } = useAccess();
  const { role } = useUser();
  const pages = (list.currentData ?? list.data)?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages]);
  const open = useCallback(
    (id: number | null, how: { replace?: boolean } = {}) => navigateTo(untrackedAddress(id, state, subject), how),
    [state, subject],
  );
  const view = useCallback(
    (next: UntrackedState, words: string) => navigateTo(untrackedAddress(null, next, words), { replace: true }),
    [],
  );
  const move = useCallback(
    (step: 1 | -1) => {
      const at = rows.findIndex((row) => row.id === chosen);
      const next = rows[Math.min(Math.max(at < 0 ? 0 : at + step, 0), rows.length - 1)];
      if (next && next.id !== chosen) open(next.id, { replace: chosen !== null });
    },
    [rows, chosen, open],
  );
  const total = pages?.[0]?.total ?? 0;
  const selection = useSelection(JSON.stringify(query), total);
  const changes = useUntrackedChanges({ chosen, selection, open });
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = list;
  return {
    rows,
    chosen,
    state,
    subject,
    counts: counts.data,
    total,
    states: states.data,
    selection,
    ...changes,
    isMine: userId !== null,
    showMine: (mine: boolean) => choose(mine ? ownId : null),
    isLoading: list.isLoading,
    /** Whether it was read, so that its number is true. */
    isKnown: pages !== undefined,
    isStale: list.currentData === undefined && list.data !== undefined,
    error: list.error,
    mayAct: may('inbox.reply'),
    mayBlock: may('blocklist.write') && role !== 'LIMITED_FULL_MEMBER_ACCESS',
    retry: () => void list.refetch(),
    more: useCallback(() => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    }, [hasNextPage, isFetchingNextPage, fetchNextPage]),
    open,
    view,
    move,
  };
}
