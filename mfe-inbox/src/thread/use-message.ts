import type { ThreadMessage } from '@skein/contracts/main/inbox-views';
import { attempt } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { useInboxDocumentQuery, useInboxIgnoreMutation, useInboxOpenAttachmentMutation } from '../api';

/** Where an email's own document is; the address is signed and holds for four minutes. */
export function useMessageDocument(messageId: number) {
  const { data, isError, refetch } = useInboxDocumentQuery(
    { params: { messageId } },
    { refetchOnMountOrArgChange: 240 },
  );
  return { url: data?.url, isError, retry: () => void refetch() };
}

/** Saves a file of an email on the person's device. */
export function useSaveAttachment(messageId: number) {
  const [open] = useInboxOpenAttachmentMutation();
  return (index: number) =>
    attempt(
      open({ params: { messageId, index } })
        .unwrap()
        .then(({ url }) => {
          const link = Object.assign(document.createElement('a'), { href: url, download: '', rel: 'noopener' });
          document.body.append(link);
          link.click();
          link.remove();
        }),
      'The attachment could not be opened',
    );
}

/** Counts an email as no reply, and says what becomes of its sequence. */
export function useIgnoreReply() {
  const [ignore] = useInboxIgnoreMutation();
  return async (message: ThreadMessage): Promise<void> => {
    try {
      const { is_resumed } = await ignore({ params: { messageId: message.id } }).unwrap();
      toasts.show({
        title: 'Not counted as a reply',
        text: is_resumed ? 'The sequence resumes.' : 'The sequence stays as it is.',
      });
    } catch (problem) {
      showProblem('Not changed', problem);
    }
  };
}
