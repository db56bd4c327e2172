import { useState } from 'react';
import type { z } from 'zod';
import type { taskRow } from '@skein/contracts/main/tasks.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody, CardList } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { IconButton } from '@skein/ui/icon-button';
import { Grow } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { SubLine, Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { fullInstant } from '@skein/ui/instant';
import { priorityWords, TaskForm } from '../tasks/task-form';
import { useLeadTasks } from './lead-record.hooks';

type Task = z.output<typeof taskRow>;

/** What needs to be done for a lead. */
export function LeadTasks({ leadId }: { leadId: number }) {
  const { timeZone } = useUi();
  const mayWrite = useAccess().may('lead.write');
  const { tasks, problem, retry, setDone } = useLeadTasks(leadId);
  const [edited, setEdited] = useState<Task | 'new' | null>(null);
  const detailOf = (task: Task) =>
    [
      priorityWords[task.priority],
      task.due_at && `due ${fullInstant(task.due_at, timeZone)}`,
      task.seq_number !== null && `${task.linkedin ? 'LinkedIn' : 'manual'} step ${task.seq_number}`,
      task.campaign?.name,
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <Card
      title="Tasks"
      detail={tasks?.length}
      padded={false}
      actions={
        mayWrite && (
          <Button size="small" icon="plus" onClick={() => setEdited('new')}>
            Add task
          </Button>
        )
      }
    >
      {problem && (
        <CardBody>
          <Callout
            tone="danger"
            role="alert"
            title="The tasks could not be loaded."
            actions={
              <Button size="small" onClick={() => retry()}>
                Try again
              </Button>
            }
          >
            {problem.message}
          </Callout>
        </CardBody>
      )}
      {!tasks && !problem && (
        <CardBody>
          <Loading label="Reading the tasks" />
        </CardBody>
      )}
      {tasks?.length === 0 && (
        <div style={{ padding: '0 var(--s-4) var(--s-4)' }}>
          <Text $tone="muted">Nothing to do.</Text>
        </div>
      )}
      <CardList>
        {(tasks ?? []).map((task) => (
          <li key={task.id}>
            <Grow>
              <Checkbox
                label={
                  <span style={task.status === 'COMPLETED' ? { textDecoration: 'line-through' } : undefined}>
                    {task.name}
                  </span>
                }
                checked={task.status === 'COMPLETED'}
                disabled={!mayWrite || (task.status === 'COMPLETED' && task.seq_number !== null)}
                onCheckedChange={(on) => setDone(task, on)}
              />
              <SubLine>{detailOf(task)}</SubLine>
            </Grow>
            {mayWrite && task.status === 'CREATED' && (
              <IconButton icon="edit" size="small" label={`Change ${task.name}`} onClick={() => setEdited(task)} />
            )}
          </li>
        ))}
      </CardList>
      {edited && <TaskForm leadId={leadId} task={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Card>
  );
}
