import { problemOf } from '@skein/mfe/problem';
import { useGetMailboxQuery } from '../api';

/** One mailbox by the id in the address; looked at again every 20 s while somebody looks. */
export function useMailbox(idInAddress: string | undefined) {
  const id = Number(idInAddress);
  const isId = Number.isInteger(id) && id > 0;
  const { data, error, isFetching, refetch } = useGetMailboxQuery(
    { params: { mailboxId: id } },
    { skip: !isId, pollingInterval: 20_000, skipPollingIfUnfocused: true },
  );
  return {
    id,
    mailbox: data?.id === id ? data : undefined,
    isMissing: !isId || (error !== undefined && problemOf(error).status === 404),
    problem: error?.message ?? null,
    isFetching,
    refetch,
  };
}
