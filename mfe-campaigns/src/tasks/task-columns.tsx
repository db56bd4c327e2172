import type { z } from 'zod';
import type { taskRow } from '@skein/contracts/main/tasks.contract';
import { Button } from '@skein/ui/button';
import { CopyButton } from '@skein/ui/code-block';
import type { DataTableColumn } from '@skein/ui/data-table';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { Row } from '@skein/ui/layout';
import { BareLink, Link } from '@skein/ui/link';
import { Status } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { priorityWords } from './task-form';

export type Task = z.output<typeof taskRow>;

/** A profile as an address that can be opened; never one with another scheme. */
const webAddress = (address: string) => (/^https?:\/\//i.test(address) ? address : `https://${address}`);

const looks = {
  HIGH: { tone: 'danger', glyph: 'warn' },
  MEDIUM: { tone: 'warning', glyph: 'new' },
  LOW: { tone: 'off', glyph: 'new' },
} as const;

/** What a task is, and what to write where it is on LinkedIn. */
function TaskName({ task }: { task: Task }) {
  return (
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
  );
}

/** @param onFinish completes a task; without it no column does */
export const taskColumns = ({
  now,
  timeZone,
  onFinish,
}: {
  now: Date;
  timeZone: string;
  onFinish?: (task: Task) => void;
}): DataTableColumn<Task>[] => [
  {
    id: 'name',
    label: 'Task',
    fixed: true,
    flexible: true,
    minWidth: 200,
    cell: (task) => <TaskName task={task} />,
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
  ...(onFinish
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
                onFinish(task);
              }}
            >
              Done
            </Button>
          ),
        },
      ]
    : []),
];
