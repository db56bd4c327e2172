import { useNavigate } from 'react-router-dom';
import type { CallOutput } from '@skein/contracts/endpoint';
import { mailboxImportLimits, type mailboxImportsContract } from '@skein/contracts/main/mailbox-imports.contract';
import { usePage } from '@skein/mfe/page';
import { Button, Spinner } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Hint } from '@skein/ui/field';
import { FileDrop, formatBytes } from '@skein/ui/file-drop';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { Row, Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Status } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { connectedIn, importAddress, importLooks, sampleFile } from './import-labels';
import { useImports, useUpload } from './imports.hooks';

type Import = CallOutput<(typeof mailboxImportsContract)['endpoints']['listMailboxImports']>['rows'][number];

function saveSample(): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([sampleFile], { type: 'text/csv' }));
  link.download = 'mailboxes.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function UploadCard() {
  const { sending, problem, send } = useUpload();
  return (
    <Card
      title="Upload a file"
      actions={
        <Button size="small" icon="download" onClick={saveSample}>
          Sample file
        </Button>
      }
    >
      <Stack $gap={4}>
        {sending ? (
          <Row role="status" $justify="center" $pad={8}>
            <Spinner /> Sending {sending}
          </Row>
        ) : (
          <FileDrop
            title="Drop a CSV file of mailboxes"
            hint={`One mailbox per row: address, password, servers. Exports of Smartlead and Instantly are recognised. Up to ${mailboxImportLimits.rows.toLocaleString('en-US')} rows and 10 MB.`}
            accept={['.csv', '.tsv', '.txt']}
            maxBytes={mailboxImportLimits.bytes}
            onFiles={([file]) => {
              if (file) void send(file);
            }}
          />
        )}
        {problem && (
          <Callout tone="danger" role="alert" title="The file was not accepted.">
            {problem}
          </Callout>
        )}
        <Hint>
          Every row is encrypted as it arrives, and passwords are never shown again. Nothing is connected before you
          have checked the columns. Mailboxes of Google and Microsoft need app passwords, or sign in one by one.
        </Hint>
      </Stack>
    </Card>
  );
}

const importColumns = (timeZone: string): DataTableColumn<Import>[] => [
  {
    id: 'file',
    label: 'File',
    fixed: true,
    flexible: true,
    width: 220,
    cell: (row) => (
      <>
        {row.file_name}
        <SubLine>
          {counted(row.total, 'row')}, {formatBytes(row.file_size)}
        </SubLine>
      </>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: 150,
    phone: 'status',
    cell: (row) => (
      <Status tone={importLooks[row.status].tone} glyph={importLooks[row.status].glyph} quiet>
        {importLooks[row.status].label}
        {row.status === 'RUNNING' ? `, ${Math.floor(row.percent)}%` : ''}
      </Status>
    ),
  },
  {
    id: 'connected',
    label: 'Connected',
    align: 'end',
    width: 110,
    cell: (row) => connectedIn(row).toLocaleString('en-US'),
  },
  { id: 'failed', label: 'Failed', align: 'end', width: 90, cell: (row) => row.failed.toLocaleString('en-US') },
  { id: 'by', label: 'By', width: 140, phone: 'hidden', cell: (row) => row.created_by_name ?? '–' },
  {
    id: 'at',
    label: 'Uploaded',
    width: 130,
    cell: (row) => (
      <span title={fullInstant(row.created_at, timeZone)}>{shortInstant(row.created_at, new Date(), timeZone)}</span>
    ),
  },
];

/** Files of mailboxes: /app/email-accounts/import. */
export function ImportsPage() {
  usePage([{ label: 'Email accounts', to: '/app/email-accounts' }, { label: 'Connect from a file' }]);
  const navigate = useNavigate();
  const { timeZone } = useUi();
  const { rows, isLoading, problem, paging } = useImports();
  return (
    <>
      <PageHeader title="Connect from a file" detail="Many mailboxes at once, each tested before it is connected" />
      <PageBody $well>
        <Stack $gap={4}>
          <UploadCard />
          <Card title="Imports" padded={false}>
            <DataTable<Import>
              label="Imports of mailboxes"
              columns={importColumns(timeZone)}
              rows={rows}
              rowId={(row) => String(row.id)}
              rowLabel={(row) => row.file_name}
              onRowOpen={(row) => void navigate(importAddress(row.id).replace('/app', ''))}
              loading={isLoading}
              error={problem}
              empty={
                <EmptyState icon="file" title="No imports yet">
                  Uploaded files appear here with the outcome of each row.
                </EmptyState>
              }
              paging={paging}
            />
          </Card>
        </Stack>
      </PageBody>
    </>
  );
}
