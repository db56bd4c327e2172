import type { PanelView } from '@skein/contracts/main/inbox-views';
import { Button } from '@skein/ui/button';
import { Checkbox } from '@skein/ui/checkbox';
import { IconButton } from '@skein/ui/icon-button';
import { Stack } from '@skein/ui/layout';
import { fullInstant } from '@skein/ui/instant';
import { styled } from 'styled-components';
import { askFor } from '../thread/record-request';
import { listTime, longTime } from '../times/when';
import { useRecordChanges } from './use-lead-panel';

const priorityWords: Record<PanelView['tasks'][number]['priority'], string> = {
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
};

const Items = styled.ul`
  display: grid;
  gap: var(--s-2);
  font-size: var(--fs-2);
  & > li {
    display: flex;
    align-items: flex-start;
    gap: var(--s-2);
    overflow-wrap: anywhere;
  }
  & > li > div {
    flex: 1;
    min-width: 0;
    white-space: pre-wrap;
  }
  & small {
    display: block;
    color: var(--muted);
    font-size: var(--fs-1);
  }
  & s {
    color: var(--muted);
  }
`;

/** Notes, tasks and reminders of a lead. */
export function LeadRecords({
  panel,
  enrolmentId,
  mayAct,
  now,
  timeZone,
}: {
  panel: PanelView;
  enrolmentId: number;
  mayAct: boolean;
  now: Date;
  timeZone: string;
}) {
  const { complete, remove } = useRecordChanges();
  const reminders = panel.reminders.filter(({ status }) => status === 'SCHEDULED');
  return (
    <>
      {panel.notes.length > 0 && (
        <>
          <h3>Notes</h3>
          <Items>
            {panel.notes.map((note) => (
              <li key={note.id}>
                <div>
                  {note.note_message}
                  <small title={fullInstant(note.created_at, timeZone)}>
                    {note.created_by?.name ?? 'Somebody'}, {listTime(note.created_at, now, timeZone)}
                  </small>
                </div>
              </li>
            ))}
          </Items>
        </>
      )}
      {panel.tasks.length > 0 && (
        <>
          <h3>Tasks</h3>
          <Items>
            {panel.tasks.map((task) => {
              const done = task.status === 'COMPLETED';
              const about = `${priorityWords[task.priority]}${task.due_at ? `, due ${listTime(task.due_at, now, timeZone)}` : ''}`;
              return (
                <li key={task.id}>
                  <Checkbox
                    checked={done}
                    disabled={!mayAct}
                    aria-label={`Done: ${task.name}`}
                    onCheckedChange={(checked) => complete(task, checked)}
                  />
                  <div>
                    {done ? <s>{task.name}</s> : task.name}
                    <small>{about}</small>
                  </div>
                </li>
              );
            })}
          </Items>
        </>
      )}
      {reminders.length > 0 && (
        <>
          <h3>Reminders</h3>
          <Items>
            {reminders.map((reminder) => (
              <li key={reminder.id}>
                <div>
                  {reminder.message || 'Reminder'}
                  <small title={fullInstant(reminder.remind_at, timeZone)}>
                    {longTime(reminder.remind_at, now, timeZone)}
                  </small>
                </div>
                {mayAct && (
                  <IconButton
                    icon="close"
                    iconSize={14}
                    label={`Remove the reminder of ${longTime(reminder.remind_at, now, timeZone)}`}
                    onClick={() => remove(reminder)}
                  />
                )}
              </li>
            ))}
          </Items>
        </>
      )}
      {mayAct && (
        <Stack $gap={2} style={{ marginTop: 'var(--s-4)' }}>
          <Button size="small" block icon="note" onClick={() => askFor(enrolmentId, 'note')}>
            Add note
          </Button>
          <Button size="small" block icon="task" onClick={() => askFor(enrolmentId, 'task')}>
            Add task
          </Button>
          <Button size="small" block icon="bell" onClick={() => askFor(enrolmentId, 'reminder')}>
            Set a reminder
          </Button>
        </Stack>
      )}
    </>
  );
}
