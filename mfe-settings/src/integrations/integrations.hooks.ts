import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { IntegrationView } from '@skein/contracts/main/integrations.contract';
import { useSearchParams } from '@skein/mfe/search-params';
import { showProblem } from '@skein/mfe/toasts';
import { withSentence } from '@skein/mfe/with-sentence';
import { toasts } from '@skein/ui/toast-store';
import {
  useChangeIntegrationMutation,
  useConnectWithKeyMutation,
  useDisconnectIntegrationMutation,
  useFinishOAuthMutation,
  useIntegrationsQuery,
  useRetrySyncMutation,
  useStartOAuthMutation,
  useTestIntegrationMutation,
} from '../integrations-api';
import { products } from './integration-labels';

/** The connections of the workspace, looked at again every 10 s, and what the page does with them. */
export function useIntegrations() {
  const { data, error, isFetching, refetch } = useIntegrationsQuery(undefined, {
    pollingInterval: 10_000,
    skipPollingIfUnfocused: true,
  });
  const [start] = useStartOAuthMutation();
  const [change] = useChangeIntegrationMutation();
  const [erase] = useDisconnectIntegrationMutation();
  const [retry] = useRetrySyncMutation();
  const [test] = useTestIntegrationMutation();
  const login = async (kind: 'SLACK' | 'HUBSPOT') => {
    try {
      window.location.assign((await start({ body: { kind } }).unwrap()).url);
    } catch (problem) {
      showProblem(`${products[kind].name} could not be opened`, problem);
    }
  };
  const pause = async (view: IntegrationView, isPaused: boolean) => {
    try {
      await change({ params: { integrationId: view.id }, body: { is_paused: isPaused } }).unwrap();
      toasts.show({
        title: `${products[view.kind].name} is ${isPaused ? 'paused' : 'resumed'}`,
        ...(isPaused ? { text: 'Events in the meantime are sent when you resume.' } : {}),
      });
    } catch (problem) {
      showProblem('Nothing was changed', problem);
    }
  };
  const disconnect = async (view: IntegrationView) => {
    await withSentence(erase({ params: { integrationId: view.id } }).unwrap());
    toasts.show({ title: `${products[view.kind].name} disconnected` });
  };
  const again = async (view: IntegrationView) => {
    try {
      const { retried } = await retry({ params: { integrationId: view.id }, body: {} }).unwrap();
      toasts.show({ title: retried === 0 ? 'Nothing to retry' : `${retried.toLocaleString('en-US')} retried` });
    } catch (problem) {
      showProblem('Nothing was retried', problem);
    }
  };
  const check = async (view: IntegrationView) => {
    try {
      const after = await test({ params: { integrationId: view.id }, body: {} }).unwrap();
      if (after.error) toasts.show({ tone: 'danger', title: 'The connection doesn’t work', text: after.error.text });
      else toasts.show({ title: `${products[view.kind].name} works` });
    } catch (problem) {
      showProblem(`${products[view.kind].name} could not be asked`, problem);
    }
  };
  return {
    data,
    isLoading: isFetching && !data,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
    login,
    pause,
    disconnect,
    again,
    check,
  };
}

/** Ends a login at the vendor: the address of the page carries the code once, and loses it. @returns the connection that was made */
export function useFinishedLogin(): { made: IntegrationView | null; forget: () => void } {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [finish] = useFinishOAuthMutation();
  const [made, setMade] = useState<IntegrationView | null>(null);
  const isAsked = useRef(false);
  const code = search.get('code');
  const state = search.get('state');
  const refusal = search.get('error');
  useEffect(() => {
    if (isAsked.current || (!code && !refusal)) return;
    isAsked.current = true;
    void navigate('/integrations/native-integrations', { replace: true });
    if (refusal || !code || !state) {
      toasts.show({
        tone: 'danger',
        title: 'Not connected',
        text: 'Access was not allowed. Connect again when you want to.',
      });
      return;
    }
    finish({ body: { code, state } })
      .unwrap()
      .then(
        (view) => {
          toasts.show({ title: `${products[view.kind].name} connected`, text: view.account });
          if (view.kind === 'HUBSPOT') void navigate(`/integrations/${view.id}/hubspot`);
          else setMade(view);
        },
        (problem: unknown) => showProblem('Not connected', problem),
      );
  }, [code, state, refusal, finish, navigate]);
  return { made, forget: () => setMade(null) };
}

/** Connects with a key; rejects with the problem of the field. */
export function useKey() {
  const [connect, { isLoading }] = useConnectWithKeyMutation();
  return {
    isLoading,
    connect: (kind: 'SLACK' | 'CLAY' | 'LEADMAGIC', key: string, token?: string) =>
      connect({ body: { kind, key, ...(token ? { token } : {}) } }).unwrap(),
  };
}
