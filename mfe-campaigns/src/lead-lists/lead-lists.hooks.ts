import { problemOf } from '@skein/mfe/problem';
import { readOf } from '@skein/mfe/requests';
import { useFormUploadsQuery } from '../campaign-form/api';
import {
  useLeadListCreateMutation,
  useLeadListDeleteMutation,
  useLeadListQuery,
  useLeadListsQuery,
  useLeadListUpdateMutation,
} from '../leads/api';

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

/** Creates a list, or changes the one with `listId`. Rejects with the server's problem. */
export function useSaveList(listId: number | undefined) {
  const [create] = useLeadListCreateMutation();
  const [update] = useLeadListUpdateMutation();
  return (body: { name: string; tag_ids: number[] }) =>
    listId === undefined ? create({ body }).unwrap() : update({ params: { listId }, body }).unwrap();
}

/** What was imported into a list, newest first. */
export const useUploadsOfList = (listId: number) =>
  readOf(useFormUploadsQuery({ query: { list_id: listId, limit: 50 } }));

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
