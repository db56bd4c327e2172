import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import type { ListQuery } from '../api';

/** Who acts, for what the screen shows before the server has answered. */
export interface Me {
  id: number;
  name: string;
}

/** The line as it will be once the action is done. */
export function changeRow(row: ConversationRow, action: ConversationAction, me: Me | null): ConversationRow {
  switch (action.do) {
    case 'read':
      return { ...row, is_read: action.is_read };
    case 'category':
      return { ...row, category_id: action.category_id, category_by: action.category_id === null ? null : 'USER' };
    case 'important':
      return { ...row, is_important: action.is_important };
    case 'archive':
      return { ...row, is_archived: action.is_archived };
    case 'snooze':
      return { ...row, snoozed_until: action.until };
    case 'assign':
      return {
        ...row,
        assigned_user:
          action.user_id === null ? null : action.user_id === me?.id ? { id: me.id, name: me.name } : row.assigned_user,
      };
    case 'resume':
    case 'pause':
      return row;
  }
}

/** Whether a line still belongs into a list after an action; what an action does not touch is left to the server. */
export function staysIn(query: ListQuery, row: ConversationRow, action: ConversationAction, me: Me | null): boolean {
  switch (action.do) {
    case 'archive':
      return query.folder === 'all' || query.folder === 'sent' || (query.folder === 'archived') === action.is_archived;
    case 'snooze':
      return query.folder === 'snoozed'
        ? action.until !== null
        : action.until === null ||
            (query.folder !== 'replies' && query.folder !== 'unread' && query.folder !== undefined);
    case 'important':
      return query.folder !== 'important' || action.is_important;
    case 'assign':
      return query.folder !== 'assigned_to_me' || action.user_id === me?.id;
    case 'category': {
      const wanted = Array.isArray(query.category_ids) ? query.category_ids : [];
      return wanted.length === 0 || wanted.includes(row.category_id ?? -1);
    }
    // A line that was just read stays in Unread until the list is read again: it must not vanish under the reader's eyes.
    case 'read':
    case 'resume':
    case 'pause':
      return true;
  }
}

/** What was done, for the message with Undo. */
export function describeChange(
  action: ConversationAction,
  count: number,
  names: { category?: string; until?: string; assignee?: string },
): string {
  const many = count === 1 ? '' : `, ${count} conversations`;
  switch (action.do) {
    case 'read':
      return `Marked as ${action.is_read ? 'read' : 'unread'}${many}`;
    case 'category':
      return action.category_id === null ? `Category removed${many}` : `Categorised ${names.category ?? ''}${many}`;
    case 'important':
      return `${action.is_important ? 'Marked as important' : 'No longer important'}${many}`;
    case 'archive':
      return `${action.is_archived ? 'Archived' : 'Back in the inbox'}${many}`;
    case 'snooze':
      return action.until === null ? `No longer snoozed${many}` : `Snoozed until ${names.until ?? action.until}${many}`;
    case 'assign':
      return `${action.user_id === null ? 'No longer assigned' : `Assigned to ${names.assignee ?? 'you'}`}${many}`;
    case 'resume':
      return `The sequence continues${many}`;
    case 'pause':
      return `The sequence is paused${many}`;
  }
}

/** The line that `step` leads to; from a line that has left the list, the one that took its place. */
export function neighbour(
  ids: readonly number[],
  current: number | null,
  lastIndex: number,
  step: 1 | -1,
): number | null {
  if (ids.length === 0) return null;
  const at = current === null ? -1 : ids.indexOf(current);
  const next = at >= 0 ? at + step : current === null ? 0 : step === 1 ? lastIndex : lastIndex - 1;
  return ids[Math.min(Math.max(next, 0), ids.length - 1)] ?? null;
}
