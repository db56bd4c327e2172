import { createClient as createLiveClient, type Client } from 'graphql-ws';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { createClient } from '@skein/contracts/client';
import { dataQueryContract } from '@skein/contracts/data-query/data-query.contract';
import {
  dataOperations,
  type DataAnswer,
  type DataOperationName,
  type DataVariables,
} from '@skein/contracts/data-query/operations';
import { errorCodes, type ErrorCode } from '@skein/contracts/errors';
import { pageConnection } from './page-connection';
import { problemOf, ProblemError, type Problem } from './problem';
import { pageTransport } from './transport';

const calls = createClient(dataQueryContract, (request) => pageTransport(request));

/** Carries out a query or a mutation of the data-query layer. Nothing is cached. @throws ProblemError */
export async function runData<N extends DataOperationName>(
  name: N,
  variables: DataVariables<N>,
): Promise<DataAnswer<N>> {
  const { data, errors } = await calls.run({
    body: { documentId: name, variables: variables as Record<string, unknown> },
  });
  const failed = errors?.[0];
  if (failed) {
    const code = failed.extensions?.code ?? 'INTERNAL';
    throw new ProblemError({
      status: code in errorCodes ? errorCodes[code as ErrorCode].status : 500,
      code,
      message: failed.message,
      details: [],
      requestId: '',
    });
  }
  return dataOperations[name].data.parse(data) as DataAnswer<N>;
}

let client: Client | undefined;
let refused: string | null = null;

/** One WebSocket for everything that is followed; it closes when nobody follows anything, and comes back with a fresh token. */
function liveClient(): Client {
  const { baseUrl, token, renewToken, onSessionExpired } = pageConnection();
  client ??= createLiveClient({
    url: () =>
      new URL(`${baseUrl('data-query')}/api/data-query/graphql`, window.location.href).href.replace(/^http/, 'ws'),
    connectionParams: async () => {
      let current = token();
      if (current !== null && current === refused) {
        current = await renewToken(current);
        if (current === null) onSessionExpired('');
      }
      return { authorization: `Bearer ${current ?? ''}` };
    },
    lazyCloseTimeout: 3_000,
    keepAlive: 20_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => token() !== null,
    on: {
      closed: (event) => {
        if ((event as CloseEvent).code === 4403) refused = token();
      },
    },
  });
  return client;
}

/** Follows a subscription; answers how to stop. The line comes back by itself. */
export function followData<N extends DataOperationName>(
  name: N,
  variables: DataVariables<N>,
  onData: (data: DataAnswer<N>) => void,
): () => void {
  const { document, data } = dataOperations[name];
  return liveClient().subscribe<Record<string, unknown>>(
    { query: document, operationName: name, variables: variables as Record<string, unknown> },
    {
      next: (result) => {
        if (result.data) onData(data.parse(result.data) as DataAnswer<N>);
      },
      error: () => undefined,
      complete: () => undefined,
    },
  );
}

/** A query of the data-query layer for a page. Old rows stay while new ones are read; nothing is kept beyond the page. */
export function useDataQuery<N extends DataOperationName>(
  name: N,
  variables: DataVariables<N>,
): { data: DataAnswer<N> | null; problem: Problem | null; isLoading: boolean; refetch: () => void } {
  const [state, setState] = useState<{ data: DataAnswer<N> | null; problem: Problem | null; isLoading: boolean }>({
    data: null,
    problem: null,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const text = JSON.stringify(variables);
  useEffect(() => {
    let gone = false;
    setState((before) => ({ ...before, isLoading: true }));
    runData(name, JSON.parse(text) as DataVariables<N>).then(
      (data) => {
        if (!gone) setState({ data, problem: null, isLoading: false });
      },
      (error: unknown) => {
        if (!gone) setState((before) => ({ ...before, problem: problemOf(error), isLoading: false }));
      },
    );
    return () => {
      gone = true;
    };
  }, [name, text, round]);
  const refetch = useCallback(() => setRound((before) => before + 1), []);
  return useMemo(() => ({ ...state, refetch }), [state, refetch]);
}

/** Calls `onData` with what is followed, for as long as the page is shown. */
export function useLiveData<N extends DataOperationName>(
  name: N,
  variables: DataVariables<N>,
  onData: (data: DataAnswer<N>) => void,
): void {
  const text = JSON.stringify(variables);
  useEffect(() => followData(name, JSON.parse(text) as DataVariables<N>, onData), [name, text, onData]);
}
