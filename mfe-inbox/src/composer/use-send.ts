import { useCallback } from 'react';
import { undoSeconds } from '@skein/contracts/main/inbox.contract';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { useAppDispatch, useAppStore } from '@skein/mfe/store';
import { inboxApi, useInboxReplyMutation } from '../api';
import { followSending } from './follow-sending.hooks';
import { useUnsavedDrafts } from './unsaved-drafts';
import type { Draft, SavedDraft } from './draft.types';
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
 * Sends a reply and offers to undo that: within ten seconds, or until it is sent where it was scheduled. An undone reply is a draft in
 * the composer again.
 * @param suggestedCc people whom a new reply copies by itself
 */
export function useSend(enrolmentId: number, suggestedCc: readonly string[], onRestored: (saved: SavedDraft) => void) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [reply, { isLoading }] = useInboxReplyMutation();
  const unsaved = useUnsavedDrafts();
  const restore = useRestore(enrolmentId, suggestedCc, onRestored);
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
        unsaved.forget(enrolmentId);
        dispatch(
          inboxApi.util.updateQueryData('inboxDraft', { params: { enrolmentId } }, () => ({
            draft: null,
            updated_at: null,
          })),
        );
        const text = `to ${outgoing.to_email}`;
        toasts.show({
          key: `reply-${outgoing.stats_id}`,
          title: choice.when ? `Scheduled: ${choice.when}` : 'Sending your reply',
          text,
          undo: {
            seconds: undoSeconds,
            // A scheduled reply can be cancelled until it is sent; the server refuses it afterwards.
            ...(choice.sendAt ? { keySeconds: 3600 } : {}),
            run: async () => {
              const hasTold = await restore(draft, outgoing.stats_id);
              stopFollowing?.();
              return hasTold;
            },
          },
        });
        const stopFollowing = choice.sendAt
          ? null
          : followSending(store, { enrolmentId, statsId: outgoing.stats_id, text });
        return true;
      } catch (error) {
        const { details, message } = problemOf(error);
        if (details.some((detail) => detail.field === 'answers_seen')) return { overtakenBy: message };
        showProblem('The reply was not sent', error);
        return false;
      }
    },
    [reply, enrolmentId, restore, dispatch, store, unsaved],
  );
  return { send, restore, isSending: isLoading };
}
