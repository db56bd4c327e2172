import { useEffect, useState } from 'react';
import type { MailboxChange, MailboxSelection } from '@skein/contracts/main/mailbox-changes.contract';
import { problemOf } from '@skein/mfe/problem';
import { isRunActive } from '@skein/mfe/run-card';
import { showProblem } from '@skein/mfe/toasts';
import { useCursorPages } from '../cursor-pages';
import {
  useCancelMailboxChangeMutation,
  useListMailboxChangesQuery,
  usePreviewMailboxChangeQuery,
  useStartMailboxChangeMutation,
  useUndoMailboxChangeMutation,
} from './api';

/** ms after the last keystroke. */
const pause = 350;
/** ms (real time) for which the end of a change is told above the list. */
const told = 10 * 60_000;

/** What a change would do, asked once somebody pauses. */
export function useChangePreview(selection: MailboxSelection, change: MailboxChange | null) {
  const [asked, setAsked] = useState(change);
  const text = JSON.stringify(change);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(JSON.parse(text) as MailboxChange | null), pause);
    return () => clearTimeout(timer);
  }, [text]);
  const isCurrent = JSON.stringify(asked) === text;
  const { currentData, error, isFetching } = usePreviewMailboxChangeQuery(
    { body: { selection, change: asked as MailboxChange } },
    { skip: asked === null },
  );
  return {
    preview: isCurrent && change ? (currentData ?? null) : null,
    isLoading: change !== null && (!isCurrent || isFetching),
    problem: isCurrent && error ? (error.message ?? 'The mailboxes could not be counted.') : null,
  };
}

/** Begins a change. */
export function useStartChange(onStarted: () => void) {
  const [start, { isLoading }] = useStartMailboxChangeMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const begin = (selection: MailboxSelection, change: MailboxChange) => {
    setProblem(null);
    void start({ body: { selection, change } })
      .unwrap()
      .then(onStarted, (error: unknown) => setProblem(problemOf(error).message));
  };
  return { begin, isLoading, problem };
}

/** Stopping and undoing. */
export function useChangeActions() {
  const [cancel, { isLoading: isStopping }] = useCancelMailboxChangeMutation();
  const [undo, { isLoading: isUndoing }] = useUndoMailboxChangeMutation();
  const params = (change: { id: number }) => ({ params: { mailboxChangeId: change.id }, body: {} });
  return {
    isStopping,
    isUndoing,
    stop: (change: { id: number }) =>
      void cancel(params(change))
        .unwrap()
        .catch((error: unknown) => showProblem('The change was not stopped', error)),
    undo: (change: { id: number }) =>
      void undo(params(change))
        .unwrap()
        .catch((error: unknown) => showProblem('The change was not undone', error)),
  };
}

/** The newest change while it runs and for some minutes after, unless it was closed. */
export function useNewestChange(isAllowed: boolean) {
  const [closed, setClosed] = useState<string | null>(null);
  const { data } = useListMailboxChangesQuery(
    { query: { limit: 1 } },
    { skip: !isAllowed, pollingInterval: 15_000, skipPollingIfUnfocused: true },
  );
  const [change] = data?.rows ?? [];
  const key = change ? `${change.id} ${change.status}` : null;
  const isNew = change?.finished_at ? Date.now() - Date.parse(change.finished_at) < told : false;
  return {
    change: change && key !== closed && (isRunActive(change) || isNew) ? change : null,
    close: () => setClosed(key),
  };
}

/** Changes page by page. */
export function useChanges() {
  const { page, pagingOf } = useCursorPages(10);
  const { data, error, isFetching, refetch } = useListMailboxChangesQuery(
    { query: page },
    { pollingInterval: 30_000, skipPollingIfUnfocused: true },
  );
  const rows = data?.rows ?? [];
  return {
    rows,
    isLoading: isFetching && !data,
    problem: error
      ? { message: error.message ?? 'The changes could not be loaded.', onRetry: () => void refetch() }
      : null,
    paging: pagingOf(rows.length, data?.next_cursor),
  };
}
