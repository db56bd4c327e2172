import { problemOf } from '@skein/mfe/problem';
import { useBlockUndoEffectsQuery, useFindBlockUploadQuery, useUndoBlockUploadMutation } from '../api';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The upload behind a link. `isGone`: there is none, or not for this person. */
export function useBlockUploadOfLink(deleteIdentifier: string) {
  const isLink = uuid.test(deleteIdentifier);
  const { data: upload, error, refetch } = useFindBlockUploadQuery({ params: { deleteIdentifier } }, { skip: !isLink });
  return {
    upload,
    isGone: !isLink || (error !== undefined && problemOf(error).status === 404),
    problem: error && !upload ? error : null,
    retry: () => void refetch(),
  };
}

/** What taking it back would do, while it is offered, and doing it; `undo` throws what went wrong. */
export function useBlockUploadUndo(blockUploadId: number, isOffered: boolean) {
  const {
    data: effects,
    error,
    refetch,
  } = useBlockUndoEffectsQuery({ params: { blockUploadId } }, { skip: !isOffered });
  const [undo, { isLoading }] = useUndoBlockUploadMutation();
  return {
    effects,
    error,
    isLoading,
    count: () => void refetch(),
    undo: () => undo({ params: { blockUploadId }, body: {} }).unwrap(),
  };
}
