import type { CallOutput } from '@skein/contracts/endpoint';
import type { blockListContract } from '@skein/contracts/main/block-list.contract';
import { counted } from '@skein/ui/counted';
import { toasts } from '@skein/ui/toast-store';
import {
  useInboxChangeMutation,
  useInboxColleaguesQuery,
  useInboxRevenueMutation,
  useInboxSetReminderMutation,
} from '../api';
import type { AboutLead } from './about-lead';
import {
  useInboxAddNoteMutation,
  useInboxAddTaskMutation,
  useInboxBlockMutation,
  useInboxUndoBlockMutation,
} from './record-api';

type Row = AboutLead['row'];
type UndoBlock = (typeof blockListContract)['endpoints']['undoBlockEntries'];
// Each hook here does one thing to the lead of a conversation. All of them reject with the server's problem, which the dialog shows.

/** Notes on a lead, and who can be mentioned in them. */
export function useNotes({ enrolment_id: enrolmentId }: Row) {
  const { data } = useInboxColleaguesQuery({ params: { enrolmentId } });
  const [add] = useInboxAddNoteMutation();
  return {
    colleagues: data?.colleagues ?? [],
    add: (text: string, mentioned: number[]) =>
      add({ params: { enrolmentId }, body: { note_message: text, mentioned_user_ids: mentioned } }).unwrap(),
  };
}

export function useLeadTask({ enrolment_id: enrolmentId }: Row) {
  const [add] = useInboxAddTaskMutation();
  return (body: Parameters<typeof add>[0]['body']) => add({ params: { enrolmentId }, body }).unwrap();
}

export function useReminder({ enrolment_id: enrolmentId }: Row) {
  const [set] = useInboxSetReminderMutation();
  return (message: string, at: Date) =>
    set({ params: { enrolmentId }, body: { message, remind_at: at.toISOString() } }).unwrap();
}

export function useRevenue({ enrolment_id: enrolmentId }: Row) {
  const [set] = useInboxRevenueMutation();
  return (revenue: number) => set({ params: { enrolmentId }, body: { revenue } }).unwrap();
}

/** Resumes the sequence of a lead after some days, and pauses it again. */
export function useResume({ enrolment_id }: Row) {
  const [change] = useInboxChangeMutation();
  return {
    resume: async (days: number) => {
      const { changed } = await change({
        body: { enrolment_ids: [enrolment_id], action: { do: 'resume', delay_days: days } },
      }).unwrap();
      if (changed === 0)
        throw new Error('This lead cannot be resumed: it has had every step, or it is on the block list.');
    },
    pause: () => change({ body: { enrolment_ids: [enrolment_id], action: { do: 'pause' } } }).unwrap(),
  };
}

/** Says what became of the leads, and that it has said so. */
const sayUnblocked =
  (domain: string) =>
  ({ removed, leads_resumed: resumed, leads_kept: kept }: CallOutput<UndoBlock>) => {
    if (removed === 0) throw new Error(`${domain} was taken off the block list by someone else.`);
    toasts.show({
      key: 'undone',
      tone: 'info',
      title: `${domain} is no longer blocked`,
      text: `${counted(resumed, 'lead')} ${resumed === 1 ? 'continues' : 'continue'}${kept > 0 ? `, ${kept} stay stopped for another reason` : ''}.`,
    });
    return true;
  };

/** Blocks the domain of a lead. */
export function useBlockDomain({ lead }: Row) {
  const domain = lead.email.split('@')[1] ?? '';
  const [block] = useInboxBlockMutation();
  const [unblock] = useInboxUndoBlockMutation();
  return {
    domain,
    block: () =>
      block({ body: { entries: [domain], reason: `Blocked from the conversation with ${lead.email}` } }).unwrap(),
    unblock: (entry_ids: number[]) => unblock({ body: { entry_ids } }).unwrap().then(sayUnblocked(domain)),
  };
}
