import type { CallInput } from '@skein/contracts/endpoint';
import type { integrationsContract } from '@skein/contracts/main/integrations.contract';
import { attempt, readProblem } from '@skein/mfe/requests';
import { useRetrySyncMutation, useSyncLogQuery } from '../integrations-api';

type State = NonNullable<CallInput<(typeof integrationsContract)['endpoints']['syncLog']>['query']>['state'];

/** One page of what was synchronised, read again every 5 s. */
export function useSyncLog(integrationId: number, state: State, cursor: string | null) {
  const asked = useSyncLogQuery(
    { params: { integrationId }, query: { ...(state ? { state } : {}), ...(cursor ? { cursor } : {}) } },
    { pollingInterval: 5_000, skipPollingIfUnfocused: true },
  );
  return { data: asked.data, problem: readProblem(asked) };
}

/** Tries an entry again. A refusal is shown. */
export function useRetryEntry(integrationId: number) {
  const [retry, { isLoading: isRetrying }] = useRetrySyncMutation();
  return {
    isRetrying,
    retry: (entry_id: string) =>
      attempt(retry({ params: { integrationId }, body: { entry_id } }).unwrap(), 'Not retried'),
  };
}
