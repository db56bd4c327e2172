import { undoSeconds } from '@skein/contracts/main/inbox.contract';
import { problemOf } from '@skein/mfe/problem';
import { toasts } from '@skein/ui/toast-store';
import { useInboxCancelMutation, useInboxForwardMutation } from '../api';

type Forwarded = Parameters<ReturnType<typeof useInboxForwardMutation>[0]>[0]['body'];

/** Forwards an email of a conversation, with Undo for as long as it waits. @param onDone when it is on its way */
export function useForward(enrolmentId: number, onDone: () => void) {
  const [send, { isLoading, error }] = useInboxForwardMutation();
  const [cancel] = useInboxCancelMutation();
  const forward = async (body: Forwarded): Promise<void> => {
    const { data } = await send({ params: { enrolmentId }, body });
    if (!data) return;
    onDone();
    const [sent] = data.outgoing;
    if (sent)
      toasts.show({
        title: 'Forwarded',
        text: `to ${body.to_emails.join(', ')}`,
        undo: {
          seconds: undoSeconds,
          run: async () => void (await cancel({ params: { statsId: sent.stats_id } }).unwrap()),
        },
      });
  };
  return { forward, isForwarding: isLoading, problem: error === undefined ? null : problemOf(error).message };
}
