import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { useMailPasswordLinkMutation } from '../api';

/** Mails the link with which a new password is set. */
export function usePasswordLink(email: string) {
  const [mailLink, { isLoading }] = useMailPasswordLinkMutation();
  const send = async () => {
    try {
      await mailLink({ body: { email } }).unwrap();
      toasts.show({ title: `A link is on its way to ${email}`, text: 'It is valid for 30 minutes.' });
    } catch (error) {
      showProblem('The link was not sent', error);
    }
  };
  return { send, isSending: isLoading };
}
