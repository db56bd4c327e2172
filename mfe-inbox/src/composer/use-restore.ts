import { useCallback } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { inboxApi, useInboxCancelMutation, useInboxPutDraftMutation } from '../api';
import { joinDrafts } from './join-drafts';
import { openDraftOf } from './open-drafts';
import type { Draft, SavedDraft } from './use-draft';

/** Calls a reply back into the composer, above what was written there since. */
export function useRestore(enrolmentId: number, onRestored: (saved: SavedDraft) => void) {
  const dispatch = useAppDispatch();
  const [cancel] = useInboxCancelMutation();
  const [putDraft] = useInboxPutDraftMutation();
  return useCallback(
    async (draft: Draft, statsId: string | null) => {
      try {
        if (statsId !== null) await cancel({ params: { statsId } }).unwrap();
        const arg = { params: { enrolmentId } };
        const composer = openDraftOf(enrolmentId);
        const kept = composer
          ? null
          : await dispatch(
              inboxApi.endpoints.inboxDraft.initiate(arg, { forceRefetch: true, subscribe: false }),
            ).unwrap();
        let since: Draft | null;
        let joined: Draft;
        let updated_at: string;
        // Whoever types on meanwhile loses nothing.
        do {
          since = composer?.read() ?? kept?.draft ?? null;
          joined = joinDrafts(draft, since);
          ({ updated_at } = await putDraft({ ...arg, body: { ...joined, send_at: null } }).unwrap());
        } while (composer && composer.read() !== since);
        composer?.forget();
        const stored = { ...joined, send_at: null };
        dispatch(
          inboxApi.util.updateQueryData('inboxDraft', arg, () => ({
            draft: stored,
            updated_at,
          })),
        );
        // A composer that was opened since belongs to the conversation as it is shown now.
        (composer?.restored ?? onRestored)({ draft: joined, savedAt: updated_at });
        if (joined !== draft)
          toasts.show({
            key: 'undone',
            tone: 'info',
            title: 'Your reply wasn’t sent',
            text: 'What you wrote since is below it.',
          });
      } catch (error) {
        showProblem('Not undone', error);
      }
    },
    [cancel, putDraft, dispatch, enrolmentId, onRestored],
  );
}
