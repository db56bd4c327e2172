import type { MatchingAction } from '@skein/contracts/main/inbox-bulk.contract';
import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import type { StateRecord } from './conversation-states.store';
import type { ConversationValues } from './inbox-changes.store';

const fields: Record<ConversationAction['do'], readonly (keyof StateRecord)[]> = {
  read: ['is_read'],
  important: ['is_important'],
  archive: ['is_archived'],
  snooze: ['snoozed_until'],
  assign: ['assigned_user_id'],
  category: ['category_id', 'category_by'],
  pause: ['status'],
  resume: ['status', 'hold_kind'],
};

/** What an action changes of a conversation. */
const fieldsOf = (action: ConversationAction): readonly (keyof StateRecord)[] =>
  action.do === 'category' && action.pause_lead ? [...fields.category, 'status'] : fields[action.do];

/** A state, as far as an action changes it. */
export function valuesOf(state: StateRecord, action: ConversationAction): ConversationValues {
  return Object.fromEntries(
    fieldsOf(action).map((field) => {
      const value = state[field];
      return [field, value instanceof Date ? value.toISOString() : value];
    }),
  );
}

/** What is kept beside the values: the entry of the block list (`undo-category.ts`) and the newest that the person wrote. */
const isBeside = (field: string): boolean => ['block_id', 'seen_message', 'seen_linkedin'].includes(field);

/** Whether a conversation has the values that were kept of it. */
export const areEqual = (kept: ConversationValues | null, now: ConversationValues): boolean =>
  kept !== null && Object.entries(kept).every(([field, value]) => isBeside(field) || now[field] === value);

/** Why an action cannot be undone; null when it can. A resumed lead may have been emailed. */
export function refusalToStepBack(action: MatchingAction): string | null {
  if (action.do === 'resume') return 'Leads that were resumed may have been emailed since. Pause them instead.';
  return action.do === 'category' && action.pause_lead
    ? 'The leads were paused as well. Resume them, and choose their categories again.'
    : null;
}

/** Resuming ends the hold of a lead: one that waits for more than the end of an absence stays paused. */
export const mayStepBack = (state: StateRecord, action: ConversationAction): boolean =>
  action.do !== 'pause' || state.hold_kind === null || state.hold_kind === 'OUT_OF_OFFICE';

/**
 * The action that gives a conversation the values it had; null where nothing does, or where more than the conversation
 * goes back (`undo-category.ts`).
 */
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
    case 'pause':
      return { do: 'resume', delay_days: 0 };
    case 'category':
    case 'resume':
      return null;
  }
}
