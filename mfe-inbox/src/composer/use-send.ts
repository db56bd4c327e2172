import { useCallback } from 'react';
import { undoSeconds } from '@skein/contracts/main/inbox.contract';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { useAppDispatch } from '@skein/mfe/store';
import { inboxApi, useInboxReplyMutation } from '../api';
import type { Draft, SavedDraft } from './use-draft';
import { useRestore } from './use-restore';

export interface SendChoice {
  addSignature: boolean;
  sendAt: Date | null;
  snoozeUntil: Date | null;
  /** How the time is said in the message. */ when: string | null;
  /** Answers of others that the writer has seen; null sends whatever came meanwhile. */
  answersSeen: number | null;
}

/**
 * Sends a reply and offers to take it back: within ten seconds, or until it leaves when it was scheduled. What is taken back
 * stands in the composer again as a draft.
 */
export function useSend(enrolmentId: number, onRestored: (saved: SavedDraft) => void) {
  const dispatch = useAppDispatch();
  const [reply, { isLoading }] = useInboxReplyMutation();
  const restore = useRestore(enrolmentId, onRestored);
  const send = useCallback(
    async (draft: Draft, choice: SendChoice): Promise<true | false | { overtakenBy: string }> => {
      try {
        const outgoing = await reply({
          params: { enrolmentId },
          body: {
            html: draft.html,
            cc: draft.cc,
            bcc: draft.bcc,
            attachments: draft.attachments,
            add_signature: choice.addSignature,
            ...(choice.answersSeen === null ? { answer_anyway: true } : { answers_seen: choice.answersSeen }),
            ...(draft.mailbox_id === null ? {} : { mailbox_id: draft.mailbox_id }),
            ...(draft.plain_text === null ? {} : { plain_text: draft.plain_text }),
            ...(draft.to_email === '' ? {} : { to_email: draft.to_email }),
            ...(draft.subject === '' ? {} : { subject: draft.subject }),
            ...(choice.sendAt ? { send_at: choice.sendAt.toISOString() } : {}),
            ...(choice.snoozeUntil ? { snooze_until: choice.snoozeUntil.toISOString() } : {}),
          },
        }).unwrap();
        dispatch(
          inboxApi.util.updateQueryData('inboxDraft', { params: { enrolmentId } }, () => ({
            draft: null,
            updated_at: null,
          })),
        );
        toasts.show({
          key: `reply-${outgoing.stats_id}`,
          title: choice.when ? `Scheduled: ${choice.when}` : 'Sending your reply',
          text: `to ${outgoing.to_email}`,
          undo: {
            seconds: undoSeconds,
            // One that leaves later can be called back until then; the server refuses it afterwards.
            ...(choice.sendAt ? { keySeconds: 3600 } : {}),
            run: () => restore(draft, outgoing.stats_id),
          },
        });
        return true;
      } catch (error) {
        const { details, message } = problemOf(error);
        if (details.some((detail) => detail.field === 'answers_seen')) return { overtakenBy: message };
        showProblem('The reply was not sent', error);
        return false;
      }
    },
    [reply, enrolmentId, restore, dispatch],
  );
  return { send, restore, isSending: isLoading };
}
