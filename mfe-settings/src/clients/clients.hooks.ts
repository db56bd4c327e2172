import { useState } from 'react';
import type { ClientView } from '@skein/contracts/main/clients.contract';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { withSentence } from '@skein/mfe/with-sentence';
import { agencyApi } from '../agency-api';

/** Runs a save and says what is wrong: beside a field where it is known, below otherwise. */
export function useSaving() {
  const [state, setState] = useState<{ busy: boolean; problems: Record<string, string> }>({
    busy: false,
    problems: {},
  });
  const run = async (title: string, work: () => Promise<unknown>) => {
    setState({ busy: true, problems: {} });
    try {
      await work();
      setState({ busy: false, problems: {} });
      toasts.show({ title });
    } catch (error) {
      const { details, message } = problemOf(error);
      setState({
        busy: false,
        problems:
          details.length > 0
            ? Object.fromEntries(
                details.map((detail) => [detail.field.replace(/^body\./, '').split('.')[0] ?? '', detail.message]),
              )
            : { all: message },
      });
    }
  };
  return { ...state, run };
}

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
        toasts.show({ title: 'Email sent', text: `${client.email} can set a new password for 30 minutes.` });
      } catch (problem) {
        showProblem('No email was sent', problem);
      }
    },
  };
}

/** Permissions of a client in words. */
export function permissionWords(permission: readonly string[]): string {
  if (permission.includes('full_access')) return 'Full access';
  return permission.includes('reply_master_inbox') ? 'Reads and answers replies' : 'Reads replies';
}
