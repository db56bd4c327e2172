import { styled } from 'styled-components';
import type { MailboxImportRowView, MailboxImportView } from '@skein/contracts/main/mailbox-imports.contract';
import { RunCard } from '@skein/mfe/run-card';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Hint } from '@skein/ui/field';
import { Glyph } from '@skein/ui/icon';
import { fullInstant } from '@skein/ui/instant';
import { Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { PageBody } from '@skein/ui/page-header';
import { Status } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { useCursorPages } from '../cursor-pages';
import { connectedIn, importLooks, importsAddress, outcomeLooks } from './import-labels';
import { useFailedRows, useImportActions } from './imports.hooks';

const Outcomes = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2) var(--s-5);
  padding: 0;
  list-style: none;
  & > li {
    display: inline-flex;
    align-items: center;
    gap: var(--s-2);
    font-variant-numeric: tabular-nums;
  }
`;

const rowColumns = (texts: ReadonlyMap<string, string>): DataTableColumn<MailboxImportRowView>[] => [
  { id: 'row', label: 'Row', align: 'end', width: 64, cell: (row) => row.row_number.toLocaleString('en-US') },
  {
    id: 'email',
    label: 'Mailbox',
    fixed: true,
    width: 240,
    cell: (row) => row.email ?? 'No address',
  },
  {
    id: 'outcome',
    label: 'Outcome',
    width: 190,
    phone: 'status',
    cell: (row) => {
      const { tone, glyph } = outcomeLooks[row.outcome];
      return (
        <Status tone={tone} glyph={glyph} quiet>
          {texts.get(row.outcome)}
        </Status>
      );
    },
  },
  {
    id: 'cause',
    label: 'Cause and fix',
    flexible: true,
    width: 420,
    phone: 'line',
    cell: (row) => (
      <>
        <span title={row.cause ?? undefined}>{row.cause}</span>
        {row.fix && <SubLine title={row.fix}>{row.fix}</SubLine>}
      </>
    ),
  },
];

function FailedRows({ found }: { found: MailboxImportView }) {
  const { page, pagingOf } = useCursorPages(25);
  const { data, isLoading, problem } = useFailedRows(found.id, page);
  const rows = data?.rows ?? [];
  return (
    <DataTable<MailboxImportRowView>
      label="Rows that failed"
      columns={rowColumns(new Map(found.counts.map((entry) => [entry.outcome, entry.text])))}
      rows={rows}
      rowId={(row) => String(row.row_number)}
      rowLabel={(row) => row.email ?? `Row ${row.row_number}`}
      loading={isLoading}
      error={problem}
      empty={
        <EmptyState icon="check" title="No row failed">
          {found.status === 'RUNNING'
            ? 'Rows that fail are shown here as the import proceeds.'
            : 'Every row was connected.'}
        </EmptyState>
      }
      paging={{ ...pagingOf(rows.length, data?.next_cursor), total: data?.total }}
    />
  );
}

/** How far an import is, what became of its rows, and what can be done about those that failed. */
export function ImportProgress({ found }: { found: MailboxImportView }) {
  const { timeZone } = useUi();
  const { stop, isStopping, retry, isRetrying, saveFailed } = useImportActions(found);
  const isRunning = found.status === 'RUNNING';
  return (
    <PageBody $well>
      <Stack $gap={4}>
        <RunCard
          stoppedTitle="The import stopped."
          run={found}
          title={`${connectedIn(found).toLocaleString('en-US')} of ${counted(found.total, 'mailbox', 'mailboxes')} connected`}
          label={importLooks[found.status].label}
          parts={found.counts.map((entry) => ({
            id: entry.outcome,
            label: entry.text,
            value: entry.count,
            tone: outcomeLooks[entry.outcome].tone,
          }))}
          rowsDone="tried"
          isStopping={isStopping}
          onStop={() => void stop()}
          otherwise={
            <Button size="small" href={importsAddress}>
              Upload another file
            </Button>
          }
        >
          <Outcomes aria-label="Outcomes">
            {found.counts
              .filter((entry) => entry.count > 0)
              .map((entry) => (
                <li key={entry.outcome}>
                  <Glyph name={outcomeLooks[entry.outcome].glyph} /> {entry.text}: {entry.count.toLocaleString('en-US')}
                </li>
              ))}
          </Outcomes>
          {!isRunning && connectedIn(found) > 0 && (
            <div>
              <Link href="/app/email-accounts">See the mailboxes</Link>
            </div>
          )}
        </RunCard>
        <Card
          title={found.failed === 0 ? 'Rows that failed' : `${counted(found.failed, 'row')} failed`}
          padded={false}
          actions={
            found.failed > 0 && !isRunning ? (
              <Row $gap={2}>
                {found.can_retry > 0 && (
                  <Button size="small" icon="refresh" loading={isRetrying} onClick={() => void retry()}>
                    Try {found.can_retry.toLocaleString('en-US')} again
                  </Button>
                )}
                <Button size="small" icon="download" onClick={() => void saveFailed()}>
                  Download failed rows
                </Button>
              </Row>
            ) : undefined
          }
        >
          <FailedRows key={found.status} found={found} />
        </Card>
        {found.failed > 0 && !isRunning && (
          <Hint>
            Correct the downloaded file, fill in the passwords, and upload it here again.
            {found.forgotten_at
              ? ` “Try again” uses the passwords from your file, which are deleted on ${fullInstant(found.forgotten_at, timeZone)}.`
              : ''}
          </Hint>
        )}
      </Stack>
    </PageBody>
  );
}
