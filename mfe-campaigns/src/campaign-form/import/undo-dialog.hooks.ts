import { useFormUndoEffectsQuery, useFormUndoUploadMutation } from '../api';

/** What taking an import back would do, and doing it. */
export function useUndo(upload: { id: number; file_name: string }) {
  const { data, error } = useFormUndoEffectsQuery(
    { params: { uploadId: upload.id } },
    { refetchOnMountOrArgChange: true },
  );
  const [undo] = useFormUndoUploadMutation();
  return { data, error, undo };
}
