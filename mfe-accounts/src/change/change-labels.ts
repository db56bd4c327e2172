import type { MailboxChangeView } from '@skein/contracts/main/mailbox-changes.contract';
import { counted } from '@skein/ui/counted';

export const changesAddress = '/app/email-accounts/changes';

const boxes = (count: number) => counted(count, 'mailbox', 'mailboxes');

/** What a change is doing or did, in a sentence. */
export function sentenceOf(change: MailboxChangeView): string {
  const percent = `${Math.floor(change.percent)}%`;
  switch (change.status) {
    case 'WAITING':
      return `${boxes(change.total)} will be deleted in a few seconds.`;
    case 'RUNNING':
      return `${change.is_deletion ? 'Deleting' : 'Changing'} ${boxes(change.total)}: ${percent}. You can leave this page.`;
    case 'UNDOING':
      return `Undoing the change: ${percent}.`;
    case 'UNDONE':
      return `${boxes(change.restored)} restored.${change.kept > 0 ? ` ${boxes(change.kept)} kept what was changed since.` : ''}`;
    default:
      return [
        `${boxes(change.changed)} ${change.is_deletion ? 'deleted' : 'changed'}.`,
        change.unchanged > 0 ? `${boxes(change.unchanged)} already had these values.` : '',
        change.gone > 0 ? `${boxes(change.gone)} had been deleted.` : '',
        change.status === 'CANCELLED' ? 'Stopped.' : (change.error ?? ''),
      ]
        .filter(Boolean)
        .join(' ');
  }
}

/** The short name of a status. */
export const statusWords: Record<MailboxChangeView['status'], string> = {
  WAITING: 'Starting soon',
  RUNNING: 'Running',
  COMPLETED: 'Done',
  CANCELLED: 'Stopped',
  FAILED: 'Failed',
  UNDOING: 'Undoing',
  UNDONE: 'Undone',
};
