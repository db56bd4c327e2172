import { taskDues, type TaskDue, type TaskGrouping } from '@skein/contracts/main/tasks.contract';

/** One day, owner or campaign of the tasks, as the address names it. */
export interface TaskGroup {
  by: TaskGrouping;
  /** Empty for nobody and for no campaign. */
  key: string;
}

/** What the list is asked for one group. */
export function queryOf({ by, key }: TaskGroup, timeZone: string) {
  if (by === 'day') return taskDues.includes(key as TaskDue) ? { due: key as TaskDue, time_zone: timeZone } : {};
  const id = Number(key);
  if (by === 'owner') return key === '' ? { unassigned: true } : { assigned_user_id: id };
  return key === '' ? { without_campaign: true } : { campaign_ids: [id] };
}
