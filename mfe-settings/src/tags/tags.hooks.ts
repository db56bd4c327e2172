import { toasts } from '@skein/ui/toast-store';
import { withSentence } from '@skein/mfe/with-sentence';
import { useDeleteTagMutation, useListTagsQuery, useSaveTagMutation } from '../api';

/** The tags of the workspace, and what their page changes. */
export function useTags() {
  const { data, error, isFetching, refetch } = useListTagsQuery();
  const [write] = useSaveTagMutation();
  const [erase] = useDeleteTagMutation();
  const save = async (tag: { id?: number; name: string; color: string }) => {
    await write({ body: tag }).unwrap();
    toasts.show({ title: tag.id === undefined ? `${tag.name} was created` : `${tag.name} saved` });
  };
  const remove = async (tag: { id: number; name: string }) => {
    await withSentence(erase({ params: { tagId: tag.id } }).unwrap());
    toasts.show({ title: `${tag.name} deleted` });
  };
  return {
    rows: data?.tags ?? [],
    isLoading: isFetching && !data,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
    save,
    remove,
  };
}
