import { useCallback, useEffect, useState } from 'react';
import type { ThreadMessage } from '@skein/contracts/main/inbox-views';
import { undoSeconds } from '@skein/contracts/main/inbox.contract';
import { problemOf } from '@skein/mfe/problem';
import { toasts } from '@skein/ui/toast-store';
import { useInboxCancelMutation, useInboxForwardMutation } from '../api';
import { joinForwards, useUnsentForwards, type WrittenForward } from './unsent-forwards';

type Forwarded = Parameters<ReturnType<typeof useInboxForwardMutation>[0]>[0]['body'];

/** Conversations that are shown, each with what opens its forward dialog. */
const shown = new Map<number, (messageId: number) => void>();

/** The forward dialog of a conversation: of which email it is, and how it opens. `round` counts what came back into it. */
export function useForwarding(enrolmentId: number, messages: readonly ThreadMessage[]) {
  const [{ message, round }, setState] = useState<{ message: ThreadMessage | null; round: number }>({
    message: null,
    round: 0,
  });
  useEffect(() => {
    const reopen = (messageId: number) =>
      setState((before) => ({
        message: messages.find(({ id }) => id === messageId) ?? null,
        round: before.round + 1,
      }));
    shown.set(enrolmentId, reopen);
    return () => {
      if (shown.get(enrolmentId) === reopen) shown.delete(enrolmentId);
    };
  }, [enrolmentId, messages]);
  const open = useCallback((next: ThreadMessage) => setState((before) => ({ ...before, message: next })), []);
  const close = useCallback(() => setState((before) => ({ ...before, message: null })), []);
  return { message, round, open, close };
}

/** Cancels a forward; what was written comes back into the dialog, with what was written there since. Rejects with why it is too late. */
export function useUndoForward(enrolmentId: number) {
  const [cancel] = useInboxCancelMutation();
  const unsent = useUnsentForwards(enrolmentId);
  return useCallback(
    async (written: WrittenForward, statsId: string | null): Promise<boolean> => {
      const { messageId } = written;
      const since = unsent.read(messageId);
      if (statsId !== null) await cancel({ params: { statsId } }).unwrap();
      unsent.keep(joinForwards(written, since));
      const reopen = shown.get(enrolmentId);
      if (reopen) {
        reopen(messageId);
        return false;
      }
      toasts.show({
        key: 'undone',
        tone: 'info',
        title: 'Not forwarded',
        text: 'What you wrote is kept: press Forward in that conversation.',
      });
      return true;
    },
    [cancel, unsent, enrolmentId],
  );
}

/** Forwards an email of a conversation, with Undo for as long as it waits. @param onDone when it is on its way */
export function useForward(enrolmentId: number, onDone: () => void) {
  const [send, { isLoading, error }] = useInboxForwardMutation();
  const unsent = useUnsentForwards(enrolmentId);
  const undoForward = useUndoForward(enrolmentId);
  const forward = async (body: Forwarded, written: WrittenForward): Promise<void> => {
    const { data } = await send({ params: { enrolmentId }, body });
    if (!data) return;
    unsent.forget(written.messageId);
    onDone();
    const [sent] = data.outgoing;
    if (sent)
      toasts.show({
        title: 'Forwarded',
        text: `to ${body.to_emails.join(', ')}`,
        undo: { seconds: undoSeconds, run: () => undoForward(written, sent.stats_id) },
      });
  };
  return { forward, isForwarding: isLoading, problem: error === undefined ? null : problemOf(error).message };
}
