import { useEffect } from 'react';
import { useUser } from '@skein/mfe/session';
import { useAppDispatch } from '@skein/mfe/store';
import { toasts } from '@skein/ui/toast-store';
import { undoKept } from './undo-kept';

/** While the inbox is open the undo key also undoes what the same person did before the page was reloaded. */
export function useUndoAfterReload(): void {
  const dispatch = useAppDispatch();
  const { uuid: personId, workspace } = useUser();
  const workspaceId = workspace.id;
  useEffect(
    () => toasts.undoKeptBy({ workspaceId, personId }, (changeKey, title) => undoKept(dispatch, changeKey, title)),
    [dispatch, workspaceId, personId],
  );
}
