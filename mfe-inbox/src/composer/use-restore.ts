import { useCallback } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { attempt } from '@skein/mfe/requests';
import { useAppDispatch } from '@skein/mfe/store';
import { toasts } from '@skein/ui/toast-store';
import { inboxApi, useInboxCancelMutation } from '../api';
import { joinDrafts } from './join-drafts';
import { openDraftOf } from './open-drafts';
import { useRecalledReplies, useUnsavedDrafts } from './unsaved-drafts';
import { useRewriteDraft } from './use-rewrite-draft';
import type { Draft, SavedDraft } from './draft.types';

/**
 * Brings the words of a reply that is not sent back into the composer, above what was written there since. They are
 * kept in this tab where they cannot be stored.
 */
function useBringBack(enrolmentId: number, suggestedCc: readonly string[], onRestored: (saved: SavedDraft) => void) {
  const dispatch = useAppDispatch();
  const unsaved = useUnsavedDrafts();
  const rewriteDraft = useRewriteDraft(enrolmentId, suggestedCc);
  return useCallback(
    async (undone: Draft): Promise<Draft> => {
      const above = rewriteDraft((since) => joinDrafts(undone, since, suggestedCc));
      const stored = await attempt(above, 'The draft was not saved');
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
    [rewriteDraft, dispatch, unsaved, enrolmentId, suggestedCc, onRestored],
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
 * Brings a reply back into the composer, above what was written there since. Rejects with why it could not be
 * cancelled; without an answer its words are kept, and come back when the conversation shows that it was cancelled
 * after all.
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
