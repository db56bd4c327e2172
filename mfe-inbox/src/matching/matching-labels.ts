import type { InboxChangeView, MatchingAction } from '@skein/contracts/main/inbox-bulk.contract';
import { counted } from '@skein/ui/counted';

/** What an action does to so many conversations, as an order: the title of the question, of the message and of the card. */
export function orderOf(action: MatchingAction, total: number, category: (id: number | null) => string): string {
  const all = counted(total, 'conversation');
  switch (action.do) {
    case 'read':
      return `Mark ${all} as ${action.is_read ? 'read' : 'unread'}`;
    case 'important':
      return action.is_important ? `Mark ${all} as important` : `Remove the star from ${all}`;
    case 'archive':
      return action.is_archived ? `Archive ${all}` : `Move ${all} to the inbox`;
    case 'snooze':
      return action.until === null ? `Stop snoozing ${all}` : `Snooze ${all}`;
    case 'assign':
      return action.user_id === null ? `Unassign ${all}` : `Assign ${all}`;
    case 'category':
      return action.category_id === null
        ? `Remove the category of ${all}`
        : `Categorise ${all} as ${category(action.category_id)}`;
    case 'pause':
      return `Pause the sequence of ${all}`;
    case 'resume':
      return `Resume the sequence of ${all}`;
    case 'push':
      return `Move ${counted(total, 'lead')} to a subsequence`;
  }
}

/** The same as a button that stands below it. */
export function verbOf(action: MatchingAction): string {
  switch (action.do) {
    case 'read':
      return action.is_read ? 'Mark as read' : 'Mark as unread';
    case 'important':
      return action.is_important ? 'Mark as important' : 'Remove star';
    case 'archive':
      return action.is_archived ? 'Archive' : 'Move to inbox';
    case 'snooze':
      return action.until === null ? 'Stop snoozing' : 'Snooze';
    case 'assign':
      return action.user_id === null ? 'Unassign' : 'Assign';
    case 'category':
      return action.category_id === null ? 'Remove category' : 'Categorise';
    case 'pause':
      return 'Pause';
    case 'resume':
      return 'Resume';
    case 'push':
      return 'Move';
  }
}

const of = (count: number) => counted(count, 'conversation');

/** How a change is going, or how it ended, in numbers. */
export function outcomeOf(change: InboxChangeView): string {
  if (change.status === 'UNDOING' || change.status === 'UNDONE')
    return [
      `${of(change.restored)} as before.`,
      change.kept > 0 ? `${of(change.kept)} kept: changed since, or past undoing.` : '',
      ...change.undo_reasons.map(({ reason, count }) => `${reason}: ${count.toLocaleString('en-US')}.`),
    ]
      .filter(Boolean)
      .join(' ');
  return [
    `${of(change.changed)} changed.`,
    change.unchanged > 0 ? `${of(change.unchanged)} were like that already.` : '',
    change.gone > 0 ? `${of(change.gone)} no longer there.` : '',
    ...change.reasons.map(({ reason, count }) => `${reason}: ${count.toLocaleString('en-US')}.`),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Above the numbers. */
export const statusWords: Record<InboxChangeView['status'], string> = {
  RUNNING: 'Running',
  COMPLETED: 'Done',
  CANCELLED: 'Stopped',
  FAILED: 'Failed',
  UNDOING: 'Undoing',
  UNDONE: 'Undone',
};
