import { useState } from 'react';
import {
  placedEmailsContract,
  type PlacedEmail,
  type PlacedFigure,
} from '@skein/contracts/analytics/placed-emails.contract';
import { useAccess } from '@skein/mfe/access';
import { HostLink } from '@skein/mfe/host-link';
import { saveAnswer } from '@skein/mfe/save-answer';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Push, Row, Stack } from '@skein/ui/layout';
import { Segmented } from '@skein/ui/segmented';
import { StateStatus } from '@skein/ui/status';
import { Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import type { Insights } from '../insights/insights.hooks';
import { instantText } from '../instant-text';
import { placedQuery, usePlacedEmails } from './placed-rows.hooks';
import { useCursorPages } from './use-cursor-pages';

const folders: Record<PlacedEmail['landed'], string> = { INBOX: 'Inbox', TAB: 'Tab', SPAM: 'Spam' };
const folderStates = { INBOX: 'good', TAB: 'warning', SPAM: 'failed' } as const;

interface PlacedRowsProps {
  insights: Insights;
  figure: PlacedFigure;
}

/** The emails behind a share in spam: as many as the figure says, newest first, each with the test or warmup it belongs to. */
export function PlacedRows({ insights, figure }: PlacedRowsProps) {
  const { timeZone } = useUi();
  const access = useAccess();
  const mayReadTests = access.may('deliverability.read') && access.has('smart-delivery');
  const { page, pagingOf } = useCursorPages();
  const { data, isLoading, problem } = usePlacedEmails(insights, figure, page);
  const rows = data?.rows ?? [];
  const { narrow, of } = insights.address;
  return (
    <>
      <Stack $gap={3} style={{ marginBottom: 'var(--s-3)' }}>
        <Text $tone="secondary">
          Warmup and placement test emails whose folder is known. Campaign metrics don’t count them.
        </Text>
        <Row $wrap $gap={2}>
          <Segmented
            label="Emails shown"
            value={figure}
            onValueChange={(next) => insights.change({ figure: next, narrow, of })}
            items={[
              { id: 'spam', label: 'In spam' },
              { id: 'placed', label: 'All' },
            ]}
          />
          <Push>
            <Export insights={insights} figure={figure} />
          </Push>
        </Row>
      </Stack>
      <DataTable<PlacedEmail>
        label="Warmup and test emails"
        columns={placedColumns(timeZone, mayReadTests)}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={(row) => `${row.mailbox.from_email}, ${instantText(row.sent_at, timeZone)}`}
        gutter={16}
        loading={isLoading}
        error={problem}
        empty={
          figure === 'spam' ? (
            <EmptyState level={3} title="Nothing landed in spam">
              No warmup or test email from these days landed in spam.
            </EmptyState>
          ) : (
            <EmptyState level={3} title="No warmup or test emails">
              No email from these days has a known folder.
            </EmptyState>
          )
        }
        paging={pagingOf(data)}
      />
    </>
  );
}

function Export({ insights, figure }: PlacedRowsProps) {
  const access = useAccess();
  const [isSaving, setSaving] = useState(false);
  if (!access.may('insights.export')) return null;
  const save = async () => {
    setSaving(true);
    const query = placedQuery(insights, figure);
    try {
      await saveAnswer(
        placedEmailsContract,
        'exportPlacedEmails',
        { query },
        `${figure === 'spam' ? 'Spam' : 'Placed'} ${query.from} to ${query.to}.csv`,
      );
    } catch (error) {
      showProblem('The file could not be created', error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button size="small" icon="download" loading={isSaving} onClick={() => void save()}>
      CSV
    </Button>
  );
}

/** What an email was: the test it belongs to, or the warmup of its mailbox. */
function Origin({ row, mayReadTests }: { row: PlacedEmail; mayReadTests: boolean }) {
  if (row.kind === 'WARMUP')
    return row.mailbox.is_removed ? (
      'Warmup'
    ) : (
      <HostLink href={`/app/email-account/${row.mailbox.id}/warmup`}>Warmup</HostLink>
    );
  if (!row.test) return 'Placement test';
  return mayReadTests ? (
    <HostLink href={`/app/email-deliverability/smart-inbox/${row.test.id}/${row.test.type}/deliverability-results`}>
      {row.test.name}
    </HostLink>
  ) : (
    row.test.name
  );
}

const placedColumns = (timeZone: string, mayReadTests: boolean): DataTableColumn<PlacedEmail>[] => [
  {
    id: 'mailbox',
    label: 'Mailbox',
    flexible: true,
    minWidth: 180,
    fixed: true,
    cell: (row) => row.mailbox.from_email,
  },
  {
    id: 'origin',
    label: 'Warmup or test',
    width: 180,
    cell: (row) => <Origin row={row} mayReadTests={mayReadTests} />,
  },
  { id: 'provider', label: 'To provider', width: 120, cell: (row) => row.provider },
  {
    id: 'landed',
    label: 'Landed in',
    width: 100,
    phone: 'status',
    cell: (row) => <StateStatus state={folderStates[row.landed]}>{folders[row.landed]}</StateStatus>,
  },
  {
    id: 'at',
    label: 'When',
    width: 132,
    cell: (row) => <span title={instantText(row.sent_at, timeZone, true)}>{instantText(row.sent_at, timeZone)}</span>,
  },
];
