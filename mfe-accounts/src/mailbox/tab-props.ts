import type { MailboxView } from '@skein/contracts/main/mailboxes.contract';

/** What each tab is given. */
export interface TabProps {
  mailbox: MailboxView;
}
