import { useCallback } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import { inboxApi, useInboxPutDraftMutation } from '../api';
import type { Draft } from './draft.types';
import { beginsWith } from './join-drafts';
import { closedDraftOf, openDraftOf } from './open-drafts';
import { useUnsavedDrafts, withUnsaved } from './unsaved-drafts';

/**
 * Stores a draft that is made from what this person has written, in the composer or before. Whatever is typed meanwhile
 * is in it: it is made and stored again until nothing has changed. Rejects where it cannot be stored; the composer then
 * has what it had.
 */
export function useRewriteDraft(enrolmentId: number, suggestedCc: readonly string[]) {
  const dispatch = useAppDispatch();
  const [put] = useInboxPutDraftMutation();
  const unsaved = useUnsavedDrafts();
  return useCallback(
    async (rewrite: (written: Draft | null) => Draft): Promise<{ draft: Draft; savedAt: string }> => {
      const arg = { params: { enrolmentId } };
      const keptDraft = async () => {
        await closedDraftOf(enrolmentId)?.flush();
        const read = inboxApi.endpoints.inboxDraft.initiate(arg, { forceRefetch: true, subscribe: false });
        const onServer = await dispatch(read).unwrap();
        return withUnsaved(unsaved.read(enrolmentId), onServer, suggestedCc)?.draft ?? null;
      };
      let stored: Draft | null = null;
      for (;;) {
        const [composer, closed] = [openDraftOf(enrolmentId), closedDraftOf(enrolmentId)];
        // A save of the composer that reached the server after this one would undo it.
        await composer?.flush();
        const written: Draft | null = composer ? composer.read() : await keptDraft();
        // A composer that was opened meanwhile began with what was stored.
        const draft: Draft = written && stored && beginsWith(written, stored) ? written : rewrite(written);
        const { updated_at: savedAt } = await put({ ...arg, body: { ...draft, send_at: null } }).unwrap();
        const isSame = composer === openDraftOf(enrolmentId) && closed === closedDraftOf(enrolmentId);
        if (isSame && (!composer || composer.read() === written)) return { draft, savedAt };
        stored = draft;
      }
    },
    [dispatch, put, unsaved, enrolmentId, suggestedCc],
  );
}
