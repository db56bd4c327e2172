import { useCallback } from 'react';
import type { CallInput } from '@skein/contracts/endpoint';
import type { WebhookView, webhooksContract } from '@skein/contracts/main/webhooks.contract';
import { attempt, readProblem } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { withSentence } from '@skein/mfe/with-sentence';
import {
  useCreateWebhookMutation,
  useDeleteWebhookMutation,
  useLazyListCampaignNamesQuery,
  useListDeliveriesQuery,
  useListLeadCategoriesQuery,
  useListWebhooksQuery,
  useReplayDeliveryMutation,
  useReplayFailedMutation,
  useRotateWebhookSecretMutation,
  useTestWebhookMutation,
  useUpdateWebhookMutation,
} from '../api';

type Calls = (typeof webhooksContract)['endpoints'];

/** The webhooks of the workspace, looked at again every 20 s, and what their list changes. */
export function useWebhooks() {
  const { data, error, isFetching, refetch } = useListWebhooksQuery(undefined, {
    pollingInterval: 20_000,
    skipPollingIfUnfocused: true,
  });
  const [update] = useUpdateWebhookMutation();
  const [erase] = useDeleteWebhookMutation();
  const turn = async (webhook: WebhookView, isActive: boolean) => {
    try {
      await update({ params: { webhookId: webhook.id }, body: { is_active: isActive } }).unwrap();
      toasts.show({
        title: `${webhook.name} is ${isActive ? 'on' : 'off'}`,
        undo: {
          run: async () => {
            await update({ params: { webhookId: webhook.id }, body: { is_active: !isActive } }).unwrap();
          },
        },
      });
    } catch (problem) {
      showProblem('Nothing was changed', problem);
    }
  };
  const remove = async (webhook: WebhookView) => {
    await withSentence(erase({ params: { webhookId: webhook.id } }).unwrap());
    toasts.show({ title: `${webhook.name} deleted` });
  };
  return {
    rows: data?.webhooks ?? [],
    isLoading: isFetching && !data,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
    turn,
    remove,
  };
}

/** Creates a webhook, or changes the one with this id. Rejects with the server's problem. */
export function useSaveWebhook(webhookId: number | undefined) {
  const [create, creating] = useCreateWebhookMutation();
  const [update, updating] = useUpdateWebhookMutation();
  return {
    isSaving: creating.isLoading || updating.isLoading,
    save: (body: CallInput<Calls['createWebhook']>['body']) =>
      webhookId === undefined ? create({ body }).unwrap() : update({ params: { webhookId }, body }).unwrap(),
  };
}

/** What a webhook can be narrowed to: campaigns, found by what is typed, and categories of replies. */
export function useWebhookTopics() {
  const [find] = useLazyListCampaignNamesQuery();
  const { data } = useListLeadCategoriesQuery();
  return {
    categories: data?.categories ?? [],
    findCampaigns: useCallback(
      async (search: string) =>
        (await find({ query: { limit: 15, ...(search === '' ? {} : { search }) } }).unwrap()).rows,
      [find],
    ),
  };
}

/** Replaces the secret of a webhook and answers the new one; the old one signs for some hours more. Rejects with the server's problem. */
export function useReplaceSecret(webhookId: number) {
  const [rotate, { isLoading: isReplacing }] = useRotateWebhookSecretMutation();
  return {
    isReplacing,
    replace: async (body: CallInput<Calls['rotateSecret']>['body']) =>
      (await rotate({ params: { webhookId }, body }).unwrap()).secret_key,
  };
}

/** Sends a test event and answers how it went. Rejects with the server's problem. */
export function useTestWebhook(webhookId: number) {
  const [test, { isLoading: isTesting }] = useTestWebhookMutation();
  return {
    isTesting,
    test: (event_type: CallInput<Calls['testWebhook']>['body']['event_type']) =>
      test({ params: { webhookId }, body: { event_type } }).unwrap(),
  };
}

type LogQuery = NonNullable<CallInput<Calls['listDeliveries']>['query']>;
/** One page of what was sent to a webhook, read again every 5 s. */
export function useDeliveries(webhookId: number, state: LogQuery['state'], cursor: string | null) {
  const asked = useListDeliveriesQuery(
    { params: { webhookId }, query: { ...(state ? { state } : {}), ...(cursor ? { cursor } : {}) } },
    { pollingInterval: 5000, skipPollingIfUnfocused: true },
  );
  return { data: asked.data, isLoading: asked.isFetching && !asked.data, problem: readProblem(asked) };
}

/** Sends a delivery again. A refusal is shown. */
export function useReplay(
  deliveryId: Parameters<ReturnType<typeof useReplayDeliveryMutation>[0]>[0]['params']['deliveryId'],
) {
  const [replay, { isLoading: isReplaying }] = useReplayDeliveryMutation();
  return {
    isReplaying,
    replay: () => attempt(replay({ params: { deliveryId }, body: {} }).unwrap(), 'The delivery was not sent again'),
  };
}

/** Sends again what failed in the last hours, and answers how much that was; null when it was refused, which is shown. */
export function useReplayFailed(webhookId: number) {
  const [replay, { isLoading: isReplaying }] = useReplayFailedMutation();
  return {
    isReplaying,
    replay: async (hours: number): Promise<number | null> => {
      const now = Date.now();
      const body = { from: new Date(now - hours * 3_600_000).toISOString(), to: new Date(now).toISOString() };
      const done = await attempt(replay({ params: { webhookId }, body }).unwrap(), 'Nothing was sent again');
      return done?.value.replayed ?? null;
    },
  };
}
