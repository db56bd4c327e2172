import { useState } from 'react';
import type { blockListContract } from '@skein/contracts/main/block-list.contract';
import type { CallOutput } from '@skein/contracts/endpoint';
import { counted } from '@skein/ui/counted';
import { DateField } from '@skein/ui/date-field';
import { Field } from '@skein/ui/field';
import { zoneLabel } from '@skein/ui/instant';
import { NumberInput } from '@skein/ui/number-input';
import { Select } from '@skein/ui/select';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import {
  useInboxChangeMutation,
  useInboxRemoveReminderMutation,
  useInboxRevenueMutation,
  useInboxSetReminderMutation,
} from '../api';
import { nameOfLead } from '../inbox/use-change';
import { dayOf, instantOf } from '../times/zoned-time';
import type { AboutLead } from './about-lead';
import { NoteDialog } from './note-dialog';
import {
  useInboxAddTaskMutation,
  useInboxBlockMutation,
  useInboxRemoveTaskMutation,
  useInboxUndoBlockMutation,
} from './record-api';
import { RecordForm } from './record-form';
import type { RecordKind } from './record-request';
import { SubsequenceDialog } from './subsequence-dialog';

type UndoBlock = (typeof blockListContract)['endpoints']['undoBlockEntries'];

function TaskDialog({ row, timeZone }: AboutLead) {
  const [name, setName] = useState('');
  const [priority, setPriority] = useState<'HIGH' | 'MEDIUM' | 'LOW'>('MEDIUM');
  const [due, setDue] = useState('');
  const [add] = useInboxAddTaskMutation();
  const [remove] = useInboxRemoveTaskMutation();
  return (
    <RecordForm
      title="Add a task"
      description={`For ${nameOfLead(row)}.`}
      confirmLabel="Add task"
      done="Task added"
      refusal={name.trim() === '' ? 'Enter what needs to be done.' : undefined}
      onSubmit={() =>
        add({
          params: { enrolmentId: row.enrolment_id },
          body: { name, priority, due_at: due === '' ? null : instantOf(due, '17:00', timeZone).toISOString() },
        }).unwrap()
      }
      undo={(task) => () => remove({ params: { taskId: task.id } }).unwrap()}
    >
      <Field label="What needs to be done">
        <TextInput value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Priority">
        <Select
          value={priority}
          onValueChange={setPriority}
          options={[
            { value: 'HIGH', label: 'High' },
            { value: 'MEDIUM', label: 'Medium' },
            { value: 'LOW', label: 'Low' },
          ]}
        />
      </Field>
      <Field label="Due" optional>
        <DateField value={due} onValueChange={setDue} />
      </Field>
    </RecordForm>
  );
}

function ReminderDialog({ row, now, timeZone }: AboutLead) {
  const [message, setMessage] = useState('');
  const [at, setAt] = useState(`${dayOf(now, timeZone, 1)}T09:00`);
  const [set] = useInboxSetReminderMutation();
  const [remove] = useInboxRemoveReminderMutation();
  const [day = '', time = ''] = at.split('T');
  const instant = day && time ? instantOf(day, time.slice(0, 5), timeZone) : null;
  return (
    <RecordForm
      title="Set a reminder"
      description={`The conversation with ${nameOfLead(row)} moves to the top at that time.`}
      confirmLabel="Set reminder"
      done="Reminder set"
      refusal={
        !instant ? 'Choose a day and a time.' : instant <= now ? 'Choose a time that is still to come.' : undefined
      }
      onSubmit={() =>
        set({
          params: { enrolmentId: row.enrolment_id },
          body: { message, remind_at: (instant ?? now).toISOString() },
        }).unwrap()
      }
      undo={(reminder) => () => remove({ params: { reminderId: reminder.id } }).unwrap()}
    >
      <Field label="Day and time" hint={`${zoneLabel(timeZone)} time`}>
        <DateField withTime timeZone={timeZone} value={at} onValueChange={setAt} />
      </Field>
      <Field label="About" optional>
        <TextInput value={message} maxLength={1000} onChange={(event) => setMessage(event.target.value)} />
      </Field>
    </RecordForm>
  );
}

function RevenueDialog({ row }: AboutLead) {
  const [value, setValue] = useState<number | null>(Number(row.revenue));
  const [set] = useInboxRevenueMutation();
  const save = (revenue: number) => set({ params: { enrolmentId: row.enrolment_id }, body: { revenue } }).unwrap();
  return (
    <RecordForm
      title="Expected revenue"
      confirmLabel="Save"
      done="Revenue saved"
      refusal={value === null || value < 0 ? 'Enter an amount of 0 or more.' : undefined}
      onSubmit={() => save(value ?? 0)}
      undo={() => () => save(Number(row.revenue))}
    >
      <Field label="Amount">
        <NumberInput value={value} min={0} max={999_999_999_999} decimals={2} unit="USD" onValueChange={setValue} />
      </Field>
    </RecordForm>
  );
}

function ResumeDialog({ row }: AboutLead) {
  const [days, setDays] = useState<number | null>(0);
  const [change] = useInboxChangeMutation();
  return (
    <RecordForm
      title="Resume the sequence"
      description={`${nameOfLead(row)} gets the next step of ${row.campaign.name} again, inside its schedule. A later reply stops it as before.`}
      confirmLabel="Resume"
      done="Sequence resumed"
      refusal={days === null ? 'Enter a number of days.' : undefined}
      onSubmit={async () => {
        const { changed } = await change({
          body: { enrolment_ids: [row.enrolment_id], action: { do: 'resume', delay_days: days ?? 0 } },
        }).unwrap();
        if (changed === 0)
          throw new Error('This lead cannot be resumed: it has had every step, or it is on the block list.');
      }}
      undo={() =>
        row.status === 'PAUSED'
          ? () => change({ body: { enrolment_ids: [row.enrolment_id], action: { do: 'pause' } } }).unwrap()
          : null
      }
    >
      <Field label="Wait before the next step">
        <NumberInput value={days} min={0} max={365} unit={days === 1 ? 'day' : 'days'} onValueChange={setDays} />
      </Field>
    </RecordForm>
  );
}

/** What became of the leads, where that is not plain. */
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
  };

function BlockDialog({ row }: AboutLead) {
  const domain = row.lead.email.split('@')[1] ?? '';
  const [block] = useInboxBlockMutation();
  const [unblock] = useInboxUndoBlockMutation();
  return (
    <RecordForm
      danger
      title={`Block ${domain}`}
      description={`No campaign emails ${domain} any more. Leads that are waiting there are stopped now.`}
      confirmLabel="Block domain"
      done={`${domain} is blocked`}
      onSubmit={() =>
        block({ body: { entries: [domain], reason: `Blocked from the conversation with ${row.lead.email}` } }).unwrap()
      }
      undo={({ entry_ids }) =>
        entry_ids.length === 0 ? null : () => unblock({ body: { entry_ids } }).unwrap().then(sayUnblocked(domain))
      }
    />
  );
}

const dialogs = {
  note: NoteDialog,
  subsequence: SubsequenceDialog,
  task: TaskDialog,
  reminder: ReminderDialog,
  revenue: RevenueDialog,
  resume: ResumeDialog,
  block: BlockDialog,
};

/** The dialog that was asked for. */
export function RecordDialogs({ kind, ...about }: AboutLead & { kind: RecordKind }) {
  const Asked = dialogs[kind];
  return <Asked {...about} />;
}
