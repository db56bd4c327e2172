import type { MailboxChangeView } from '@skein/contracts/main/mailbox-changes.contract';
import { usePage } from '@skein/mfe/page';
import { isRunActive } from '@skein/mfe/run-card';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import type { MenuEntry } from '@skein/ui/menu';
import { PageHeader } from '@skein/ui/page-header';
import { Status } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { sentenceOf, statusWords } from './change-labels';
import { useChangeActions, useChanges } from './changes.hooks';

const tones = {
  WAITING: 'warning',
  RUNNING: 'accent',
  COMPLETED: 'success',
  CANCELLED: 'off',
  FAILED: 'danger',
  UNDOING: 'accent',
  UNDONE: 'off',
} as const;
const glyphs = {
  WAITING: 'wait',
  RUNNING: 'wait',
  COMPLETED: 'done',
  CANCELLED: 'done',
  FAILED: 'bad',
  UNDOING: 'wait',
  UNDONE: 'done',
} as const;

const changeColumns = (timeZone: string): DataTableColumn<MailboxChangeView>[] => [
  {
    id: 'what',
    label: 'Change',
    fixed: true,
    flexible: true,
    width: 260,
    cell: (row) => (
      <>
        <span title={row.summary.join('\n')}>{row.summary.slice(0, 3).join(', ')}</span>
        {row.summary.length > 3 && <SubLine>and {row.summary.length - 3} more</SubLine>}
      </>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: 150,
    phone: 'status',
    cell: (row) => (
      <Status tone={tones[row.status]} glyph={glyphs[row.status]} quiet>
        {statusWords[row.status]}
      </Status>
    ),
  },
  {
    id: 'result',
    label: 'Result',
    width: 360,
    phone: 'line',
    cell: (row) => (
      <>
        <span title={sentenceOf(row)}>{sentenceOf(row)}</span>
        {!row.can_undo && !isRunActive(row) && row.status !== 'UNDONE' && row.no_undo_reason && (
          <SubLine title={row.no_undo_reason}>{row.no_undo_reason}</SubLine>
        )}
      </>
    ),
  },
  { id: 'by', label: 'By', width: 140, phone: 'hidden', cell: (row) => row.created_by_name ?? '–' },
  {
    id: 'at',
    label: 'Started',
    width: 120,
    cell: (row) => (
      <span title={fullInstant(row.created_at, timeZone)}>{shortInstant(row.created_at, new Date(), timeZone)}</span>
    ),
  },
];

/** What was changed of many mailboxes at once: /app/email-accounts/changes. */
export function ChangesPage() {
  usePage([{ label: 'Email accounts', to: '/app/email-accounts' }, { label: 'Recent changes' }]);
  const { timeZone } = useUi();
  const { rows, isLoading, problem, paging } = useChanges();
  const { stop, undo } = useChangeActions();
  const actions = (row: MailboxChangeView): MenuEntry[] => [
    { label: 'See the mailboxes', icon: 'arrow-right', href: '/app/email-accounts' },
    ...(row.can_undo ? [{ label: 'Undo', icon: 'refresh' as const, onSelect: () => undo(row) }] : []),
    ...(row.can_cancel
      ? [
          {
            label: row.status === 'WAITING' ? 'Cancel deletion' : 'Stop',
            icon: 'stop' as const,
            onSelect: () => stop(row),
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader title="Recent changes" detail="Changes of many mailboxes at once, which can be undone for 7 days" />
      <DataTable<MailboxChangeView>
        label="Changes of mailboxes"
        columns={changeColumns(timeZone)}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.summary.join(', ')}
        rowActions={actions}
        loading={isLoading}
        error={problem}
        empty={
          <EmptyState icon="settings" title="No changes yet">
            Select mailboxes in the list and choose Change. What you change is shown here, with a way to undo it.
          </EmptyState>
        }
        paging={paging}
      />
    </>
  );
}
