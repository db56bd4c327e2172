import type { MatchingAction } from '@skein/contracts/main/inbox-bulk.contract';
import { problemOf } from '@skein/mfe/problem';
import { attempt, readProblem } from '@skein/mfe/requests';
import type { ListQuery } from '../api';
import {
  useCancelMatchingChangeMutation,
  useChangeMatchingMutation,
  useCountMatchingQuery,
  useMatchingChangeQuery,
  useUndoMatchingChangeMutation,
} from './matching-api';

/** A change of everything that matched, as it is now, with ways to stop and to undo it. */
export function useMatchingChange(bulkId: number) {
  const params = { bulkId };
  const { data } = useMatchingChangeQuery({ params }, { pollingInterval: 10_000, skipPollingIfUnfocused: true });
  const [cancel, { isLoading: isStopping }] = useCancelMatchingChangeMutation();
  const [undo, { isLoading: isUndoing }] = useUndoMatchingChangeMutation();
  return {
    change: data,
    isStopping,
    isUndoing,
    stop: () => attempt(cancel({ params, body: {} }).unwrap(), 'The change was not stopped'),
    undo: () => attempt(undo({ params }).unwrap(), 'The change was not undone'),
  };
}

/** Everything that a view shows, but for some. */
export interface Matching {
  query: ListQuery;
  excluded: ReadonlySet<number>;
}

/** How many conversations match, and changing all of them. */
export function useMatching({ query: { folder, sort: _, ...filter }, excluded }: Matching) {
  const matching = { ...(folder ? { folder } : {}), filter, excluded_ids: [...excluded] };
  const asked = useCountMatchingQuery({ body: matching });
  const [start] = useChangeMatchingMutation();
  const total = asked.currentData?.total;
  return {
    total,
    problem: readProblem(asked),
    /** Rejects with the server's problem. */
    start: async (action: MatchingAction) => {
      try {
        const { bulk_id, can_undo } = await start({
          body: { ...matching, action, expected_total: total ?? 0 },
        }).unwrap();
        return { canUndo: can_undo, changeKey: `change-${bulk_id}` };
      } catch (failure) {
        // More match by now: they are counted again, and confirmed again.
        if (problemOf(failure).code === 'CONFLICT') void asked.refetch();
        throw failure;
      }
    },
  };
}
