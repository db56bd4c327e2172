import type { StartView } from '@skein/contracts/main/start.contract';
import type { EntryCount } from './nav-entries';

const whole = new Intl.NumberFormat('en-US');

/** The numbers beside the navigation's entries: unread replies, mailboxes and those that cannot send. */
export function navigationCounts({
  inbox,
  mailboxes,
}: Pick<StartView, 'inbox' | 'mailboxes'>): Record<string, EntryCount> {
  const { unread } = inbox ?? { unread: 0 };
  return {
    ...(unread > 0 ? { 'master-inbox': { text: whole.format(unread), label: `${unread} unread` } } : {}),
    ...(mailboxes
      ? {
          'email-accounts': {
            text: whole.format(mailboxes.all),
            ...(mailboxes.failing > 0
              ? { problem: { text: whole.format(mailboxes.failing), label: `${mailboxes.failing} cannot send` } }
              : {}),
          },
        }
      : {}),
  };
}
