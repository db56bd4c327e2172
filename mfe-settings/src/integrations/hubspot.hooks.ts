import type { HubSpotSettings } from '@skein/contracts/main/hubspot.contract';
import { problemOf } from '@skein/mfe/problem';
import { campaignsChoiceChanged } from '@skein/mfe/slices/campaigns';
import { useAppDispatch, useAppSelector } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import {
  useHubSpotListsQuery,
  useHubSpotQuery,
  useImportHubSpotMutation,
  useIntegrationsQuery,
  useLeadListsQuery,
  useRetrySyncMutation,
  useSaveHubSpotMutation,
  useStartOAuthMutation,
} from '../integrations-api';
import { mappingOf } from './last-mapping';

/** The connection with its mapping, and what the page changes. */
export function useHubSpot(integrationId: number) {
  const params = { integrationId };
  const { data: all } = useIntegrationsQuery(undefined, { pollingInterval: 10_000, skipPollingIfUnfocused: true });
  const { data, error, refetch } = useHubSpotQuery({ params });
  const [write, writing] = useSaveHubSpotMutation();
  const [again] = useRetrySyncMutation();
  const [startLogin] = useStartOAuthMutation();
  const dispatch = useAppDispatch();
  return {
    view: all?.integrations.find((one) => one.id === integrationId) ?? null,
    data,
    problem: error && !data ? { message: error.message, onRetry: () => void refetch() } : null,
    /** Leaves for HubSpot’s own page, where access is given again. */
    reconnect: () =>
      void startLogin({ body: { kind: 'HUBSPOT' } })
        .unwrap()
        .then(
          ({ url }) => window.location.assign(url),
          (failure: unknown) => showProblem('HubSpot could not be opened', failure),
        ),
    lastMapping: useAppSelector((state) => state.campaigns.crmMapping),
    isSaving: writing.isLoading,
    save: async (settings: HubSpotSettings): Promise<boolean> => {
      try {
        await write({ params, body: settings }).unwrap();
        dispatch(campaignsChoiceChanged({ crmMapping: mappingOf(settings.fields) }));
        toasts.show({ title: 'Saved', text: 'It applies from now on.' });
        return true;
      } catch (failure) {
        showProblem('Not saved', failure);
        return false;
      }
    },
    retry: async () => {
      const { retried } = await again({ params, body: {} }).unwrap();
      if (retried > 0) toasts.show({ title: `${retried.toLocaleString('en-US')} retried` });
    },
  };
}

/** Lists of both sides, and the import. */
export function useHubSpotImport(integrationId: number) {
  const params = { integrationId };
  const { data: lists, error } = useHubSpotListsQuery({ params });
  const { data: targets } = useLeadListsQuery({ query: { limit: 200 } });
  const [start, { isLoading }] = useImportHubSpotMutation();
  return {
    lists: lists?.lists ?? null,
    problem: error?.message ?? null,
    targets: targets?.rows ?? [],
    isLoading,
    /** @returns why it did not begin */
    begin: async (listId: string | null, targetId: number | null): Promise<string | null> => {
      try {
        await start({ params, body: { hubspot_list_id: listId, lead_list_id: targetId } }).unwrap();
        toasts.show({ title: 'Import started', text: 'The sync log shows each outcome.' });
        return null;
      } catch (failure) {
        return problemOf(failure).message;
      }
    },
  };
}
