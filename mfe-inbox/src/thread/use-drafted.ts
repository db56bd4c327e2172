import { attempt } from '@skein/mfe/requests';
import { toasts } from '@skein/ui/toast-store';
import { useInboxCancelMutation, useInboxSendDraftedMutation } from '../api';

/** What a person can do with an answer that the AI drafted: send it at once, or cancel it. */
export function useDrafted(statsId: string) {
  const [cancel, cancelling] = useInboxCancelMutation();
  const [send, sending] = useInboxSendDraftedMutation();
  const params = { statsId };
  return {
    isCancelling: cancelling.isLoading,
    isSending: sending.isLoading,
    cancel: async () => {
      if (await attempt(cancel({ params }).unwrap(), 'The answer was not cancelled'))
        toasts.show({ title: 'Answer cancelled', tone: 'success' });
    },
    send: () => attempt(send({ params }).unwrap(), 'The answer was not sent'),
  };
}
