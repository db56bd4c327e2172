import { useCallback } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { inboxApi } from '../api';
import type { ComposerProps } from './composer.types';
import { emptyDraft } from './empty-draft';
import { useUnsavedDrafts } from './unsaved-drafts';
import { useRewriteDraft } from './use-rewrite-draft';
import type { SavedDraft } from './draft.types';

/** Continues a colleague's draft as one's own: their words go behind what one has written already. */
export function useTakeOver(
  enrolmentId: number,
  replyTo: ComposerProps['replyTo'],
  onTaken: (saved: SavedDraft) => void,
) {
  const dispatch = useAppDispatch();
  const unsaved = useUnsavedDrafts();
  const rewriteDraft = useRewriteDraft(enrolmentId, replyTo.cc);
  return useCallback(
    async (html: string) => {
      try {
        const saved = await rewriteDraft((written) => {
          const mine = written ?? emptyDraft(replyTo);
          return { ...mine, html: mine.html + html };
        });
        unsaved.forget(enrolmentId);
        const { draft, savedAt: updated_at } = saved;
        dispatch(
          inboxApi.util.updateQueryData('inboxDraft', { params: { enrolmentId } }, () => ({
            draft: { ...draft, send_at: null },
            updated_at,
          })),
        );
        onTaken(saved);
      } catch (error) {
        showProblem('The draft was not taken over', error);
      }
    },
    [dispatch, rewriteDraft, enrolmentId, replyTo, onTaken, unsaved],
  );
}
