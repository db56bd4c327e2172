import type { LeadView } from '@skein/contracts/main/leads.contract';
import { withSentence } from '@skein/mfe/with-sentence';
import { showProblem } from '@skein/mfe/toasts';
import { toasts, undoLater } from '@skein/ui/toast-store';
import type { TaskRow } from '@skein/contracts/main/tasks.contract';
import {
  useLazyAllLeadsQuery,
  useLeadAddNoteMutation,
  useLeadChangeTaskMutation,
  useLeadCompleteTaskMutation,
  useLeadEraseEffectsQuery,
  useLeadEraseMutation,
  useLeadMergeMutation,
  useLeadNotesQuery,
  useLeadRemoveNoteMutation,
  useLeadTagMutation,
  useLeadTasksQuery,
  useLeadTimelineQuery,
  useLeadUpdateMutation,
} from '../leads/api';

/** Notes on a lead. `add` answers whether the note was saved; a refusal is shown. */
export function useLeadNotes(leadId: number) {
  const { data, error, refetch } = useLeadNotesQuery({ params: { leadId } });
  const [add, { isLoading: isSaving }] = useLeadAddNoteMutation();
  const [remove] = useLeadRemoveNoteMutation();
  return {
    notes: data?.notes,
    problem: error,
    retry: () => void refetch(),
    isSaving,
    add: async (text: string): Promise<boolean> => {
      try {
        const { id: noteId } = await add({ params: { leadId }, body: { note_message: text } }).unwrap();
        toasts.show({ title: 'Note saved', undo: undoLater(() => remove({ params: { leadId, noteId } }).unwrap()) });
        return true;
      } catch (problem) {
        showProblem('The note was not saved', problem);
        return false;
      }
    },
  };
}

/** Tasks of a lead, and completing or reopening one. */
export function useLeadTasks(leadId: number) {
  const { data, error, refetch } = useLeadTasksQuery({ params: { leadId } });
  const [complete] = useLeadCompleteTaskMutation();
  const [change] = useLeadChangeTaskMutation();
  const set = (taskId: number, isDone: boolean) =>
    isDone
      ? complete({ params: { taskId } }).unwrap()
      : change({ params: { taskId }, body: { status: 'CREATED' } }).unwrap();
  return {
    tasks: data?.tasks,
    problem: error,
    retry: () => void refetch(),
    setDone: ({ id, name, seq_number: step }: TaskRow, isDone: boolean) => {
      const told = set(id, isDone).then(() =>
        toasts.show({
          title: `Task ${isDone ? 'completed' : 'reopened'}: ${name}`,
          // The step of a sequence is behind its lead once it is done.
          ...(step === null
            ? { undo: { run: async () => void (await set(id, !isDone)) } }
            : { text: 'The sequence continues.' }),
        }),
      );
      told.catch((problem: unknown) => showProblem('The task was not changed', problem));
    },
  };
}

/** One page of what happened to a lead. */
export function useLeadTimeline(leadId: number, cursor: string | null) {
  const { data, error, refetch } = useLeadTimelineQuery({
    params: { leadId },
    query: { limit: 50, ...(cursor ? { cursor } : {}) },
  });
  return { entries: data?.entries, next: data?.next_cursor ?? null, problem: error, retry: () => void refetch() };
}

/** Saves fields of a lead. Rejects with the server's problem. */
export function useSaveLead(leadId: number) {
  const [update] = useLeadUpdateMutation();
  return async (body: Parameters<typeof update>[0]['body']): Promise<void> => {
    await update({ params: { leadId }, body }).unwrap();
  };
}

/** Takes another lead into this one, which is found by what is typed. */
export function useMergeLead(leadId: number) {
  const [find] = useLazyAllLeadsQuery();
  const [merge] = useLeadMergeMutation();
  return {
    findOthers: async (search: string) =>
      (await find({ query: { limit: 15, ...(search ? { search } : {}) } }).unwrap()).rows.filter(
        (row) => row.id !== leadId,
      ),
    merge: async (otherId: number): Promise<void> => {
      await merge({ params: { leadId }, body: { other_lead_id: otherId } }).unwrap();
    },
  };
}

/** What erasing a person would remove, counted anew each time it is asked. */
export function useEraseLead(leadId: number) {
  const { data, error } = useLeadEraseEffectsQuery({ params: { leadId } }, { refetchOnMountOrArgChange: true });
  const [erase] = useLeadEraseMutation();
  return {
    effects: data,
    problem: error,
    erase: () => withSentence(erase({ params: { leadId }, body: {} }).unwrap()),
  };
}

/** Gives a lead exactly these tags. */
export function useTagLead(lead: LeadView) {
  const [save] = useLeadTagMutation();
  return async (ids: readonly number[]): Promise<void> => {
    await save({
      params: { leadId: lead.id },
      body: { tag_ids: [...ids], remove_tag_ids: lead.tags.map((tag) => tag.id).filter((id) => !ids.includes(id)) },
    }).unwrap();
  };
}
