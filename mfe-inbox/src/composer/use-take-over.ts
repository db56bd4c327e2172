import { useCallback } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { inboxApi, useInboxPutDraftMutation } from '../api';
import type { ComposerProps } from './composer.types';
import { beginsWith } from './join-drafts';
import { closedDraftOf, openDraftOf } from './open-drafts';
import { useUnsavedDrafts, withUnsaved } from './unsaved-drafts';
import type { Draft, SavedDraft } from './draft.types';

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
      const keptDraft = async () => {
        await closedDraftOf(enrolmentId)?.flush();
        const read = inboxApi.endpoints.inboxDraft.initiate(arg, { forceRefetch: true, subscribe: false });
        const onServer = await dispatch(read).unwrap();
        return withUnsaved(unsaved.read(enrolmentId), onServer, cc)?.draft ?? empty;
      };
      let stored: Draft | null = null;
      try {
        for (;;) {
          const composer = openDraftOf(enrolmentId);
          // A save of the composer that reached the server after this one would leave the colleague's words out.
          await composer?.flush();
          const start = composer?.read() ?? (await keptDraft());
          const isTaken = stored !== null && beginsWith(start, stored);
          const draft: Draft & { send_at: null } = {
            ...start,
            html: isTaken ? start.html : start.html + html,
            send_at: null,
          };
          const { updated_at } = await put({ ...arg, body: draft }).unwrap();
          stored = draft;
          // Written on meanwhile, or opened: once more, with those words.
          if (composer !== openDraftOf(enrolmentId) || (composer && composer.read() !== start)) continue;
          unsaved.forget(enrolmentId);
          dispatch(inboxApi.util.updateQueryData('inboxDraft', arg, () => ({ draft, updated_at })));
          onTaken({ draft, savedAt: updated_at });
          return;
        }
      } catch (error) {
        showProblem('The draft was not taken over', error);
      }
    },
    [dispatch, put, enrolmentId, replyTo, onTaken, unsaved],
  );
}
