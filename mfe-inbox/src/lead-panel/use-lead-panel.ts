import type { PanelView } from '@skein/contracts/main/inbox-views';
import { readProblem } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import { useAppDispatch } from '@skein/mfe/store';
import { toasts } from '@skein/ui/toast-store';
import { useInboxCompleteTaskMutation, useInboxPanelQuery, useInboxRemoveReminderMutation } from '../api';
import { undoOf } from '../recent/undo-kept';

/** What is known of the lead of a conversation. */
export function useLeadPanel(enrolmentId: number) {
  const asked = useInboxPanelQuery({ params: { enrolmentId } });
  return { panel: asked.currentData, problem: readProblem(asked) };
}

/** Changes of the tasks and reminders of a lead; each can be undone. */
export function useRecordChanges() {
  const dispatch = useAppDispatch();
  const [completeTask] = useInboxCompleteTaskMutation();
  const [removeReminder] = useInboxRemoveReminderMutation();
  /** Without a key there is nothing to undo. */
  const tell = (work: Promise<{ change_key: string | null }>, title: string) =>
    void work.then(
      ({ change_key: key }) => toasts.show({ title, ...(key === null ? {} : { undo: undoOf(dispatch, key, title) }) }),
      (error: unknown) => showProblem('Not changed', error),
    );
  const setCompleted = async (taskId: number, isCompleted: boolean) => {
    const changed = await completeTask({ params: { taskId }, body: { is_completed: isCompleted } }).unwrap();
    if ((changed.status === 'COMPLETED') !== isCompleted)
      throw new Error('The sequence has already moved past this step, so the task stays completed.');
    return changed;
  };
  const complete = ({ id, name }: PanelView['tasks'][number], isCompleted: boolean) =>
    tell(setCompleted(id, isCompleted), `Task ${isCompleted ? 'completed' : 'reopened'}: ${name}`);
  const remove = ({ id }: PanelView['reminders'][number]) =>
    tell(removeReminder({ params: { reminderId: id } }).unwrap(), 'Reminder removed');
  return { complete, remove };
}
