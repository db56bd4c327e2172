import { withSentence } from '@skein/mfe/with-sentence';
import {
  useCreateFolderMutation,
  useDeleteFolderMutation,
  useListFoldersQuery,
  useRenameFolderMutation,
} from '../campaigns-list/api';

/** All folders with how many campaigns each holds; null until they are known. */
export function useFolders(isWanted = true) {
  const { data, error, isFetching, refetch } = useListFoldersQuery(undefined, { skip: !isWanted });
  return {
    folders: data?.folders ?? null,
    withoutFolder: data?.without_folder ?? 0,
    error,
    isFetching,
    refetch: () => {
      void refetch();
    },
  };
}

/** Deletes a folder; its campaigns stay. Rejects with the server's sentence. */
export function useDeleteFolder(): (folderId: number) => Promise<void> {
  const [remove] = useDeleteFolderMutation();
  return async (folderId) => {
    await withSentence(remove({ params: { folderId } }).unwrap());
  };
}

/** Creates a folder, or renames the one with `folderId`. Rejects with the server's problem. */
export function useSaveFolder(folderId: number | undefined) {
  const [create] = useCreateFolderMutation();
  const [rename] = useRenameFolderMutation();
  return (body: { name: string }) =>
    folderId === undefined ? create({ body }).unwrap() : rename({ params: { folderId }, body }).unwrap();
}
