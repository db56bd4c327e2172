import { useEffect } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import { toasts } from '@skein/ui/toast-store';
import { undoKept } from './undo-kept';

/** Lets Ctrl or Cmd Z undo what was done here before the page was loaded again. */
export function useUndoAfterReload(): void {
  const dispatch = useAppDispatch();
  useEffect(
    () =>
      toasts.undoKeptBy(async (changeKey, title) => {
        const shown = toasts.read();
        await undoKept(dispatch, changeKey, title);
        // It has said by itself what is different from before.
        if (toasts.read() === shown) toasts.show({ key: 'undone', tone: 'info', title: `Undone: ${title}` });
      }),
    [dispatch],
  );
}
