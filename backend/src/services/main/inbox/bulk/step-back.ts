import type { MatchingAction } from '@skein/contracts/main/inbox-bulk.contract';
import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import type { StateRecord } from './conversation-states.store';
import type { ConversationValues } from './inbox-changes.store';

const doNotContact = 4;

const fields: Record<ConversationAction['do'], readonly (keyof StateRecord)[]> = {
  read: ['is_read'],
  important: ['is_important'],
  archive: ['is_archived'],
  snooze: ['snoozed_until'],
  assign: ['assigned_user_id'],
  category: ['category_id'],
  pause: ['status'],
  resume: ['status', 'hold_kind'],
};

/** What an action changes of a conversation. */
const fieldsOf = (action: ConversationAction): readonly (keyof StateRecord)[] =>
  action.do === 'category' && action.pause_lead ? ['category_id', 'status'] : fields[action.do];

/** A state, as far as an action changes it. */
export function valuesOf(state: StateRecord, action: ConversationAction): ConversationValues {
  return Object.fromEntries(
    fieldsOf(action).map((field) => {
      const value = state[field];
      return [field, value instanceof Date ? value.toISOString() : value];
    }),
  );
}

export const areEqual = (one: ConversationValues | null, other: ConversationValues): boolean =>
  one !== null && Object.entries(other).every(([field, value]) => one[field] === value);

/** Why an action cannot be undone; null when it can. Do Not Contact stops and blocks, and a resumed lead may have been emailed. */
export function refusalToStepBack(action: MatchingAction): string | null {
  if (action.do === 'resume') return 'Leads that were resumed may have been emailed since. Pause them instead.';
  if (action.do !== 'category') return null;
  if (action.category_id === doNotContact)
    return 'Do Not Contact stopped the leads everywhere and blocked their addresses. Remove those from the block list first.';
  return action.pause_lead ? 'The leads were paused as well. Resume them, and choose their categories again.' : null;
}

/** Resuming ends the hold of a lead: one that waits for more than the end of an absence stays paused. */
export const mayStepBack = (state: StateRecord, action: ConversationAction): boolean =>
  action.do !== 'pause' || state.hold_kind === null || state.hold_kind === 'OUT_OF_OFFICE';

/** The action that gives a conversation the values it had; null where nothing does. */
export function backOf(before: ConversationValues, action: ConversationAction): ConversationAction | null {
  switch (action.do) {
    case 'read':
      return { do: 'read', is_read: before['is_read'] === true };
    case 'important':
      return { do: 'important', is_important: before['is_important'] === true };
    case 'archive':
      return { do: 'archive', is_archived: before['is_archived'] === true };
    case 'snooze':
      return { do: 'snooze', until: (before['snoozed_until'] as string | null) ?? null };
    case 'assign':
      return { do: 'assign', user_id: (before['assigned_user_id'] as number | null) ?? null };
    case 'category':
      return { do: 'category', category_id: (before['category_id'] as number | null) ?? null, pause_lead: false };
    case 'pause':
      return { do: 'resume', delay_days: 0 };
    case 'resume':
      return null;
  }
}
