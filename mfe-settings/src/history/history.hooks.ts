import { useEffect, useState } from 'react';
import { auditKinds, auditSources, type AuditKind } from '@skein/contracts/main/audit.contract';
import { useFilteredList } from '@skein/mfe/lists/filtered-list';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { historyApi } from './history-api';

const periods = { '1': 'last 24 hours', '7': 'last 7 days', '30': 'last 30 days', '90': 'last 90 days' } as const;
export type Period = keyof typeof periods;
export const periodWords: Record<Period, string> = periods;
const day = 86_400_000;

/** One change with what it changed. */
export function useChangeEntry(auditEntryId: string) {
  const { data, error } = historyApi.useReadChangeQuery({ params: { auditEntryId } });
  return { entry: data, problem: error?.message ?? null };
}

/** The history as the URL asks for it: filters, page and the entry that is open. */
export function useHistory() {
  const { query, change, narrow, clear, search, typed, setTyped, cursor, pagingOf } = useFilteredList();
  const [from, setFrom] = useState<string | null>(null);
  const period = (Object.keys(periods) as Period[]).find((each) => each === query.get('when')) ?? null;
  // Fixed when it is chosen: a time that moved with each look would ask for another list each time.
  useEffect(() => setFrom(period && new Date(Date.now() - Number(period) * day).toISOString()), [period]);
  const person = /^\d{1,9}$/.test(query.get('person') ?? '') ? Number(query.get('person')) : null;
  const kind = (query.get('kind') ?? '') in auditKinds ? (query.get('kind') as AuditKind) : null;
  const via = auditSources.find((each) => each === query.get('via')) ?? null;
  const filter = {
    ...(search ? { search } : {}),
    ...(person ? { person_id: person } : {}),
    ...(kind ? { kind } : {}),
    ...(via ? { via } : {}),
    ...(from ? { from } : {}),
  };
  const { data, currentData, error, isFetching, refetch } = historyApi.useListChangesQuery(
    { query: { ...filter, ...(cursor ? { cursor } : {}) } },
    { refetchOnMountOrArgChange: true },
  );
  const choices = historyApi.useHistoryChoicesQuery(undefined, { refetchOnMountOrArgChange: true });
  const rows = data?.rows ?? [];
  return {
    rows,
    filter,
    period,
    person,
    kind,
    via,
    typed,
    setTyped,
    narrow,
    open: query.get('change'),
    setOpen: (id: string | null) => change({ change: id }, false),
    clear: () => clear('person', 'kind', 'via', 'when'),
    isFiltered: Object.keys(filter).length > 0,
    isLoading: isFetching && !currentData,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
    people: choices.data?.people ?? [],
    kinds: choices.data?.kinds ?? [],
    keepDays: choices.data?.keep_days ?? null,
    paging: pagingOf({ rows: rows.length, nextCursor: data?.next_cursor ?? null }),
  };
}

/** Puts a change back, and says how much of it. */
export function useUndo() {
  const [run, { isLoading }] = historyApi.useUndoChangeMutation();
  const undo = async (id: string): Promise<boolean> => {
    try {
      const { undone, failed } = await run({ params: { auditEntryId: id }, body: {} }).unwrap();
      toasts.show({
        title: failed.length > 0 ? `Undone for ${undone}, not for ${failed.length}` : 'Change undone',
        ...(failed[0] ? { text: `${failed[0].label}: ${failed[0].reason}` } : {}),
      });
      return true;
    } catch (problem) {
      showProblem('Nothing was undone', problem);
      return false;
    }
  };
  return { undo, isUndoing: isLoading };
}

/** For how long the history is kept. */
export function useRetention() {
  const [save, { isLoading }] = historyApi.useSetRetentionMutation();
  return {
    isSaving: isLoading,
    setDays: async (days: 90 | 180 | 365 | 730 | 1825) => {
      try {
        await save({ body: { keep_days: days } }).unwrap();
        toasts.show({ title: 'Retention saved', text: 'Older changes are deleted every night.' });
      } catch (problem) {
        showProblem('The retention was not saved', problem);
      }
    },
  };
}
