import type { LinkedInAccountView } from '@skein/contracts/main/linkedin.contract';
import { withSentence } from '@skein/mfe/with-sentence';
import { toasts } from '@skein/ui/toast-store';
import {
  useConnectLinkedInMutation,
  useDisconnectLinkedInMutation,
  useLinkedInAccountsQuery,
} from '../integrations-api';

/** The LinkedIn accounts of the workspace, looked at again every 10 s. */
export function useLinkedIn() {
  const { data, error, isFetching, refetch } = useLinkedInAccountsQuery(undefined, {
    pollingInterval: 10_000,
    skipPollingIfUnfocused: true,
  });
  const [erase] = useDisconnectLinkedInMutation();
  return {
    accounts: (data?.accounts ?? []) as LinkedInAccountView[],
    provider: data?.provider ?? null,
    isLoading: isFetching && !data,
    problem: error && !data ? { message: error.message, onRetry: () => void refetch() } : null,
    disconnect: async (account: LinkedInAccountView) => {
      await withSentence(erase({ params: { linkedInAccountId: account.id } }).unwrap());
      toasts.show({ title: `${account.name} disconnected` });
    },
  };
}

export function useConnectLinkedIn() {
  const [connect, { isLoading }] = useConnectLinkedInMutation();
  return {
    isLoading,
    connect: (given: { name: string; profile_url: string | null; provider_account: string; time_zone: string }) =>
      connect({ body: given }).unwrap(),
  };
}
