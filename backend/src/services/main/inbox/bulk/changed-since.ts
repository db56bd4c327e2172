import type { MatchingAction } from '@skein/contracts/main/inbox-bulk.contract';
import type { RecordAction } from './record-action';

const words: Record<(MatchingAction | RecordAction)['do'], string> = {
  read: 'Marked as read or unread since',
  category: 'Category changed since',
  important: 'Star changed since',
  archive: 'Archived or moved back since',
  snooze: 'Snooze changed since',
  assign: 'Assignment changed since',
  pause: 'Sequence changed since',
  resume: 'Sequence changed since',
  push: 'Moved again since',
  complete_task: 'Task changed since',
  remove_reminder: 'Reminder changed since',
  revenue: 'Expected revenue changed since',
  forget_address: 'The address was learned again since',
  cancel_answer: 'The conversation or the rule changed since',
  delete_template: 'Its author has left, or has as many templates as one person can have',
  block_lists: 'The block lists changed since',
};

/** Why an undo keeps what an action changed: it was changed again. */
export const changedSince = ({ do: kind }: Pick<MatchingAction | RecordAction, 'do'>): string => words[kind];
