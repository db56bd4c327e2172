import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import type { MailboxRecord } from './mailbox-record.store';

/**
 * What a list says of a mailbox: connected, failing (it cannot sign in, to send or to read), suspended, or not tried yet. Lists are
 * narrowed by the same rule in SQL (`stateCondition` of mailbox-conditions.store.ts), and a campaign asks for sending alone
 * (choose-mailboxes.ts).
 */
export function stateOf(
  mailbox: Pick<MailboxRecord, 'is_suspended' | 'checked_at' | 'is_smtp_success' | 'is_imap_success' | 'failing_since'>,
): MailboxView['state'] {
  if (mailbox.is_suspended) return 'suspended';
  if (mailbox.checked_at === null) return 'unchecked';
  return mailbox.is_smtp_success && mailbox.is_imap_success && !mailbox.failing_since ? 'connected' : 'failing';
}
