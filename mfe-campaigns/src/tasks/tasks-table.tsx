import { useState } from 'react';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import type { MenuEntry } from '@skein/ui/menu';
import { useUi } from '@skein/ui/ui-provider';
import { useKeysetPages } from '../keyset-pages';
import { taskColumns, type Task } from './task-columns';
import { TaskForm } from './task-form';
import { useTasks, useTaskWork, type TaskFilter } from './tasks.hooks';

/** What can be done with a task besides completing it. */
const rowActions = (
  task: Task,
  {
    change,
    reopen,
    remove,
  }: { change: (task: Task) => void } & Pick<ReturnType<typeof useTaskWork>, 'reopen' | 'remove'>,
): MenuEntry[] => [
  ...(task.status === 'CREATED'
    ? [{ label: 'Change', icon: 'edit' as const, onSelect: () => change(task) }]
    : task.seq_number === null
      ? [
          {
            label: 'Reopen',
            icon: 'undo' as const,
            onSelect: () => reopen(task),
          },
        ]
      : []),
  ...(task.seq_number === null || task.status === 'COMPLETED'
    ? [
        {
          label: 'Delete',
          icon: 'trash' as const,
          tone: 'danger' as const,
          onSelect: () => remove(task),
        },
      ]
    : [{ label: 'Open lead', icon: 'arrow-right' as const, href: `/app/lead/${task.lead.id}/view` }]),
];

/** Tasks by due time, with what can be done with each. */
export function Tasks(filter: TaskFilter) {
  const { kind, priority, group } = filter;
  const { timeZone } = useUi();
  const now = useCampaignNow(30_000);
  const mayWrite = useAccess().may('lead.write');
  const pages = useKeysetPages();
  const { rows, total, next, isLoading, problem } = useTasks(filter, pages.cursor);
  const work = useTaskWork();
  const [edited, setEdited] = useState<Task | null>(null);
  const columns = taskColumns({
    now,
    timeZone,
    ...(mayWrite && kind !== 'done' ? { onFinish: work.finish } : {}),
  });
  return (
    <>
      <DataTable<Task>
        label="Tasks"
        columns={columns}
        rows={rows}
        rowId={(task) => String(task.id)}
        rowLabel={(task) => task.name}
        {...(total === undefined ? {} : { total })}
        loading={isLoading}
        error={problem}
        {...(mayWrite ? { rowActions: (task) => rowActions(task, { ...work, change: setEdited }) } : {})}
        filtered={priority !== undefined || group !== undefined || kind === 'overdue'}
        empty={
          <EmptyState icon="task" title={kind === 'done' ? 'No completed tasks' : 'Nothing to do'}>
            Manual steps appear here when a lead reaches them, along with tasks you add to leads. Without a LinkedIn
            provider, LinkedIn steps appear here too.
          </EmptyState>
        }
        emptyFiltered={
          <EmptyState icon="check" title={kind === 'overdue' ? 'Nothing is overdue' : 'No task matches'} />
        }
        paging={{
          ...pages.pagingOf(rows.length, next),
          ...(total === undefined ? {} : { total }),
        }}
      />
      {edited && <TaskForm leadId={edited.lead.id} task={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
