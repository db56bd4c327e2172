import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { causeOf, providerName } from '../mailbox-texts';

/** What happened, in one sentence that ends with a full stop. */
export function failureTitle(mailbox: MailboxView): string {
  const problem = mailbox.smtp_problem ?? mailbox.imap_problem;
  const who =
    mailbox.type === 'SMTP'
      ? mailbox.smtp_problem
        ? mailbox.smtp_host
        : mailbox.imap_host
      : providerName(mailbox.type);
  if (problem?.code === 'CREDENTIALS') return `${who} refused the password.`;
  return causeOf(mailbox) ?? 'the last email was not accepted.';
}

/** One thing that happened. */
export interface HistoryEntry {
  id: 'failing' | 'checked' | 'sent' | 'read' | 'added';
  title: string;
  at: string;
}

/** What is known of a mailbox, newest first: the last of each kind. */
export function historyOf(
  mailbox: Pick<
    MailboxView,
    'failing_since' | 'checked_at' | 'last_sent_at' | 'last_synced_at' | 'created_at' | 'state' | 'is_smtp_success'
  >,
): HistoryEntry[] {
  const entries = (
    [
      ['failing', mailbox.is_smtp_success ? 'Started failing' : 'Cannot send', mailbox.failing_since],
      ['checked', mailbox.state === 'failing' ? 'Login tried, refused' : 'Login tried, accepted', mailbox.checked_at],
      ['sent', 'Last email accepted by the server', mailbox.last_sent_at],
      ['read', 'Folders read', mailbox.last_synced_at],
      ['added', 'Connected to this workspace', mailbox.created_at],
    ] as const
  ).flatMap(([id, title, at]): HistoryEntry[] => (at ? [{ id, title, at }] : []));
  return entries.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
