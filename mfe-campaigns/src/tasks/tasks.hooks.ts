import type { TaskGrouping, TaskRow } from '@skein/contracts/main/tasks.contract';
import { showProblem } from '@skein/mfe/toasts';
import { toasts, undoLater } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import {
  useAllRemindersQuery,
  useAllTasksQuery,
  useLeadAddTaskMutation,
  useLeadChangeTaskMutation,
  useLeadCompleteTaskMutation,
  useLeadDeleteTaskMutation,
  useTaskGroupsQuery,
} from '../leads/api';
import { queryOf, type TaskGroup } from './task-groups';

const pageSize = 25;

/** Which tasks a list shows. */
export interface TaskFilter {
  kind: 'open' | 'overdue' | 'done';
  priority: TaskRow['priority'] | undefined;
  /** A day, an owner or a campaign. */
  group?: TaskGroup | undefined;
}

/** One page of tasks by due time. */
export function useTasks({ kind, priority, group }: TaskFilter, cursor: string | null) {
  const { timeZone } = useUi();
  const { data, currentData, error, isFetching, refetch } = useAllTasksQuery({
    query: {
      limit: pageSize,
      ...(kind === 'overdue'
        ? { overdue: true }
        : { status: kind === 'done' ? ('COMPLETED' as const) : ('CREATED' as const) }),
      ...(priority ? { priority } : {}),
      ...(group ? queryOf(group, timeZone) : {}),
      ...(cursor ? { cursor } : {}),
    },
  });
  return {
    rows: data?.rows ?? [],
    ...(data && !data.total_is_capped ? { total: data.total } : {}),
    next: data?.next_cursor ?? null,
    isLoading: isFetching && !currentData,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
  };
}

/** What can be done with a task. A refusal is shown. */
export function useTaskWork() {
  const [complete] = useLeadCompleteTaskMutation();
  const [change] = useLeadChangeTaskMutation();
  const [remove] = useLeadDeleteTaskMutation();
  const [add] = useLeadAddTaskMutation();
  const reopen = async (task: TaskRow) => {
    await change({ params: { taskId: task.id }, body: { status: 'CREATED' } }).unwrap();
  };
  const finish = async (task: TaskRow) => {
    await complete({ params: { taskId: task.id } }).unwrap();
    toasts.show({
      title: `Task completed: ${task.name}`,
      ...(task.seq_number === null ? { undo: { run: () => reopen(task) } } : { text: 'The sequence continues.' }),
    });
  };
  const take = async (task: TaskRow) => {
    await remove({ params: { taskId: task.id } }).unwrap();
    toasts.show({
      title: `Deleted: ${task.name}`,
      ...(task.status === 'CREATED'
        ? {
            undo: undoLater(() =>
              add({
                params: { leadId: task.lead.id },
                body: { ...fieldsOf(task), enrolment_id: task.enrolment_id },
              }).unwrap(),
            ),
          }
        : {}),
    });
  };
  const shown = (work: Promise<unknown>, failed: string) => {
    work.catch((problem: unknown) => showProblem(failed, problem));
  };
  return {
    finish: (task: TaskRow) => shown(finish(task), 'The task was not completed'),
    reopen: (task: TaskRow) => shown(reopen(task), 'The task was not reopened'),
    remove: (task: TaskRow) => shown(take(task), 'The task was not deleted'),
  };
}

/** What a person gives a task. */
const fieldsOf = ({ name, description, priority, due_at, assigned_to }: TaskRow) => ({
  name,
  description,
  priority,
  due_at: due_at === null ? null : String(due_at),
  assigned_user_id: assigned_to?.id ?? null,
});

/** What a task was, of what a change gives it anew. */
function changedFields(task: TaskRow, body: Partial<ReturnType<typeof fieldsOf>>) {
  const before = fieldsOf(task);
  const names = (Object.keys(before) as (keyof typeof before)[]).filter(
    (name) => name in body && body[name] !== before[name],
  );
  return Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<typeof before>;
}

/** Adds a task to a lead, or changes the one that is given. Rejects with the server's problem. */
export function useSaveTask(leadId: number, task: TaskRow | null) {
  const [add] = useLeadAddTaskMutation();
  const [change] = useLeadChangeTaskMutation();
  const [remove] = useLeadDeleteTaskMutation();
  return async (body: Parameters<typeof add>[0]['body']): Promise<void> => {
    if (task) {
      await change({ params: { taskId: task.id }, body }).unwrap();
      // For as long as the message stands: later a colleague may have changed it again.
      const run = async () =>
        void (await change({ params: { taskId: task.id }, body: changedFields(task, body) }).unwrap());
      toasts.show({ title: `Changed: ${body.name}`, undo: { run } });
    } else {
      const { id: taskId } = await add({ params: { leadId }, body }).unwrap();
      toasts.show({ title: `Added: ${body.name}`, undo: undoLater(() => remove({ params: { taskId } }).unwrap()) });
    }
  };
}

/** Open tasks counted by day, owner or campaign; none while they cannot be read. */
export function useTaskGroups(by: TaskGrouping) {
  const { timeZone } = useUi();
  const { data, error } = useTaskGroupsQuery({ query: { by, time_zone: timeZone } });
  return { groups: error ? [] : data?.groups };
}

/** One page of the reminders to come. */
export function useReminders(cursor: string | null) {
  const { data, currentData, error, isFetching, refetch } = useAllRemindersQuery({
    query: { limit: pageSize, ...(cursor ? { cursor } : {}) },
  });
  return {
    rows: data?.rows ?? [],
    next: data?.next_cursor ?? null,
    isLoading: isFetching && !currentData,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
  };
}
