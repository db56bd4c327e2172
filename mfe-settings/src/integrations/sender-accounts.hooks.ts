import { useSenderAccountsQuery } from '../integrations-api';

export type SenderType = 'GMAIL' | 'OUTLOOK' | 'ZOHO' | 'SMTP';

/** How many mailboxes of a provider there are, and how many are disconnected. */
export function useSenders(type: SenderType) {
  const all = useSenderAccountsQuery({ query: { type, limit: 1 } });
  const failing = useSenderAccountsQuery({ query: { type, limit: 1, state: 'failing' } });
  return {
    total: all.data?.total ?? null,
    failing: failing.data?.total ?? 0,
    problem: all.error && !all.data ? { message: all.error.message, onRetry: () => void all.refetch() } : null,
  };
}
