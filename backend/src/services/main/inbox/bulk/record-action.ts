/** What was done to something that belongs to one conversation. It is kept as changes of conversations are, and undone at once. */
export type RecordAction =
  | { do: 'complete_task'; task_id: number; is_completed: boolean }
  | { do: 'remove_reminder' }
  | { do: 'revenue' };

export const recordActions = ['complete_task', 'remove_reminder', 'revenue'] as const satisfies RecordAction['do'][];
