import { useCallback } from 'react';
import { attempt } from '@skein/mfe/requests';
import { useAppDispatch } from '@skein/mfe/store';
import { toasts } from '@skein/ui/toast-store';
import { inboxApi, useInboxCancelMutation, useInboxPutDraftMutation } from '../api';
import { isBlank } from './addresses';
import { joinDrafts } from './join-drafts';
import { closedDraftOf, openDraftOf } from './open-drafts';
import type { Draft, SavedDraft } from './use-draft';

/** Stores a reply above what was written since, however often that changes meanwhile. */
function useStoreAbove(enrolmentId: number, suggestedCc: readonly string[]) {
  const dispatch = useAppDispatch();
  const [putDraft] = useInboxPutDraftMutation();
  return useCallback(
    async (undone: Draft): Promise<{ draft: Draft; savedAt: string }> => {
      const arg = { params: { enrolmentId } };
      const keptDraft = async () => {
        await closedDraftOf(enrolmentId)?.flush();
        const read = inboxApi.endpoints.inboxDraft.initiate(arg, { forceRefetch: true, subscribe: false });
        return (await dispatch(read).unwrap()).draft;
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
    [dispatch, putDraft, enrolmentId, suggestedCc],
  );
}

/** Whether words are the ones that were stored just now, perhaps continued: a composer that was opened meanwhile began with them. */
const beginsWith = (words: Draft, stored: Draft): boolean =>
  !isBlank(stored.html) && words.html.startsWith(stored.html);

/** Brings a reply back into the composer, above what was written there since. Rejects with why it could not be cancelled. */
export function useRestore(
  enrolmentId: number,
  suggestedCc: readonly string[],
  onRestored: (saved: SavedDraft) => void,
) {
  const dispatch = useAppDispatch();
  const [cancel] = useInboxCancelMutation();
  const storeAbove = useStoreAbove(enrolmentId, suggestedCc);
  return useCallback(
    async (undone: Draft, statsId: string | null): Promise<true> => {
      if (statsId !== null) await cancel({ params: { statsId } }).unwrap();
      // From here on the words are nowhere else: they come back also when they cannot be stored.
      const stored = await attempt(storeAbove(undone), 'The draft was not saved');
      const saved: SavedDraft = stored?.value ?? {
        draft: joinDrafts(undone, openDraftOf(enrolmentId)?.read() ?? null, suggestedCc),
        savedAt: null,
      };
      if (stored)
        dispatch(
          inboxApi.util.updateQueryData('inboxDraft', { params: { enrolmentId } }, () => ({
            draft: { ...saved.draft, send_at: null },
            updated_at: stored.value.savedAt,
          })),
        );
      // A composer that was opened since belongs to the conversation as it is shown now.
      (openDraftOf(enrolmentId)?.restored ?? onRestored)(saved);
      if (statsId !== null)
        toasts.show({
          key: 'undone',
          tone: 'info',
          title: 'Reply not sent',
          ...(saved.draft.html === undone.html ? {} : { text: 'What you wrote since is below it.' }),
        });
      return true;
    },
    [cancel, storeAbove, dispatch, enrolmentId, suggestedCc, onRestored],
  );
}
