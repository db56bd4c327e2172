import { useState } from 'react';
import { DateField } from '@skein/ui/date-field';
import { Field } from '@skein/ui/field';
import { zoneLabel } from '@skein/ui/instant';
import { NumberInput } from '@skein/ui/number-input';
import { Select } from '@skein/ui/select';
import { TextInput } from '@skein/ui/text-input';
import { nameOfLead } from '../inbox/use-change';
import { dayOf, instantOf } from '../times/zoned-time';
import type { AboutLead } from './about-lead';
import { NoteDialog } from './note-dialog';
import { RecordForm } from './record-form';
import type { RecordKind } from './record-request';
import { SubsequenceDialog } from './subsequence-dialog';
import { useBlockDomain, useLeadTask, useReminder, useResume, useRevenue } from './use-records';

function TaskDialog({ row, timeZone }: AboutLead) {
  const [name, setName] = useState('');
  const [priority, setPriority] = useState<'HIGH' | 'MEDIUM' | 'LOW'>('MEDIUM');
  const [due, setDue] = useState('');
  const add = useLeadTask(row);
  return (
    <RecordForm
      title="Add a task"
      description={`For ${nameOfLead(row)}.`}
      confirmLabel="Add task"
      done="Task added"
      refusal={name.trim() === '' ? 'Enter what needs to be done.' : undefined}
      onSubmit={() =>
        add({ name, priority, due_at: due === '' ? null : instantOf(due, '17:00', timeZone).toISOString() })
      }
      changeKey={({ id }) => `task-${id}`}
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
  const set = useReminder(row);
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
      onSubmit={() => set(message, instant ?? now)}
      changeKey={({ id }) => `reminder-${id}`}
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
  const save = useRevenue(row);
  return (
    <RecordForm
      title="Expected revenue"
      confirmLabel="Save"
      done="Revenue saved"
      refusal={value === null || value < 0 ? 'Enter an amount of 0 or more.' : undefined}
      onSubmit={() => save(value ?? 0)}
      changeKey={({ change_key }) => change_key}
    >
      <Field label="Amount">
        <NumberInput value={value} min={0} max={999_999_999_999} decimals={2} unit="USD" onValueChange={setValue} />
      </Field>
    </RecordForm>
  );
}

function ResumeDialog({ row }: AboutLead) {
  const [days, setDays] = useState<number | null>(0);
  const { resume, pause } = useResume(row);
  return (
    <RecordForm
      title="Resume the sequence"
      description={`${nameOfLead(row)} gets the next step of ${row.campaign.name} again, inside its schedule. A later reply stops it as before.`}
      confirmLabel="Resume"
      done="Sequence resumed"
      refusal={days === null ? 'Enter a number of days.' : undefined}
      onSubmit={() => resume(days ?? 0)}
      undo={() => (row.status === 'PAUSED' ? pause : null)}
    >
      <Field label="Wait before the next step">
        <NumberInput value={days} min={0} max={365} unit={days === 1 ? 'day' : 'days'} onValueChange={setDays} />
      </Field>
    </RecordForm>
  );
}

function BlockDialog({ row }: AboutLead) {
  const { domain, block, unblock } = useBlockDomain(row);
  return (
    <RecordForm
      danger
      title={`Block ${domain}`}
      description={`No campaign will email anyone at ${domain} or its subdomains. Leads there are stopped now.`}
      confirmLabel="Block domain"
      done={`${domain} is blocked`}
      onSubmit={block}
      undo={({ entry_ids }) => (entry_ids.length === 0 ? null : () => unblock(entry_ids))}
      changeKey={({ entry_ids }) => (entry_ids[0] === undefined ? null : `block-${entry_ids[0]}`)}
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
