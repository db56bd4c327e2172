import { useCallback } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { attempt } from '@skein/mfe/requests';
import { useAppDispatch } from '@skein/mfe/store';
import { toasts } from '@skein/ui/toast-store';
import { inboxApi, useInboxCancelMutation, useInboxPutDraftMutation } from '../api';
import { beginsWith, joinDrafts } from './join-drafts';
import { closedDraftOf, openDraftOf } from './open-drafts';
import { useRecalledReplies, useUnsavedDrafts, withUnsaved } from './unsaved-drafts';
import type { Draft, SavedDraft } from './draft.types';

/** Stores a reply above what was written since, however often that changes meanwhile. */
function useStoreAbove(enrolmentId: number, suggestedCc: readonly string[]) {
  const dispatch = useAppDispatch();
  const [putDraft] = useInboxPutDraftMutation();
  const unsaved = useUnsavedDrafts();
  return useCallback(
    async (undone: Draft): Promise<{ draft: Draft; savedAt: string }> => {
      const arg = { params: { enrolmentId } };
      const keptDraft = async () => {
        await closedDraftOf(enrolmentId)?.flush();
        const read = inboxApi.endpoints.inboxDraft.initiate(arg, { forceRefetch: true, subscribe: false });
        const stored = await dispatch(read).unwrap();
        return withUnsaved(unsaved.read(enrolmentId), stored, suggestedCc)?.draft ?? null;
      };
      let stored: Draft | null = null;
      for (;;) {
        const [composer, closed] = [openDraftOf(enrolmentId), closedDraftOf(enrolmentId)];
        // A save of the composer that reached the server after this one would leave the undone reply out.
        await composer?.drop();
        const since: Draft | null = composer ? composer.read() : await keptDraft();
        const draft: Draft =
          since && stored && beginsWith(since, stored) ? since : joinDrafts(undone, since, suggestedCc);
        const { updated_at: savedAt } = await putDraft({ ...arg, body: { ...draft, send_at: null } }).unwrap();
        const isSame = composer === openDraftOf(enrolmentId) && closed === closedDraftOf(enrolmentId);
        if (isSame && (!composer || composer.read() === since)) return { draft, savedAt };
        stored = draft;
      }
    },
    [dispatch, putDraft, unsaved, enrolmentId, suggestedCc],
  );
}

/** Brings the words of a reply that is not sent back into the composer, above what was written there since. They are kept in this tab where they cannot be stored. */
function useBringBack(enrolmentId: number, suggestedCc: readonly string[], onRestored: (saved: SavedDraft) => void) {
  const dispatch = useAppDispatch();
  const unsaved = useUnsavedDrafts();
  const storeAbove = useStoreAbove(enrolmentId, suggestedCc);
  return useCallback(
    async (undone: Draft): Promise<Draft> => {
      const stored = await attempt(storeAbove(undone), 'The draft was not saved');
      const since = openDraftOf(enrolmentId)?.read() ?? unsaved.read(enrolmentId)?.draft ?? null;
      const saved: SavedDraft = stored?.value ?? { draft: joinDrafts(undone, since, suggestedCc), savedAt: null };
      if (stored) unsaved.forget(enrolmentId);
      else unsaved.keep(enrolmentId, saved);
      dispatch(
        inboxApi.util.updateQueryData('inboxDraft', { params: { enrolmentId } }, () => ({
          draft: { ...saved.draft, send_at: null },
          updated_at: saved.savedAt,
        })),
      );
      // A composer that was opened since belongs to the conversation as it is shown now.
      (openDraftOf(enrolmentId)?.restored ?? onRestored)(saved);
      return saved.draft;
    },
    [storeAbove, dispatch, unsaved, enrolmentId, suggestedCc, onRestored],
  );
}

const showNotSent = (restored: Draft, undone: Draft) =>
  toasts.show({
    key: 'undone',
    tone: 'info',
    title: 'Reply not sent',
    ...(restored.html === undone.html ? {} : { text: 'What you wrote since is below it.' }),
  });

/** Replies that are being brought back in this page: each of them comes back once. */
const recoveriesInProgress = new Set<string>();

/** Whether the server has said no. Without an answer the outcome is unknown. */
const isRefusal = (error: unknown): boolean => {
  const { status } = problemOf(error);
  return status >= 400 && status < 500 && status !== 429;
};

/**
 * Brings a reply back into the composer, above what was written there since. Rejects with why it could not be cancelled; without an answer its
 * words are kept, and come back when the conversation shows that it was cancelled after all.
 */
export function useRestore(
  enrolmentId: number,
  suggestedCc: readonly string[],
  onRestored: (saved: SavedDraft) => void,
) {
  const [cancel] = useInboxCancelMutation();
  const recalled = useRecalledReplies();
  const bringBack = useBringBack(enrolmentId, suggestedCc, onRestored);
  return useCallback(
    async (undone: Draft, statsId: string | null): Promise<true> => {
      if (statsId === null) {
        await bringBack(undone);
        return true;
      }
      recoveriesInProgress.add(statsId);
      recalled.keep(enrolmentId, { statsId, draft: undone });
      try {
        await cancel({ params: { statsId } }).unwrap();
        showNotSent(await bringBack(undone), undone);
        recalled.forget(enrolmentId, statsId);
      } catch (error) {
        if (isRefusal(error)) recalled.forget(enrolmentId, statsId);
        throw error;
      } finally {
        recoveriesInProgress.delete(statsId);
      }
      return true;
    },
    [cancel, recalled, bringBack, enrolmentId],
  );
}

/**
 * Brings back replies whose undo was not answered, once the server says that they are not sent.
 * @returns looks after those that are neither waiting nor sent any more
 */
export function useRecoverReplies(
  enrolmentId: number,
  suggestedCc: readonly string[],
  onRestored: (saved: SavedDraft) => void,
) {
  const dispatch = useAppDispatch();
  const recalled = useRecalledReplies();
  const bringBack = useBringBack(enrolmentId, suggestedCc, onRestored);
  return useCallback(
    async (isWaiting: (statsId: string) => boolean): Promise<void> => {
      for (const { statsId, draft } of recalled.read(enrolmentId)) {
        if (recoveriesInProgress.has(statsId) || isWaiting(statsId)) continue;
        recoveriesInProgress.add(statsId);
        const read = inboxApi.endpoints.inboxOutgoing.initiate(
          { params: { statsId } },
          { forceRefetch: true, subscribe: false },
        );
        try {
          const { status } = await dispatch(read).unwrap();
          if (status === 'SKIPPED') showNotSent(await bringBack(draft), draft);
          if (status === 'SKIPPED' || status === 'COMPLETED') recalled.forget(enrolmentId, statsId);
        } catch (error) {
          if (isRefusal(error)) recalled.forget(enrolmentId, statsId);
        } finally {
          recoveriesInProgress.delete(statsId);
        }
      }
    },
    [dispatch, recalled, bringBack, enrolmentId],
  );
}
