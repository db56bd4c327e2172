import { useState } from 'react';
import type { z } from 'zod';
import type { taskRow } from '@skein/contracts/main/tasks.contract';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { Button } from '@skein/ui/button';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { CopyButton } from '@skein/ui/code-block';
import { Row } from '@skein/ui/layout';
import { BareLink, Link } from '@skein/ui/link';
import { Status } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { useKeysetPages } from '../keyset-pages';
import { priorityWords, TaskForm } from './task-form';
import { useTasks, useTaskWork, type TaskFilter } from './tasks.hooks';

/** A profile as an address that can be opened; never one with another scheme. */
const webAddress = (address: string) => (/^https?:\/\//i.test(address) ? address : `https://${address}`);

type Task = z.output<typeof taskRow>;
const looks = {
  HIGH: { tone: 'danger', glyph: 'warn' },
  MEDIUM: { tone: 'warning', glyph: 'new' },
  LOW: { tone: 'off', glyph: 'new' },
} as const;

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
  const columns: DataTableColumn<Task>[] = [
    {
      id: 'name',
      label: 'Task',
      fixed: true,
      flexible: true,
      minWidth: 200,
      cell: (task) => (
        <>
          <b style={{ fontWeight: 'var(--w-medium)' }}>{task.name}</b>
          <SubLine>
            {task.seq_number === null
              ? task.description
              : `${task.linkedin ? 'LinkedIn' : 'Manual'} step ${task.seq_number}${task.description ? `: ${task.description}` : ''}`}
          </SubLine>
          {task.linkedin?.profile_url && (
            <Row $gap={2}>
              <Link
                href={webAddress(task.linkedin.profile_url)}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={`Open the LinkedIn profile of ${task.lead.name || task.lead.email}`}
              >
                Open profile
              </Link>
              {task.description && <CopyButton label="Copy text" text={task.description} />}
            </Row>
          )}
        </>
      ),
    },
    {
      id: 'lead',
      label: 'Lead',
      width: 200,
      cell: (task) => (
        <>
          <BareLink href={`/app/lead/${task.lead.id}/view`}>{task.lead.name || task.lead.email}</BareLink>
          <SubLine>{task.lead.company_name}</SubLine>
        </>
      ),
    },
    {
      id: 'campaign',
      label: 'Campaign',
      width: 180,
      phone: 'hidden',
      cell: (task) =>
        task.campaign ? (
          <BareLink
            href={`/app/email-campaign/${task.campaign.id}/overview/lead-list?search=${encodeURIComponent(task.lead.email)}`}
          >
            {task.campaign.name}
          </BareLink>
        ) : (
          '–'
        ),
    },
    {
      id: 'priority',
      label: 'Priority',
      width: 110,
      phone: 'status',
      cell: (task) => (
        <Status {...looks[task.priority]} quiet>
          {priorityWords[task.priority]}
        </Status>
      ),
    },
    {
      id: 'due',
      label: 'Due',
      width: 184,
      cell: (task) =>
        task.due_at === null ? (
          '–'
        ) : (
          <span title={fullInstant(task.due_at, timeZone)}>
            {task.status === 'CREATED' && Date.parse(task.due_at) < now.getTime() ? (
              <Text $tone="danger">{shortInstant(task.due_at, now, timeZone)}, overdue</Text>
            ) : (
              shortInstant(task.due_at, now, timeZone)
            )}
          </span>
        ),
    },
    ...(mayWrite && kind !== 'done'
      ? [
          {
            id: 'act',
            label: 'Complete',
            width: 110,
            cell: (task: Task) => (
              <Button
                size="small"
                icon="check"
                onClick={(event) => {
                  event.stopPropagation();
                  work.finish(task);
                }}
              >
                Done
              </Button>
            ),
          },
        ]
      : []),
  ];
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
        {...(mayWrite
          ? {
              rowActions: (task) => [
                ...(task.status === 'CREATED'
                  ? [{ label: 'Change', icon: 'edit' as const, onSelect: () => setEdited(task) }]
                  : task.seq_number === null
                    ? [
                        {
                          label: 'Reopen',
                          icon: 'undo' as const,
                          onSelect: () => work.reopen(task),
                        },
                      ]
                    : []),
                ...(task.seq_number === null || task.status === 'COMPLETED'
                  ? [
                      {
                        label: 'Delete',
                        icon: 'trash' as const,
                        tone: 'danger' as const,
                        onSelect: () => work.remove(task),
                      },
                    ]
                  : [{ label: 'Open lead', icon: 'arrow-right' as const, href: `/app/lead/${task.lead.id}/view` }]),
              ],
            }
          : {})}
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
          from: rows.length === 0 ? 0 : pages.offset + 1,
          to: pages.offset + rows.length,
          ...(total === undefined ? {} : { total }),
          hasPrevious: pages.cursor !== null,
          hasNext: next !== null,
          onPrevious: pages.previous,
          onNext: () => {
            if (next) pages.next(next, pages.offset + rows.length);
          },
        }}
      />
      {edited && <TaskForm leadId={edited.lead.id} task={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
