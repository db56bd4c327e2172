import { problemOf } from '@skein/mfe/problem';
import { useFormUndoEffectsQuery, useFormUndoUploadMutation, useFormUploadsQuery } from '../campaign-form/api';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The upload behind a link, however old it is. `isGone`: there is none, or not for this person. */
export function useUploadOfLink(campaignId: number, identifier = '') {
  const isLink = campaignId > 0 && uuid.test(identifier);
  const { data, error, refetch } = useFormUploadsQuery(
    { query: { campaign_id: campaignId, delete_identifier: identifier, limit: 1 } },
    { skip: !isLink },
  );
  const upload = data?.rows[0];
  return {
    upload,
    isGone: !isLink || (data !== undefined && !upload) || (error !== undefined && problemOf(error).status === 404),
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
