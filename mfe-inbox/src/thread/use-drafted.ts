import { attempt } from '@skein/mfe/requests';
import { useAppDispatch } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { undoOf } from '../recent/undo-kept';
import { useInboxCancelMutation, useInboxSendDraftedMutation } from '../api';

/** What a person can do with an answer that the AI drafted: send it at once, or cancel it. */
export function useDrafted(statsId: string) {
  const dispatch = useAppDispatch();
  const [cancel, cancelling] = useInboxCancelMutation();
  const [send, sending] = useInboxSendDraftedMutation();
  const params = { statsId };
  return {
    isCancelling: cancelling.isLoading,
    isSending: sending.isLoading,
    cancel: async () => {
      try {
        const { change_key: key } = await cancel({ params }).unwrap();
        toasts.show({
          title: 'Answer cancelled',
          ...(key === null ? {} : { undo: undoOf(dispatch, key, 'Answer cancelled') }),
        });
      } catch (failure) {
        showProblem('The answer was not cancelled', failure);
      }
    },
    send: () => attempt(send({ params }).unwrap(), 'The answer was not sent'),
  };
}
