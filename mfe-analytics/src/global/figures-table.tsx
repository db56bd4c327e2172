import type { ReactNode } from 'react';
import type { Counts, Rates } from '@skein/contracts/analytics/figures';
import { measureDefinitions, type Measure } from '@skein/contracts/analytics/measures';
import { Card } from '@skein/ui/card';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { SubLine } from '@skein/ui/text';
import { FigureButton } from '../figure-rows/figure-button';
import type { TableAddress, TableSort } from './range-address';

interface Figures {
  counts: Counts;
  rates: Rates;
  previous: { counts: Counts; rates: Rates } | null;
}

interface TableProps<Row extends Figures> {
  title: string;
  label: string;
  nameLabel: string;
  name: (row: Row) => ReactNode;
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  rows: readonly Row[] | undefined;
  total: number;
  address: TableAddress;
  onAddress: (address: TableAddress) => void;
  pageSize: number;
  onPageSize: (size: number) => void;
  loading: boolean;
  error: string | null;
  onRetry: () => void;
  onRowOpen?: (row: Row) => void;
  /** Opens the rows behind a figure of a row. */
  onOpen: (row: Row, measure: Measure) => void;
}

const number = (count: number) => count.toLocaleString('en-US');
const change = (now: number | null, before: number | null | undefined): string => {
  if (now === null || before === null || before === undefined) return '';
  const points = Math.round((now - before) * 10) / 10;
  return points === 0 ? '' : `${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(1)} pt`;
};
const percent = (rate: number | null) => (rate === null ? '–' : `${rate.toFixed(1)}%`);

function figureColumns<Row extends Figures>({
  rowLabel,
  onOpen,
}: Pick<TableProps<Row>, 'rowLabel' | 'onOpen'>): DataTableColumn<Row>[] {
  const figure = (row: Row, measure: Measure, text: string) => (
    <FigureButton
      text={text}
      label={`${measureDefinitions[measure].label}, ${rowLabel(row)}`}
      count={row.counts[measure]}
      onOpen={() => onOpen(row, measure)}
    />
  );
  const count = (measure: Measure): DataTableColumn<Row> => ({
    id: measure,
    label: measureDefinitions[measure].label,
    definition: measureDefinitions[measure].definition,
    align: 'end',
    width: 96,
    sortable: true,
    firstSort: 'desc',
    cell: (row) => (
      <>
        {figure(row, measure, number(row.counts[measure]))}
        <SubLine>
          {row.previous && row.previous.counts[measure] > 0 && `from ${number(row.previous.counts[measure])}`}
        </SubLine>
      </>
    ),
  });
  const rate = (measure: keyof Rates, hidden = false): DataTableColumn<Row> => ({
    ...count(measure),
    ...(hidden ? { hiddenByDefault: true, phone: 'hidden' } : {}),
    cell: (row) => (
      <>
        {figure(row, measure, percent(row.rates[measure]))}
        <SubLine>
          {[number(row.counts[measure]), change(row.rates[measure], row.previous?.rates[measure])]
            .filter(Boolean)
            .join(', ')}
        </SubLine>
      </>
    ),
  });
  return [
    count('contacted'),
    count('sent'),
    rate('opened'),
    rate('clicked', true),
    rate('replied'),
    rate('positive'),
    rate('bounced'),
    rate('unsubscribed', true),
  ];
}

/** Figures by campaign or by mailbox; sorted and paged by the server. Sorting goes by the count, not by the rate. */
export function FiguresTable<Row extends Figures>({
  title,
  label,
  nameLabel,
  name,
  rowId,
  rowLabel,
  rows,
  total,
  address,
  onAddress,
  pageSize,
  onPageSize,
  loading,
  error,
  onRetry,
  onRowOpen,
  onOpen,
}: TableProps<Row>) {
  const columns: DataTableColumn<Row>[] = [
    {
      id: 'name',
      label: nameLabel,
      fixed: true,
      flexible: true,
      minWidth: 200,
      sortable: true,
      firstSort: 'asc',
      cell: name,
    },
    ...figureColumns<Row>({ rowLabel, onOpen }),
  ];
  const from = (address.page - 1) * pageSize + 1;
  const shown = rows?.length ?? 0;
  return (
    <Card title={title} detail={total > 0 ? number(total) : undefined} padded={false}>
      <DataTable<Row>
        label={label}
        columns={columns}
        rows={rows ?? []}
        rowId={rowId}
        rowLabel={rowLabel}
        gutter={16}
        loading={loading}
        error={error ? { message: error, onRetry } : null}
        {...(onRowOpen ? { onRowOpen } : {})}
        sort={{ column: address.sort, direction: address.direction }}
        onSortChange={(sort) =>
          onAddress(
            sort
              ? { sort: sort.column as TableSort, direction: sort.direction, page: 1 }
              : { sort: 'sent', direction: 'desc', page: 1 },
          )
        }
        empty={
          <EmptyState level={3} icon="chart" title="Nothing in this period">
            Choose other days, or start a campaign.
          </EmptyState>
        }
        paging={{
          from: shown === 0 ? 0 : from,
          to: shown === 0 ? 0 : from + shown - 1,
          total,
          hasPrevious: address.page > 1,
          hasNext: from + shown - 1 < total,
          onPrevious: () => onAddress({ ...address, page: address.page - 1 }),
          onNext: () => onAddress({ ...address, page: address.page + 1 }),
          pageSize,
          pageSizes: [5, 10, 25, 50, 100],
          onPageSizeChange: (size) => {
            onPageSize(size);
            onAddress({ ...address, page: 1 });
          },
        }}
      />
    </Card>
  );
}
