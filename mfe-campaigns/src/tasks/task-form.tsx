import { useState } from 'react';
import { taskPriorities, type TaskRow } from '@skein/contracts/main/tasks.contract';
import { DateField } from '@skein/ui/date-field';
import { Field } from '@skein/ui/field';
import { zoneLabel } from '@skein/ui/instant';
import { Grid } from '@skein/ui/layout';
import { Select } from '@skein/ui/select';
import { TextArea } from '@skein/ui/text-area';
import { TextInput } from '@skein/ui/text-input';
import { useUi } from '@skein/ui/ui-provider';
import { fromWallClock, toWallClock } from '../campaign-form/setup/zoned-time';
import { FormDialog } from '../form-dialog';
import { useSaveTask } from './tasks.hooks';

export const priorityWords: Record<(typeof taskPriorities)[number], string> = {
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
};

/** Makes a task for a lead, or changes one. */
export function TaskForm({ leadId, task, onClose }: { leadId: number; task: TaskRow | null; onClose: () => void }) {
  const saveTask = useSaveTask(leadId, task);
  const [name, setName] = useState(task?.name ?? '');
  const [description, setDescription] = useState(task?.description ?? '');
  const [priority, setPriority] = useState<(typeof taskPriorities)[number]>(task?.priority ?? 'MEDIUM');
  // The same clock as every list shows: a person's own zone, which need not be that of this device.
  const { timeZone } = useUi();
  const was = typeof task?.due_at === 'string' ? task.due_at : null;
  const [usual] = useState(was ? toWallClock(was, timeZone) : '');
  const [due, setDue] = useState(usual);
  const save = () =>
    saveTask({
      name: name.trim(),
      description: description.trim() || null,
      priority,
      due_at: due === usual ? was : fromWallClock(due, timeZone),
    });
  return (
    <FormDialog
      title={task ? 'Edit task' : 'New task'}
      submitLabel={task ? 'Save' : 'Add task'}
      onClose={onClose}
      {...(name.trim() === '' ? { disabledReason: 'Enter what needs to be done' } : {})}
      onSubmit={save}
    >
      <Field label="What needs to be done" required>
        <TextInput value={name} maxLength={200} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Grid $min={180} $gap={3}>
        <Field label="Priority">
          <Select
            value={priority}
            onValueChange={setPriority}
            options={taskPriorities.map((value) => ({ value, label: priorityWords[value] }))}
          />
        </Field>
        <Field label="Due" hint={`${zoneLabel(timeZone)} time`}>
          <DateField withTime value={due} onValueChange={setDue} />
        </Field>
      </Grid>
      <Field label="Details">
        <TextArea
          rows={3}
          autoGrow
          maxLength={5_000}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
