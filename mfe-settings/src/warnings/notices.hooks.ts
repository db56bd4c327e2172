import type { CallInput } from '@skein/contracts/endpoint';
import type { noticesContract } from '@skein/contracts/main/notices.contract';
import { problemOf } from '@skein/mfe/problem';
import { attempt, readProblem } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { agencyApi } from '../agency-api';
import { noticesApi } from './notices-api';

type Calls = (typeof noticesContract)['endpoints'];
type Change = CallInput<Calls['saveSettings']>['body'];
type Choice = CallInput<Calls['saveChoices']>['body']['choices'][number];

/** Of what this person is notified and how, saved as it is chosen. */
export function useNoticeChoices() {
  const asked = agencyApi.useReadNoticeChoicesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [save] = agencyApi.useSaveNoticeChoicesMutation();
  return {
    choices: asked.data?.choices,
    problem: readProblem(asked),
    change: (choice: Choice) => attempt(save({ body: { choices: [choice] } }).unwrap(), 'Your choice was not saved'),
  };
}

/** Categories and clients that notices of replies can be narrowed to. */
export function useNoticeTopics(showsClients: boolean) {
  const categories = noticesApi.useNoticeCategoriesQuery(undefined);
  const clients = noticesApi.useNoticeClientsQuery(undefined, { skip: !showsClients });
  return { categories: categories.data?.categories ?? [], clients: clients.data?.clients ?? [] };
}

/**
 * Where else notices go: a Slack incoming webhook and a webhook of one's own. What connects rejects with the server's
 * problem; a refused disconnection is shown.
 */
export function useNoticeDestinations() {
  const [connectSlack, connecting] = noticesApi.useConnectNoticeSlackMutation();
  const [disconnectSlack] = noticesApi.useDisconnectNoticeSlackMutation();
  const [setWebhook, setting] = noticesApi.useSetNoticeWebhookMutation();
  const [removeWebhook] = noticesApi.useRemoveNoticeWebhookMutation();
  return {
    isConnecting: connecting.isLoading,
    isSetting: setting.isLoading,
    connectSlack: (url: string) => connectSlack({ body: { url } }).unwrap(),
    disconnectSlack: () => attempt(disconnectSlack({}).unwrap(), 'Nothing was changed'),
    /** Answers the secret that deliveries are signed with. */
    setWebhook: async (url: string) => (await setWebhook({ body: { url } }).unwrap()).secret,
    removeWebhook: () => attempt(removeWebhook({}).unwrap(), 'Nothing was changed'),
  };
}

/** When and where this person is notified, saved as it is chosen. */
export function useNoticeSettings() {
  const { data, error, refetch } = noticesApi.useNoticeSettingsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [save] = noticesApi.useSaveNoticeSettingsMutation();
  const [test, testing] = noticesApi.useTestNoticeMutation();
  return {
    settings: data,
    problem: error,
    refetch,
    isTesting: testing.isLoading,
    change: async (body: Change) => {
      try {
        await save({ body }).unwrap();
      } catch (problem) {
        showProblem('Your choice was not saved', problem);
      }
    },
    sendTest: async (channel: 'push' | 'slack' | 'webhook') => {
      try {
        const { is_sent, problem } = await test({ body: { channel } }).unwrap();
        toasts.show(is_sent ? { title: 'Test sent' } : { title: 'The test was not sent', text: problem ?? '' });
      } catch (problem) {
        showProblem('The test was not sent', problem);
      }
    },
  };
}

const scope = '/push/';
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));

/** Lets this browser show notifications, by its own push service. @returns a sentence when it can't */
export function usePush(publicKey: string | undefined) {
  const [subscribe, { isLoading }] = noticesApi.useSubscribePushMutation();
  const [unsubscribe] = noticesApi.useUnsubscribePushMutation();
  const isPossible = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  const allow = async (): Promise<string | null> => {
    if (!publicKey) return null;
    try {
      if ((await Notification.requestPermission()) !== 'granted')
        return 'This browser blocks notifications of this site. Allow them in its site settings, then try again.';
      const registration = await navigator.serviceWorker.register('/push-worker.js', { scope });
      const subscription = await registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: bytesOf(publicKey),
      });
      const { endpoint, keys } = subscription.toJSON();
      await subscribe({
        body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
      }).unwrap();
      toasts.show({ title: 'This browser is notified' });
      return null;
    } catch (error) {
      return error instanceof DOMException
        ? 'The browser could not reach its push service. Private windows and some networks do not allow it.'
        : problemOf(error).message;
    }
  };
  const remove = async (id: number) => {
    try {
      await unsubscribe({ params: { pushSubscriptionId: id } }).unwrap();
      toasts.show({ title: 'The browser is no longer notified' });
    } catch (problem) {
      showProblem('Nothing was changed', problem);
    }
  };
  return { isPossible, allow, isAllowing: isLoading, remove };
}
