import { problemOf } from '@skein/mfe/problem';
import { useLeadListDeleteMutation, useLeadListQuery, useLeadListsQuery } from '../leads/api';

/** One page of lists, and how one is deleted. */
export function useLists(search: string, cursor: string | null, limit: number) {
  const { data, currentData, error, isFetching, refetch } = useLeadListsQuery({
    query: { limit, ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) },
  });
  const [remove] = useLeadListDeleteMutation();
  return {
    data,
    rows: data?.rows ?? [],
    isLoading: isFetching && !currentData,
    error: error ? { message: error.message, onRetry: () => void refetch() } : null,
    remove: async (listId: number) => {
      await remove({ params: { listId } }).unwrap();
    },
  };
}

/** The list of an address. `isGone`: it does not exist, or not for this person. */
export function useList(idText: string | undefined) {
  const listId = Number(idText);
  const isId = Number.isSafeInteger(listId) && listId > 0;
  const { currentData, error, refetch } = useLeadListQuery({ params: { listId } }, { skip: !isId });
  return {
    listId,
    list: currentData,
    isGone: !isId || (error !== undefined && problemOf(error).status === 404),
    problem: error ? problemOf(error) : null,
    retry: () => void refetch(),
  };
}
