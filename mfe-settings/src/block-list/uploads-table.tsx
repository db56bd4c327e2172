import { useState } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { blockUploadsContract } from '@skein/contracts/main/block-uploads.contract';
import { useAccess } from '@skein/mfe/access';
import { navigateTo } from '@skein/mfe/navigation';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Status } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { counted } from '@skein/ui/counted';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { useBlockUploads } from './block-uploads.hooks';
import { confirmDeleteAddress, scopeWords, uploadLooks } from './block-list-labels';
import { saveLeftOut } from './upload-file';

type Upload = CallOutput<(typeof blockUploadsContract)['endpoints']['listBlockUploads']>['rows'][number];
const whole = (value: number) => value.toLocaleString('en-US');
const added = (upload: Upload) => upload.counts.find((entry) => entry.outcome === 'ADDED')?.count ?? 0;

/** Uploads that run now, so that they are not forgotten behind a closed dialog. */
export function RunningUploads({ onOpen }: { onOpen: (id: number) => void }) {
  const { data } = useBlockUploads(null);
  const running = (data?.rows ?? []).filter((upload) => upload.status === 'IMPORTING' || upload.status === 'UNDOING');
  if (running.length === 0) return null;
  return (
    <div style={{ display: 'grid', gap: 'var(--s-2)', flex: 'none', padding: '0 var(--s-4) var(--s-3)' }}>
      {running.map((upload) => (
        <Callout
          key={upload.id}
          tone="info"
          role="status"
          actions={
            <Button size="small" onClick={() => onOpen(upload.id)}>
              Open
            </Button>
          }
        >
          {upload.file_name}:{' '}
          {upload.status === 'UNDOING'
            ? `${counted(upload.entries_removed, 'entry', 'entries')} removed so far`
            : `${whole(upload.rows_done)} of ${upload.rows_total_is_estimate ? 'about ' : ''}${counted(upload.rows_total ?? upload.rows_done, 'row')}, ${Math.floor(upload.percent)}%`}
        </Callout>
      ))}
    </div>
  );
}

function uploadColumns(timeZone: string): DataTableColumn<Upload>[] {
  return [
    {
      id: 'file',
      label: 'File',
      fixed: true,
      flexible: true,
      width: 200,
      cell: (row) => (
        <>
          {row.file_name}
          {row.reason && <SubLine title={row.reason}>{row.reason}</SubLine>}
        </>
      ),
    },
    {
      id: 'status',
      label: 'State',
      width: 150,
      phone: 'status',
      cell: (row) => (
        <Status tone={uploadLooks[row.status].tone} glyph={uploadLooks[row.status].glyph}>
          {uploadLooks[row.status].label}
        </Status>
      ),
    },
    { id: 'scope', label: 'Applies to', width: 135, cell: scopeWords },
    { id: 'rows', label: 'Rows', align: 'end', width: 92, cell: (row) => whole(row.rows_done) },
    { id: 'added', label: 'Added', align: 'end', width: 92, cell: (row) => whole(added(row)) },
    {
      id: 'left',
      label: 'Left out',
      definition: 'Rows that brought no entry: on the list already, duplicates inside the file, invalid or empty.',
      align: 'end',
      width: 92,
      cell: (row) => whole(row.left_out),
    },
    { id: 'leads', label: 'Leads stopped', align: 'end', width: 112, cell: (row) => whole(row.leads_blocked) },
    { id: 'by', label: 'By', width: 130, cell: (row) => row.created_by_name ?? '–' },
    {
      id: 'at',
      label: 'When',
      width: 100,
      cell: (row) => (
        <span title={fullInstant(row.created_at, timeZone)}>{shortInstant(row.created_at, new Date(), timeZone)}</span>
      ),
    },
  ];
}

/** Every file that was uploaded, newest first, with what it did. */
export function UploadsTable({
  onOpen,
  onShowEntries,
}: {
  onOpen: (id: number | 'new') => void;
  onShowEntries: (id: number) => void;
}) {
  const writes = useAccess().may('blocklist.write');
  const { timeZone } = useUi();
  const [trail, setTrail] = useState<(string | null)[]>([]);
  const cursor = trail.at(-1) ?? null;
  const { data, isLoading, problem } = useBlockUploads(cursor);
  const rows = data?.rows ?? [];
  const offset = trail.length * 20;
  const columns = uploadColumns(timeZone);
  return (
    <DataTable<Upload>
      label="Uploads of the block list"
      columns={columns}
      rows={rows}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => row.file_name}
      loading={isLoading}
      error={problem}
      view={{ order: columns.map((column) => column.id), hidden: [], widths: {}, density: 'normal' }}
      total={data?.total}
      onRowOpen={(row) => onOpen(row.id)}
      rowActions={(row) => [
        { label: row.status === 'UPLOADED' ? 'Continue' : 'Open', icon: 'file', onSelect: () => onOpen(row.id) },
        ...(added(row) > 0 && row.status !== 'UNDONE'
          ? [{ label: 'Show its entries', icon: 'filter' as const, onSelect: () => onShowEntries(row.id) }]
          : []),
        ...(row.left_out > 0
          ? [
              {
                label: 'Rows left out, as CSV',
                icon: 'download' as const,
                onSelect: () =>
                  void saveLeftOut(row).catch((failure: unknown) =>
                    showProblem('The file could not be created', failure),
                  ),
              },
            ]
          : []),
        ...(row.can_undo && writes
          ? [
              { kind: 'separator' as const },
              {
                label: 'Undo',
                icon: 'trash' as const,
                tone: 'danger' as const,
                onSelect: () => navigateTo(confirmDeleteAddress(row)),
              },
            ]
          : []),
      ]}
      empty={
        <EmptyState
          icon="upload"
          title="No file was uploaded yet"
          actions={
            writes && (
              <Button icon="upload" onClick={() => onOpen('new')}>
                Upload a file
              </Button>
            )
          }
        >
          A file of addresses and domains blocks them all at once; every upload can be undone.
        </EmptyState>
      }
      paging={{
        from: rows.length === 0 ? 0 : offset + 1,
        to: offset + rows.length,
        ...(data ? { total: data.total } : {}),
        hasPrevious: trail.length > 0,
        hasNext: Boolean(data?.next_cursor),
        onPrevious: () => setTrail(trail.slice(0, -1)),
        onNext: () => setTrail([...trail, data?.next_cursor ?? null]),
      }}
    />
  );
}
