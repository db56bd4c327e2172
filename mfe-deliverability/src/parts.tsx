import type { ReactNode } from 'react';
import type { PlacementGroup, PlacementTestRow } from '@skein/contracts/smart-delivery/placement-shapes';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Tabs } from '@skein/ui/tabs';
import { base, useTimeQuery } from './placement.hooks';

/** The lists of this area. */
export const AreaTabs = ({ value }: { value: string }) => (
  <Tabs
    label="SmartDelivery"
    value={value}
    line={false}
    items={[
      { id: 'auto', label: 'Automatic tests', href: `/app${base}/auto/all-tests` },
      { id: 'manual', label: 'Manual tests', href: `/app${base}/manual/all-tests` },
      { id: 'folders', label: 'Folders', href: `/app${base}/folders` },
      { id: 'insights', label: 'Mailbox insights', href: `/app${base}/mailboxes-insights` },
    ]}
  />
);

export const percent = (score: number | null): string => (score === null ? '–' : `${score}%`);

const tones = { RUNNING: 'info', PASS: 'success', FAIL: 'danger', STOPPED: 'neutral' } as const;
const labels = { RUNNING: 'Running', PASS: 'Passed', FAIL: 'Failed', STOPPED: 'Stopped' } as const;
export const TestStatus = ({ status }: { status: PlacementTestRow['status'] }) => (
  <Badge tone={tones[status]}>{labels[status]}</Badge>
);

/** In the sandbox every figure of this area comes from stand-ins: each page says so. */
export const Simulated = () =>
  useTimeQuery({}).data?.is_sandbox ? (
    <Callout tone="info" title="Simulated placement">
      The seeds are stand-ins in the sandbox. Their filters follow fixed rules and tell you nothing about real
      providers.
    </Callout>
  ) : null;

export const Problem = ({ title, problem }: { title: string; problem: { message: string; onRetry: () => void } }) => (
  <Callout
    tone="danger"
    role="alert"
    title={title}
    actions={
      <Button size="small" icon="refresh" onClick={problem.onRetry}>
        Try again
      </Button>
    }
  >
    {problem.message}
  </Callout>
);

interface GroupTableProps {
  label: string;
  first: string;
  rows: readonly PlacementGroup[];
  loading?: boolean;
  onOpen?: (row: PlacementGroup) => void;
  empty?: ReactNode;
  gutter?: 16 | 24;
}

/** Placement by one thing: provider, region, mailbox. */
export function GroupTable({ label, first, rows, loading = false, onOpen, empty, gutter = 16 }: GroupTableProps) {
  const figure = (id: 'mails' | 'inbox' | 'tab' | 'spam' | 'missing' | 'failed', name: string) => ({
    id,
    label: name,
    align: 'end' as const,
    width: 92,
    cell: (row: PlacementGroup) => row[id],
  });
  return (
    <DataTable
      label={label}
      rows={rows}
      rowId={({ name }) => name}
      rowLabel={({ name }) => name}
      loading={loading}
      gutter={gutter}
      {...(onOpen ? { onRowOpen: onOpen } : {})}
      empty={empty ?? <EmptyState title="No results yet">Results appear as emails are found in the seeds.</EmptyState>}
      columns={[
        { id: 'name', label: first, fixed: true, minWidth: 160, cell: ({ name }) => name },
        { id: 'score', label: 'Placement', align: 'end', width: 108, cell: ({ score }) => percent(score) },
        figure('mails', 'Emails'),
        figure('inbox', 'Inbox'),
        figure('tab', 'Tabs'),
        figure('spam', 'Spam'),
        figure('missing', 'Missing'),
        figure('failed', 'Failed'),
        {
          id: 'seconds',
          label: 'Delivery time',
          align: 'end',
          width: 120,
          cell: ({ seconds }) => (seconds === null ? '–' : `${seconds} s`),
        },
      ]}
    />
  );
}
