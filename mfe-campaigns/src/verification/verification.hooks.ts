import { useState } from 'react';
import type { VerificationResult } from '@skein/contracts/main/verification-results';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import {
  useCreditOrderCancelMutation,
  useCreditOrderQuery,
  useVerificationBlockMutation,
  useVerificationCreditsQuery,
  useVerificationProviderQuery,
  useVerificationQuery,
  useVerificationsQuery,
  useVerificationStopMutation,
  useVerifiedAddressesQuery,
} from '../leads/api';

/** The id in an address; null when it is none. */
const idOf = (text: string | undefined): number | null =>
  Number.isSafeInteger(Number(text)) && Number(text) > 0 ? Number(text) : null;
const errorOf = (error: { message?: string | undefined } | undefined, retry: () => unknown) =>
  error ? { message: error.message ?? '', onRetry: () => void retry() } : null;

/** Credits that are left, and whether somebody sells more. */
export const useCredits = () => useVerificationCreditsQuery().data;

/** Who verifies for the workspace. */
export const useProvider = () => useVerificationProviderQuery().data;

/** One page of runs; while one is under way it is read again every two seconds. */
export function useRuns(cursor: string | null, limit: number) {
  const [isRunning, setRunning] = useState(false);
  const { data, currentData, error, isFetching, refetch } = useVerificationsQuery(
    { query: { limit, ...(cursor ? { cursor } : {}) } },
    { pollingInterval: isRunning ? 2_000 : 0 },
  );
  const rows = data?.rows ?? [];
  const runs = rows.some((row) => row.status === 'IN_PROGRESS');
  if (runs !== isRunning) setRunning(runs);
  return { data, rows, isLoading: isFetching && !currentData, error: errorOf(error, refetch) };
}

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
  const { data, currentData, error, isFetching, refetch } = useVerifiedAddressesQuery(
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
  );
  return { data, rows: data?.rows ?? [], isLoading: isFetching && !currentData, error: errorOf(error, refetch) };
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
