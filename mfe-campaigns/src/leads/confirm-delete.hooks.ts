import { problemOf } from '@skein/mfe/problem';
import { useFormUndoEffectsQuery, useFormUndoUploadMutation, useFormUploadsQuery } from '../campaign-form/api';

/** The upload behind a link. `isGone`: there is none, or not for this person. */
export function useUploadOfLink(campaignId: number, identifier: string | undefined) {
  const { data, error, refetch } = useFormUploadsQuery(
    { query: { campaign_id: campaignId, limit: 200 } },
    { skip: !(campaignId > 0) },
  );
  const upload = data?.rows.find((row) => row.delete_identifier === identifier);
  return {
    upload,
    isGone:
      !(campaignId > 0) || (data !== undefined && !upload) || (error !== undefined && problemOf(error).status === 404),
    problem: error && !data ? error : null,
    retry: () => void refetch(),
  };
}

/** What deleting it would do, and doing it; `remove` throws what went wrong. */
export function useUploadDeletion(uploadId: number, isUndone: boolean) {
  const { data: effects, error, refetch } = useFormUndoEffectsQuery({ params: { uploadId } }, { skip: isUndone });
  const [undo, { isLoading }] = useFormUndoUploadMutation();
  return {
    effects,
    error,
    isLoading,
    count: () => void refetch(),
    remove: () => undo({ params: { uploadId }, body: {} }).unwrap(),
  };
}
