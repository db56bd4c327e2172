import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import { problemOf } from '@skein/mfe/problem';
import { useSignal } from '@skein/mfe/signal';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Select } from '@skein/ui/select';
import { TextArea } from '@skein/ui/text-area';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import {
  useInboxAddNoteMutation,
  useInboxAddTaskMutation,
  useInboxBlockMutation,
  useInboxChangeMutation,
  useInboxRevenueMutation,
  useInboxSetReminderMutation,
} from '../api';
import { nameOfLead } from '../inbox/use-change';
import { dayOf, instantOf } from '../times/zoned-time';
import { useFirstField } from '../use-first-field';
import { recordRequest } from './record-request';

interface FormProps {
  title: string;
  description?: ReactNode;
  confirmLabel: string;
  done: string;
  onSubmit: () => Promise<unknown>;
  refusal?: string | undefined;
  danger?: boolean;
  children?: ReactNode;
}

const close = () => recordRequest.set(null);

/** A short form in a dialog: Enter does it, and what the server refuses stands in it. */
function RecordForm({
  title,
  description,
  confirmLabel,
  done,
  onSubmit,
  refusal,
  danger = false,
  children,
}: FormProps) {
  const form = useId();
  const { form: place, initialFocus } = useFirstField();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    if (refusal) return setProblem(refusal);
    setBusy(true);
    setProblem(null);
    try {
      await onSubmit();
      toasts.show({ title: done });
      close();
    } catch (error) {
      setProblem(problemOf(error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={title}
      initialFocus={initialFocus}
      {...(description ? { description } : {})}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={form} variant={danger ? 'danger-solid' : 'primary'} loading={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        ref={place}
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
      >
        <Stack $gap={3}>
          {children}
          {problem && (
            <Callout tone="danger" role="alert">
              {problem}
            </Callout>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}

interface AboutLead {
  row: ConversationRow;
  now: Date;
  timeZone: string;
}

function NoteDialog({ row }: AboutLead) {
  const [text, setText] = useState('');
  const [add] = useInboxAddNoteMutation();
  return (
    <RecordForm
      title="Add a note"
      description={`About ${nameOfLead(row)}; the lead never sees it.`}
      confirmLabel="Add note"
      done="Note added"
      refusal={text.trim() === '' ? 'Write the note first.' : undefined}
      onSubmit={() => add({ params: { enrolmentId: row.enrolment_id }, body: { note_message: text } }).unwrap()}
    >
      <Field label="Note">
        <TextArea autoGrow rows={4} maxLength={5000} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </RecordForm>
  );
}

function TaskDialog({ row, timeZone }: AboutLead) {
  const [name, setName] = useState('');
  const [priority, setPriority] = useState<'HIGH' | 'MEDIUM' | 'LOW'>('MEDIUM');
  const [due, setDue] = useState('');
  const [add] = useInboxAddTaskMutation();
  return (
    <RecordForm
      title="Add a task"
      description={`For ${nameOfLead(row)}.`}
      confirmLabel="Add task"
      done="Task added"
      refusal={name.trim() === '' ? 'Say what is to be done.' : undefined}
      onSubmit={() =>
        add({
          params: { enrolmentId: row.enrolment_id },
          body: { name, priority, due_at: due === '' ? null : instantOf(due, '17:00', timeZone).toISOString() },
        }).unwrap()
      }
    >
      <Field label="What is to be done">
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
        <TextInput type="date" value={due} onChange={(event) => setDue(event.target.value)} />
      </Field>
    </RecordForm>
  );
}

function ReminderDialog({ row, now, timeZone }: AboutLead) {
  const [message, setMessage] = useState('');
  const [at, setAt] = useState(`${dayOf(now, timeZone, 1)}T09:00`);
  const [set] = useInboxSetReminderMutation();
  const [day = '', time = ''] = at.split('T');
  const instant = day && time ? instantOf(day, time.slice(0, 5), timeZone) : null;
  return (
    <RecordForm
      title="Set a reminder"
      description={`The conversation with ${nameOfLead(row)} comes back to the top then.`}
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
    >
      <Field label="Day and time" hint={`Clocks of ${timeZone.replace(/_/g, ' ')}`}>
        <TextInput type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} />
      </Field>
      <Field label="What about" optional>
        <TextInput value={message} maxLength={1000} onChange={(event) => setMessage(event.target.value)} />
      </Field>
    </RecordForm>
  );
}

function RevenueDialog({ row }: AboutLead) {
  const [value, setValue] = useState<number | null>(Number(row.revenue));
  const [set] = useInboxRevenueMutation();
  return (
    <RecordForm
      title="Expected revenue"
      confirmLabel="Save"
      done="Revenue saved"
      refusal={value === null || value < 0 ? 'Give an amount of 0 or more.' : undefined}
      onSubmit={() => set({ params: { enrolmentId: row.enrolment_id }, body: { revenue: value ?? 0 } }).unwrap()}
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
      done="The sequence goes on"
      refusal={days === null ? 'Give a number of days.' : undefined}
      onSubmit={async () => {
        const { changed } = await change({
          body: { enrolment_ids: [row.enrolment_id], action: { do: 'resume', delay_days: days ?? 0 } },
        }).unwrap();
        if (changed === 0)
          throw new Error('This lead cannot be resumed: it has had every step, or it is on the block list.');
      }}
    >
      <Field label="Wait before the next step">
        <NumberInput value={days} min={0} max={365} unit={days === 1 ? 'day' : 'days'} onValueChange={setDays} />
      </Field>
    </RecordForm>
  );
}

function BlockDialog({ row }: AboutLead) {
  const domain = row.lead.email.split('@')[1] ?? '';
  const [block] = useInboxBlockMutation();
  return (
    <RecordForm
      danger
      title={`Block ${domain}`}
      description={`Nobody at ${domain} is mailed any more, in any campaign. Leads that are waiting are stopped at once.`}
      confirmLabel="Block domain"
      done={`${domain} is blocked`}
      onSubmit={() =>
        block({ body: { entries: [domain], reason: `Blocked from the conversation with ${row.lead.email}` } }).unwrap()
      }
    />
  );
}

const dialogs = {
  note: NoteDialog,
  task: TaskDialog,
  reminder: ReminderDialog,
  revenue: RevenueDialog,
  resume: ResumeDialog,
  block: BlockDialog,
};

/** The dialog that was asked for, when it is about this conversation. */
export function RecordDialogs(about: AboutLead) {
  const request = useSignal(recordRequest);
  if (!request || request.enrolmentId !== about.row.enrolment_id) return null;
  const Asked = dialogs[request.kind];
  return <Asked key={`${request.kind}-${request.enrolmentId}`} {...about} />;
}
