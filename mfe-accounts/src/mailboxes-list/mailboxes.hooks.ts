import { useMemo } from 'react';
import type { WarmupSummary } from '@skein/contracts/warmup/warmup.contract';
import { useAbandonStale } from '@skein/mfe/abandon-stale';
import { inParts } from '@skein/mfe/lists/selection-ids';
import { useListMailboxesQuery, useListWarmupQuery, useTagMailboxesMutation } from '../api';
import { toFilter, type ListAddress } from './list-address';
import { bulkSize, useSelectionIds } from './use-selection-ids';

/** One page of the list as the address asks for it; looked at again every 30 s while somebody looks. */
export function useMailboxes(address: ListAddress, pageSize: number) {
  const filter = useMemo(() => toFilter(address), [address]);
  const query = {
    ...filter,
    sort: address.sort,
    limit: pageSize,
    ...(address.cursor ? { cursor: address.cursor } : {}),
  };
  const { data, currentData, error, isFetching, refetch } = useListMailboxesQuery(
    { query },
    { pollingInterval: 30_000, skipPollingIfUnfocused: true },
  );
  useAbandonStale('listMailboxes', { query });
  const rows = useMemo(() => data?.rows ?? [], [data]);
  const idsOf = useSelectionIds(filter);
  return {
    rows,
    total: data?.total ?? 0,
    totals: data?.totals,
    nextCursor: data?.next_cursor ?? null,
    isLoading: isFetching && !currentData,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
    idsOf,
  };
}

/** The warmup of the mailboxes of a page, by mailbox; one that is not there yet shows nothing. */
export function useWarmupOf(mailboxIds: readonly number[]): ReadonlyMap<number, WarmupSummary> {
  const ids = mailboxIds.join(',');
  const { data } = useListWarmupQuery(
    { query: { mailbox_ids: [...mailboxIds] } },
    { skip: ids === '', pollingInterval: 30_000, skipPollingIfUnfocused: true },
  );
  return useMemo(() => new Map(data?.rows.map((row) => [row.mailbox_id, row])), [data]);
}

/** Gives tags to mailboxes and takes others. Rejects with the server's problem. */
export function useTagMailboxes() {
  const [tag] = useTagMailboxesMutation();
  return async (ids: number[], add_tag_ids: number[], remove_tag_ids: number[]): Promise<void> => {
    for (const mailbox_ids of inParts(ids, bulkSize))
      await tag({ body: { mailbox_ids, add_tag_ids, remove_tag_ids } }).unwrap();
  };
}
