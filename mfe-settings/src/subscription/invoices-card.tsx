import { useState } from 'react';
import type { InvoiceView } from '@skein/contracts/subscription/billing.contract';
import { Card } from '@skein/ui/card';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Link } from '@skein/ui/link';
import { StateStatus } from '@skein/ui/status';
import { dayOf, money } from './money';
import { useInvoices } from './subscription.hooks';

const size = 10;
const words: Record<InvoiceView['status'], { label: string; state: 'completed' | 'failed' | 'draft' }> = {
  paid: { label: 'Paid', state: 'completed' },
  open: { label: 'Not paid', state: 'failed' },
  uncollectible: { label: 'Not paid', state: 'failed' },
  draft: { label: 'Draft', state: 'draft' },
  void: { label: 'Void', state: 'draft' },
};
const columns: DataTableColumn<InvoiceView>[] = [
  { id: 'number', label: 'Number', fixed: true, width: 160, cell: (row) => row.number ?? 'Draft' },
  { id: 'date', label: 'Date', width: 120, cell: (row) => dayOf(row.created_at) },
  { id: 'for', label: 'For', flexible: true, width: 300, minWidth: 160, cell: (row) => row.description },
  { id: 'amount', label: 'Amount', width: 110, align: 'end', cell: (row) => money(row.cents) },
  {
    id: 'status',
    label: 'Status',
    width: 120,
    phone: 'status',
    cell: (row) => <StateStatus state={words[row.status].state}>{words[row.status].label}</StateStatus>,
  },
  {
    id: 'pdf',
    label: 'PDF',
    width: 90,
    cell: (row) =>
      row.pdf_url ? (
        <Link href={row.pdf_url} target="_blank" rel="noreferrer">
          Open
        </Link>
      ) : null,
  },
];

/** Invoices, the newest first. */
export function InvoicesCard() {
  const [offset, setOffset] = useState(0);
  const { invoices, total, isFetching, problem, retry } = useInvoices(offset, size);
  return (
    <Card title="Invoices" padded={false}>
      <DataTable<InvoiceView>
        label="Invoices"
        columns={columns}
        rows={invoices}
        rowId={(row) => row.id}
        rowLabel={(row) => row.number ?? row.id}
        view={{ order: columns.map(({ id }) => id), hidden: [], widths: {}, density: 'compact' }}
        loading={isFetching}
        error={problem ? { message: problem, onRetry: retry } : null}
        gutter={16}
        empty={
          <EmptyState title="No invoices yet" level={3}>
            Your first invoice appears here once a plan is paid.
          </EmptyState>
        }
        paging={{
          from: total === 0 ? 0 : offset + 1,
          to: offset + invoices.length,
          total,
          hasPrevious: offset > 0,
          hasNext: offset + invoices.length < total,
          onPrevious: () => setOffset(Math.max(0, offset - size)),
          onNext: () => setOffset(offset + size),
        }}
      />
    </Card>
  );
}
