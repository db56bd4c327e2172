import { useCallback } from 'react';
import type { ConnectionReport, MailboxView } from '@skein/contracts/main/mailbox-views';
import { navigateTo } from '@skein/mfe/navigation';
import { showProblem } from '@skein/mfe/toasts';
import { inParts } from '@skein/mfe/lists/selection-ids';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { useReconnectMailboxMutation, useRemoveMailboxMutation, useSuspendMailboxesMutation } from './api';
import { bulkSize } from './mailboxes-list/use-selection-ids';

/** What a report says in one line: the first thing that fails. */
const reportLine = (report: ConnectionReport): string | null =>
  report.smtp.ok ? (report.imap.cause ?? report.imap.server_reply) : (report.smtp.cause ?? report.smtp.server_reply);

/** What can be done to one or many mailboxes from lists and heads. */
export function useMailboxActions() {
  const [suspendMany] = useSuspendMailboxesMutation();
  const [reconnect] = useReconnectMailboxMutation();

  /** Suspends or wakes; what was so already stays out of the count and of the undo. */
  const setSuspended = useCallback(
    async (ids: readonly number[], isSuspended: boolean, name?: string): Promise<void> => {
      const run = async (some: readonly number[], value: boolean) => {
        const changed: number[] = [];
        for (const part of inParts(some, bulkSize))
          changed.push(...(await suspendMany({ body: { mailbox_ids: part, is_suspended: value } }).unwrap()).changed);
        return changed;
      };
      try {
        const changed = await run(ids, isSuspended);
        const what = name && changed.length === 1 ? name : counted(changed.length, 'mailbox', 'mailboxes');
        const left = ids.length - changed.length;
        if (changed.length === 0)
          toasts.show({ tone: 'info', title: isSuspended ? 'Already suspended' : 'None of them was suspended' });
        else {
          toasts.show({
            title: isSuspended ? `${what} suspended` : `${what} can send again`,
            text:
              [
                isSuspended ? 'Reserved emails are cancelled; campaigns keep it.' : null,
                left > 0 ? `${left.toLocaleString('en-US')} left as before.` : null,
              ]
                .filter(Boolean)
                .join(' ') || undefined,
            undo: {
              run: async () => {
                await run(changed, !isSuspended);
              },
            },
          });
        }
      } catch (error) {
        showProblem('Nothing was changed', error);
      }
    },
    [suspendMany],
  );

  /** Logs in at both servers with what is stored. @returns what they answered; null when it could not be tried */
  const test = useCallback(
    async (mailbox: Pick<MailboxView, 'id' | 'from_email'>): Promise<ConnectionReport | null> => {
      try {
        return (await reconnect({ params: { mailboxId: mailbox.id }, body: {} }).unwrap()).report;
      } catch (error) {
        showProblem(`${mailbox.from_email} was not tested`, error);
        return null;
      }
    },
    [reconnect],
  );

  /** The same, answered by a toast. */
  const testAndTell = useCallback(
    async (mailbox: Pick<MailboxView, 'id' | 'from_email'>): Promise<void> => {
      const report = await test(mailbox);
      if (!report) return;
      const trouble = reportLine(report);
      if (!trouble)
        toasts.show({ title: `${mailbox.from_email} is connected`, text: 'Both servers accepted the login.' });
      else
        toasts.show({
          tone: 'danger',
          title: `${mailbox.from_email} cannot log in`,
          text: trouble,
          action: { label: 'How to fix it', run: () => navigateTo(`/app/email-account/${mailbox.id}/error-state`) },
        });
    },
    [test],
  );

  return { setSuspended, test, testAndTell };
}

/** Removes a mailbox; answers how many leads find another one. Rejects with the server's problem. */
export function useRemoveMailbox(mailboxId: number) {
  const [remove] = useRemoveMailboxMutation();
  return async (): Promise<number> => (await remove({ params: { mailboxId } }).unwrap()).reallocated_leads;
}
