import { useAccess } from '@skein/mfe/access';
import { attempt, readOf, readProblem } from '@skein/mfe/requests';
import {
  useAddBlockEntriesMutation,
  useCancelBlockUploadMutation,
  useDetectBlockUploadMutation,
  useGetBlockUploadQuery,
  useListBlockUploadsQuery,
  useStartBlockUploadMutation,
} from '../api';
import { useClientChoices } from '../clients/clients.hooks';

/** Clients that entries can be kept for; none for somebody who sees no clients. */
export const useScopeClients = () => useClientChoices(useAccess().has('client-views'));

/** Blocks addresses and domains; answers what that did. Rejects with the server's problem. */
export function useAddEntries() {
  const [add, { isLoading: isAdding }] = useAddBlockEntriesMutation();
  return { isAdding, add: (body: Parameters<typeof add>[0]['body']) => add({ body }).unwrap() };
}

/** One page of uploads, newest first. */
export const useBlockUploads = (cursor: string | null) =>
  readOf(useListBlockUploadsQuery({ query: cursor ? { cursor } : {} }));

/** One upload as it is now. */
export function useBlockUpload(blockUploadId: number) {
  const asked = useGetBlockUploadQuery({ params: { blockUploadId } });
  return { upload: asked.data, problem: readProblem(asked) };
}

/** Reads the file of an upload in another way. A refusal is shown. */
export function useReadAgain(blockUploadId: number) {
  const [detect, { isLoading: isReading }] = useDetectBlockUploadMutation();
  return {
    isReading,
    read: (body: Parameters<typeof detect>[0]['body']) =>
      attempt(detect({ params: { blockUploadId }, body }).unwrap(), 'The file was not read again'),
  };
}

/** Begins an upload, stops it, or discards its file. All of them reject with the server's problem. */
export function useUploadWork(blockUploadId: number) {
  const [start, { isLoading: isStarting }] = useStartBlockUploadMutation();
  const [cancel, { isLoading: isCancelling }] = useCancelBlockUploadMutation();
  const params = { blockUploadId };
  return {
    isStarting,
    isCancelling,
    start: (body: Parameters<typeof start>[0]['body']) => start({ params, body }).unwrap(),
    cancel: () => cancel({ params, body: {} }).unwrap(),
  };
}
