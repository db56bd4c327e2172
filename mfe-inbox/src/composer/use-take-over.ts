import { useCallback } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { inboxApi, useInboxPutDraftMutation } from '../api';
import type { ComposerProps } from './composer.types';
import { openDraftOf } from './open-drafts';
import { useUnsavedDrafts, withUnsaved } from './unsaved-drafts';
import type { SavedDraft } from './draft.types';

/** Continues a colleague's draft as one's own: their words go behind what one has written already. */
export function useTakeOver(
  enrolmentId: number,
  replyTo: ComposerProps['replyTo'],
  onTaken: (saved: SavedDraft) => void,
) {
  const dispatch = useAppDispatch();
  const [put] = useInboxPutDraftMutation();
  const unsaved = useUnsavedDrafts();
  return useCallback(
    async (html: string) => {
      const arg = { params: { enrolmentId } };
      const { to_email, cc, subject } = replyTo;
      const empty = { html: '', to_email, cc, bcc: [], subject, attachments: [], mailbox_id: null, plain_text: null };
      try {
        await openDraftOf(enrolmentId)?.flush();
        const stored = await dispatch(
          inboxApi.endpoints.inboxDraft.initiate(arg, { forceRefetch: true, subscribe: false }),
        ).unwrap();
        const start = withUnsaved(unsaved.read(enrolmentId), stored, cc)?.draft ?? empty;
        const draft = { ...start, html: start.html + html, send_at: null };
        const { updated_at } = await put({ ...arg, body: draft }).unwrap();
        // What its composer could not store is in the draft.
        await openDraftOf(enrolmentId)?.drop();
        unsaved.forget(enrolmentId);
        dispatch(inboxApi.util.updateQueryData('inboxDraft', arg, () => ({ draft, updated_at })));
        onTaken({ draft, savedAt: updated_at });
      } catch (error) {
        showProblem('The draft was not taken over', error);
      }
    },
    [dispatch, put, enrolmentId, replyTo, onTaken, unsaved],
  );
}
