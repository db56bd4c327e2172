import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import type { StateRecord, StepBack } from './bulk.store';

const doNotContact = 4;

/** What undoes an action on one conversation; null when nothing has to be undone, or nothing can. */
function backOf(row: StateRecord, action: ConversationAction): ConversationAction | null {
  switch (action.do) {
    case 'read':
      return row.is_read === action.is_read ? null : { do: 'read', is_read: row.is_read };
    case 'important':
      return row.is_important === action.is_important ? null : { do: 'important', is_important: row.is_important };
    case 'archive':
      return row.is_archived === action.is_archived ? null : { do: 'archive', is_archived: row.is_archived };
    case 'snooze':
      return { do: 'snooze', until: row.snoozed_until?.toISOString() ?? null };
    case 'assign':
      return row.assigned_user_id === action.user_id ? null : { do: 'assign', user_id: row.assigned_user_id };
    case 'category':
      return row.category_id === action.category_id
        ? null
        : { do: 'category', category_id: row.category_id, pause_lead: false };
    case 'pause':
      return row.status === 'STARTED' || row.status === 'INPROGRESS' ? { do: 'resume', delay_days: 0 } : null;
    case 'resume':
      return null;
  }
}

/** Whether an action can be undone: Do Not Contact stops and blocks, and a resumed lead may have been emailed. */
export const canStepBack = (action: ConversationAction): boolean =>
  action.do !== 'resume' && !(action.do === 'category' && (action.category_id === doNotContact || action.pause_lead));

/** The steps that put these conversations back, those that need the same in one. */
export function stepsBack(rows: readonly StateRecord[], action: ConversationAction): StepBack[] {
  if (!canStepBack(action)) return [];
  const groups = new Map<string, StepBack>();
  for (const row of rows) {
    const back = backOf(row, action);
    if (!back) continue;
    const key = JSON.stringify(back);
    const group = groups.get(key) ?? { ids: [], action: back };
    group.ids.push(row.id);
    groups.set(key, group);
  }
  return [...groups.values()];
}
