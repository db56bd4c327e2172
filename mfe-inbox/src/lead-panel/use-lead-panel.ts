import type { PanelView } from '@skein/contracts/main/inbox-views';
import { readProblem } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import { toasts, undoLater } from '@skein/ui/toast-store';
import {
  useInboxCompleteTaskMutation,
  useInboxPanelQuery,
  useInboxRemoveReminderMutation,
  useInboxSetReminderMutation,
} from '../api';

/** What is known of the lead of a conversation. */
export function useLeadPanel(enrolmentId: number) {
  const asked = useInboxPanelQuery({ params: { enrolmentId } });
  return { panel: asked.currentData, problem: readProblem(asked) };
}

/** Changes of the tasks and reminders of a lead; each can be undone. */
export function useRecordChanges(enrolmentId: number) {
  const [completeTask] = useInboxCompleteTaskMutation();
  const [removeReminder] = useInboxRemoveReminderMutation();
  const [setReminder] = useInboxSetReminderMutation();
  const tell = (work: Promise<unknown>, title: string, undo: () => Promise<unknown>) =>
    void work.then(
      () => toasts.show({ title, undo: undoLater(undo) }),
      (error: unknown) => showProblem('Not changed', error),
    );
  const complete = (task: PanelView['tasks'][number], isCompleted: boolean) => {
    const set = (is_completed: boolean) =>
      completeTask({ params: { taskId: task.id }, body: { is_completed } })
        .unwrap()
        .then(({ status }) => {
          if ((status === 'COMPLETED') !== is_completed)
            throw new Error('The sequence has gone on behind this task, so it stays done.');
        });
    tell(set(isCompleted), `${isCompleted ? 'Done' : 'Open again'}: ${task.name}`, () => set(!isCompleted));
  };
  const remove = (reminder: PanelView['reminders'][number]) => {
    const { message, remind_at, stats_id } = reminder;
    tell(removeReminder({ params: { reminderId: reminder.id } }).unwrap(), 'Reminder removed', () =>
      setReminder({ params: { enrolmentId }, body: { message, remind_at, stats_id } }).unwrap(),
    );
  };
  return { complete, remove };
}
