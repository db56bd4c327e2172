import { useState, type ReactNode } from 'react';
import type { PlacementGroup, PlacementTestRow } from '@skein/contracts/smart-delivery/placement-shapes';
import { Badge } from '@skein/ui/badge';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { StateStatus } from '@skein/ui/status';
import { Tabs } from '@skein/ui/tabs';
import { base, useMayTest, useTimeQuery } from './placement.hooks';

/** The lists of this area; seeds for those who connect them. */
export const AreaTabs = ({ value }: { value: string }) => {
  const mayTest = useMayTest();
  return (
    <Tabs
      label="SmartDelivery"
      value={value}
      line={false}
      items={[
        { id: 'auto', label: 'Automatic', href: `/app${base}/auto/all-tests` },
        { id: 'manual', label: 'Manual', href: `/app${base}/manual/all-tests` },
        { id: 'folders', label: 'Folders', href: `/app${base}/folders` },
        { id: 'insights', label: 'Mailbox insights', href: `/app${base}/mailboxes-insights` },
        ...(mayTest ? [{ id: 'seeds', label: 'Seeds', href: `/app${base}/seeds` }] : []),
      ]}
    />
  );
};

export const percent = (score: number | null): string => (score === null ? '–' : `${score}%`);

type Testing = Pick<PlacementTestRow, 'status' | 'runs' | 'is_stopped' | 'is_paused'>;
/** Whether the newest run is not over: emails are on their way, if only control emails. */
export const isOnItsWay = ({ status, runs }: Pick<PlacementTestRow, 'status' | 'runs'>): boolean =>
  status === 'RUNNING' && runs > 0;

/** How far a run is that has not ended: its share is known when it is over. */
export const soFar = ({ mails, waiting }: { mails: number; waiting: number }): string =>
  `so far, ${mails - waiting} of ${mails}`;

/** A test that waits for its first run is planned, though the server has no result to tell from a run that goes on. */
const stateOf = ({ status, runs, is_stopped: isStopped, is_paused: isPaused }: Testing) =>
  status === 'RUNNING' && runs === 0 ? (isStopped ? 'STOPPED' : isPaused ? 'PAUSED' : 'PLANNED') : status;
const states = {
  PLANNED: { state: 'waiting', label: 'Planned' },
  RUNNING: { state: 'started', label: 'Running' },
  PASS: { state: 'good', label: 'Passed' },
  FAIL: { state: 'failed', label: 'Failed' },
  STOPPED: { state: 'stopped', label: 'Stopped' },
  PAUSED: { state: 'paused', label: 'Paused' },
  DRAFT: { state: 'draft', label: 'Draft' },
} as const;
export function TestStatus({ test }: { test: Testing }) {
  const { state, label } = states[stateOf(test)];
  return <StateStatus state={state}>{label}</StateStatus>;
}

/** In the sandbox every figure of this area comes from stand-ins: each page says so. */
export const Simulated = () =>
  useTimeQuery({}).data?.is_sandbox ? (
    <Badge
      tone="info"
      title="The seeds are stand-ins in the sandbox. Their filters follow fixed rules and tell you nothing about real providers."
    >
      Simulated
    </Badge>
  ) : null;

interface GroupTableProps {
  label: string;
  first: string;
  rows: readonly PlacementGroup[];
  loading?: boolean;
  onOpen?: (row: PlacementGroup) => void;
  empty?: ReactNode;
  gutter?: 16 | 24;
}

/** Rows of a page. */
const pageSize = 10;

/** Placement by one thing: provider, region, mailbox; what is worst comes first, and a page at a time. */
export function GroupTable({ label, first, rows, loading = false, onOpen, empty, gutter = 16 }: GroupTableProps) {
  const [page, setPage] = useState(0);
  const from = Math.min(page, Math.max(0, Math.ceil(rows.length / pageSize) - 1)) * pageSize;
  const shown = rows.slice(from, from + pageSize);
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
      rows={shown}
      rowId={({ name }) => name}
      rowLabel={({ name }) => name}
      loading={loading}
      gutter={gutter}
      {...(onOpen ? { onRowOpen: onOpen } : {})}
      {...(rows.length > pageSize
        ? {
            paging: {
              from: from + 1,
              to: from + shown.length,
              total: rows.length,
              hasPrevious: from > 0,
              hasNext: from + pageSize < rows.length,
              onPrevious: () => setPage(from / pageSize - 1),
              onNext: () => setPage(from / pageSize + 1),
            },
          }
        : {})}
      empty={empty ?? <EmptyState title="No results yet">Results appear as emails are found in the seeds.</EmptyState>}
      columns={[
        { id: 'name', label: first, fixed: true, minWidth: 160, cell: ({ name }) => name },
        {
          id: 'score',
          label: 'Placement',
          align: 'end',
          width: 124,
          cell: (row) => (row.waiting > 0 ? soFar(row) : percent(row.score)),
        },
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
