import { useFormConnectLinkedInMutation, useFormLinkedInQuery } from '../api';

/** The LinkedIn accounts of the workspace with what they did today, and how another is connected. */
export function useLinkedInAccounts() {
  const { data, refetch } = useFormLinkedInQuery({});
  const [connect, { isLoading }] = useFormConnectLinkedInMutation();
  return {
    data,
    isConnecting: isLoading,
    /** @throws Problem */
    connect: async (name: string) => {
      await connect({ body: { name, provider_account: name } }).unwrap();
      await refetch();
    },
  };
}
