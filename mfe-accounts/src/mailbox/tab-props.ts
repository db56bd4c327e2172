import type { MailboxView } from '@skein/contracts/main/mailbox-views';

/** What each tab is given. */
export interface TabProps {
  mailbox: MailboxView;
}
