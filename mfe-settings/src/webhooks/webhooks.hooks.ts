import type { WebhookView } from '@skein/contracts/main/webhooks.contract';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { withSentence } from '@skein/mfe/with-sentence';
import { useDeleteWebhookMutation, useListWebhooksQuery, useUpdateWebhookMutation } from '../api';

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
