import { useCallback } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { inboxApi, useInboxPutDraftMutation } from '../api';
import type { ComposerProps } from './composer.types';

/** Continues a colleague's draft as one's own: their words go behind what one has written already. */
export function useTakeOver(enrolmentId: number, replyTo: ComposerProps['replyTo'], onTaken: () => void) {
  const dispatch = useAppDispatch();
  const [put] = useInboxPutDraftMutation();
  return useCallback(
    async (html: string) => {
      const arg = { params: { enrolmentId } };
      try {
        const own = await dispatch(
          inboxApi.endpoints.inboxDraft.initiate(arg, { forceRefetch: true, subscribe: false }),
        ).unwrap();
        const start = own.draft ?? { html: '', to_email: replyTo.to_email, cc: replyTo.cc, subject: replyTo.subject };
        await put({ ...arg, body: { ...start, html: start.html + html, send_at: null } }).unwrap();
        await dispatch(inboxApi.endpoints.inboxDraft.initiate(arg, { forceRefetch: true, subscribe: false }));
        onTaken();
      } catch (error) {
        showProblem('The draft was not taken over', error);
      }
    },
    [dispatch, put, enrolmentId, replyTo, onTaken],
  );
}
