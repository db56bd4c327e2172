import type { ClientView } from '@skein/contracts/main/clients.contract';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { withSentence } from '@skein/mfe/with-sentence';
import { agencyApi } from '../agency-api';

/** What a list and a page of clients do with one of them. */
export function useClientActions() {
  const [status] = agencyApi.useSetClientStatusMutation();
  const [mail] = agencyApi.useMailClientPasswordMutation();
  return {
    setStatus: async (client: ClientView, next: ClientView['status']) => {
      await withSentence(status({ params: { clientId: client.id }, body: { status: next } }).unwrap());
      toasts.show({ title: `${client.name} is ${next === 'active' ? 'active again' : 'deactivated'}` });
    },
    mailPassword: async (client: ClientView) => {
      try {
        await mail({ params: { clientId: client.id }, body: {} }).unwrap();
        toasts.show({ title: 'Mail sent', text: `${client.email} can set a new password for 30 minutes.` });
      } catch (problem) {
        showProblem('No mail was sent', problem);
      }
    },
  };
}

/** Permissions of a client in words. */
export function permissionWords(permission: readonly string[]): string {
  if (permission.includes('full_access')) return 'Full access';
  return permission.includes('reply_master_inbox') ? 'Reads and answers replies' : 'Reads replies';
}
