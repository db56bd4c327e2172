import type { AppDispatch } from '@skein/mfe/store';
import { undoLater } from '@skein/ui/toast-store';

/**
 * Undoes what the server keeps of a change. Its code is loaded with the first undo: the first list of the inbox does without it.
 * @returns whether it has said itself what it did
 */
export async function undoKept(dispatch: AppDispatch, changeKey: string, title: string): Promise<boolean> {
  const { undoChange } = await import('./recent.hooks');
  return undoChange(dispatch, changeKey, title);
}

/** Offers to undo a change that the server keeps: in its message, and by the key, also after a reload. */
export const undoOf = (dispatch: AppDispatch, changeKey: string, title: string) => ({
  ...undoLater(() => undoKept(dispatch, changeKey, title)),
  keptAs: changeKey,
});
