import { useFormUndoEffectsQuery, useFormUndoUploadMutation } from '../api';

/** What undoing an import would remove, and doing it. */
export function useUndo(upload: { id: number; file_name: string }) {
  const { data, error } = useFormUndoEffectsQuery(
    { params: { uploadId: upload.id } },
    { refetchOnMountOrArgChange: true },
  );
  const [undo] = useFormUndoUploadMutation();
  return { data, error, undo };
}

export type UndoEffects = NonNullable<ReturnType<typeof useUndo>['data']>;
