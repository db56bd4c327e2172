import { useCallback, useEffect, useState } from 'react';
import type { RunStatus } from '@skein/contracts/bulk-run';
import type { VerificationSelection, VerificationView } from '@skein/contracts/main/verification.contract';
import type { VerificationResult } from '@skein/contracts/main/verification-results';
import { problemOf } from '@skein/mfe/problem';
import { attempt, readOf } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import {
  useCreditOrderCancelMutation,
  useCreditOrderMakeMutation,
  useCreditOrderQuery,
  useVerificationBlockMutation,
  useVerificationCreditsQuery,
  useVerificationLedgerQuery,
  useVerificationProviderQuery,
  useVerificationProviderSetMutation,
  useVerificationQuery,
  useVerificationQuoteMutation,
  useVerificationsQuery,
  useVerificationStartMutation,
  useVerificationStopMutation,
  useVerifiedAddressesQuery,
} from '../leads/api';

/** The id in an address; null when it is none. */
const idOf = (text: string | undefined): number | null =>
  Number.isSafeInteger(Number(text)) && Number(text) > 0 ? Number(text) : null;

/** Credits that are left, and whether somebody sells more. */
export const useCredits = () => useVerificationCreditsQuery().data;

/** Who verifies for the workspace. */
export const useProvider = () => useVerificationProviderQuery().data;

export type ProviderState = NonNullable<ReturnType<typeof useProvider>>;

/** Chooses who verifies. Rejects with the server's problem. */
export function useSetProvider() {
  const [set] = useVerificationProviderSetMutation();
  return (body: Parameters<typeof set>[0]['body']) => set({ body }).unwrap();
}

/** What verifying a selection takes, counted with each change of it, and the start. `start` rejects with the server's problem. */
export function useVerify(selection: VerificationSelection, isAnew: boolean) {
  const [ask, { data: quote, error }] = useVerificationQuoteMutation();
  const [start] = useVerificationStartMutation();
  const asked = JSON.stringify(selection);
  const count = useCallback(() => {
    void ask({ body: { selection: JSON.parse(asked) as VerificationSelection, is_anew: isAnew } });
  }, [ask, asked, isAnew]);
  useEffect(count, [count]);
  return {
    quote,
    problem: error ? { message: problemOf(error).message, onRetry: count } : null,
    start: (name: string, blocks_invalid: boolean) =>
      start({ body: { selection, name, blocks_invalid, is_anew: isAnew } }).unwrap(),
  };
}

/** One page of the movements of credits. */
export const useLedger = (cursor: string | null, limit: number) =>
  readOf(useVerificationLedgerQuery({ query: { limit, ...(cursor ? { cursor } : {}) } }));

/** Orders a pack of credits. Rejects with the server's problem. */
export function useOrderCredits() {
  const [order] = useCreditOrderMakeMutation();
  return (credits: number, billing: 'ONE_TIME' | 'MONTHLY') => order({ body: { credits, billing } }).unwrap();
}

/** Ends what renews each month. A refusal is shown. */
export function useEndRenewal() {
  const [cancel, { isLoading: isEnding }] = useCreditOrderCancelMutation();
  return {
    isEnding,
    end: (orderId: number) => attempt(cancel({ params: { orderId }, body: {} }).unwrap(), 'The plan was not ended'),
  };
}

/** One page of runs; while one is under way it is read again every two seconds. */
export function useRuns(cursor: string | null, limit: number) {
  const [isRunning, setRunning] = useState(false);
  const { data, isLoading, problem } = readOf(
    useVerificationsQuery(
      { query: { limit, ...(cursor ? { cursor } : {}) } },
      { pollingInterval: isRunning ? 2_000 : 0 },
    ),
  );
  const rows = data?.rows ?? [];
  const runs = rows.some((row) => row.status === 'IN_PROGRESS');
  if (runs !== isRunning) setRunning(runs);
  return { data, rows, isLoading, error: problem };
}

/** How a run is, in the words of any long job. */
export const runStatusOf = (run: Pick<VerificationView, 'status' | 'stopped_at' | 'error'>): RunStatus =>
  run.status === 'IN_PROGRESS' ? 'RUNNING' : run.stopped_at === null ? 'COMPLETED' : run.error ? 'FAILED' : 'CANCELLED';

/** The run of an address, and what can be done with it. `isGone`: it does not exist, or not for this person. */
export function useRun(idText: string | undefined) {
  const verificationId = idOf(idText);
  const params = { verificationId: verificationId ?? 0 };
  const [isRunning, setRunning] = useState(true);
  const {
    data: run,
    error,
    refetch,
  } = useVerificationQuery(
    { params },
    { skip: verificationId === null, pollingInterval: isRunning ? 2_000 : 0, skipPollingIfUnfocused: true },
  );
  const runs = run === undefined || run.status === 'IN_PROGRESS';
  if (runs !== isRunning) setRunning(runs);
  const [stop, { isLoading: stopping }] = useVerificationStopMutation();
  const [block, { isLoading: blocking }] = useVerificationBlockMutation();
  return {
    run,
    stopping,
    blocking,
    verificationId: params.verificationId,
    isGone: verificationId === null || (error !== undefined && problemOf(error).status === 404),
    problem: error ? problemOf(error) : null,
    retry: () => void refetch(),
    stop: () => {
      stop({ params, body: {} })
        .unwrap()
        .catch((problem: unknown) => showProblem('It was not stopped', problem));
    },
    block: (isBlocked: boolean) => {
      block({ params, body: { is_blocked: isBlocked } })
        .unwrap()
        .catch((problem: unknown) => showProblem('Nothing was changed', problem));
    },
  };
}

export interface AddressFilter {
  results: readonly (VerificationResult | 'WAITING')[];
  search: string;
}

/** `limit` addresses from the cursor on; they are read again every three seconds while the run goes on. */
interface AddressPage {
  cursor: string | null;
  limit: number;
  isRunning: boolean;
}

/** One page of a run's addresses. */
export function useRunAddresses(
  verificationId: number,
  filter: AddressFilter,
  { cursor, limit, isRunning }: AddressPage,
) {
  const { data, isLoading, problem } = readOf(
    useVerifiedAddressesQuery(
      {
        params: { verificationId },
        query: {
          limit,
          ...(filter.results.length > 0 ? { results: [...filter.results] } : {}),
          ...(filter.search ? { search: filter.search } : {}),
          ...(cursor ? { cursor } : {}),
        },
      },
      { pollingInterval: isRunning ? 3_000 : 0 },
    ),
  );
  return { data, rows: data?.rows ?? [], isLoading, error: problem };
}

/** The order of an address, and how it is cancelled. */
export function useOrder(idText: string | undefined) {
  const orderId = idOf(idText);
  const params = { orderId: orderId ?? 0 };
  const [isWaiting, setWaiting] = useState(false);
  const {
    data: order,
    error,
    refetch,
  } = useCreditOrderQuery({ params }, { skip: orderId === null, pollingInterval: isWaiting ? 3_000 : 0 });
  // Who comes back from the page where the card was typed sees the payment arrive.
  const waits = order?.status === 'PENDING';
  if (waits !== isWaiting) setWaiting(waits);
  const [cancel, { isLoading: cancelling }] = useCreditOrderCancelMutation();
  return {
    order,
    cancelling,
    isGone: orderId === null || (error !== undefined && problemOf(error).status === 404),
    problem: error ? problemOf(error) : null,
    retry: () => void refetch(),
    cancel: () => cancel({ params, body: {} }).unwrap(),
  };
}
