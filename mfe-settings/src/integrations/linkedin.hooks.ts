import type { LinkedInAccountView, LinkedInRequestView } from '@skein/contracts/main/linkedin.contract';
import { showProblem } from '@skein/mfe/toasts';
import { withSentence } from '@skein/mfe/with-sentence';
import { toasts } from '@skein/ui/toast-store';
import {
  useConnectLinkedInMutation,
  useDisconnectLinkedInMutation,
  useLinkedInAccountsQuery,
  useLinkedInRequestsQuery,
  useReconnectLinkedInMutation,
  useWithdrawRequestMutation,
} from '../integrations-api';

/** The owner of an account signs in on the provider's page, which leads back here. */
const leaveFor = (url: string | null | undefined): void => {
  if (url) window.location.assign(url);
};

/** The LinkedIn accounts of the workspace, looked at again every 10 s. */
export function useLinkedIn() {
  const { data, error, isFetching, refetch } = useLinkedInAccountsQuery(undefined, {
    pollingInterval: 10_000,
    skipPollingIfUnfocused: true,
  });
  const [renew] = useReconnectLinkedInMutation();
  const [erase] = useDisconnectLinkedInMutation();
  return {
    accounts: (data?.accounts ?? []) as LinkedInAccountView[],
    provider: data?.provider ?? null,
    isLoading: isFetching && !data,
    problem: error && !data ? { message: error.message, onRetry: () => void refetch() } : null,
    reconnect: async (account: LinkedInAccountView) => {
      try {
        leaveFor((await renew({ params: { linkedInAccountId: account.id }, body: {} }).unwrap()).connect_url);
      } catch (failure) {
        showProblem('Not signed in', failure);
      }
    },
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
    /** @throws Problem */
    connect: async (given: { name: string; profile_url: string | null; time_zone: string }) =>
      leaveFor((await connect({ body: given }).unwrap()).connect_url),
  };
}

export type RequestFilter = 'ALL' | 'PENDING' | 'ACCEPTED' | 'SKIPPED_AND_EMAIL_MESSAGE_SENT';

/** Connection requests page by page, and withdrawing one. */
export function useLinkedInRequests(filter: RequestFilter, cursor: string | null) {
  const { data, error, isFetching, refetch } = useLinkedInRequestsQuery({
    query: { ...(filter === 'ALL' ? {} : { connection: filter }), ...(cursor ? { cursor } : {}), limit: 10 },
  });
  const [withdraw] = useWithdrawRequestMutation();
  return {
    rows: (data?.rows ?? []) as LinkedInRequestView[],
    next: data?.next_cursor ?? null,
    total: data?.total ?? 0,
    isLoading: isFetching && !data,
    problem: error && !data ? { message: error.message, onRetry: () => void refetch() } : null,
    withdraw: async (request: LinkedInRequestView) => {
      await withSentence(withdraw({ params: { linkedInRequestId: request.id }, body: {} }).unwrap());
      toasts.show({ title: 'Request withdrawn', text: `${request.lead_name} continues with the next step.` });
    },
  };
}
