import { useRef, useState } from 'react';
import { Button } from './button';
import { Callout } from './callout';
import { Pagination } from './pagination';
import { Loading, SkeletonRows, useDelayed } from './skeleton';
import { BulkBar, selectionText } from './table/bulk-bar';
import { TableCards } from './table/table-cards';
import { TableGrid } from './table/table-grid';
import { BusyLine, Frame, Notice, Scroller } from './table/table-parts';
import { countSelected, hasSelection, nothingSelected } from './table/table-selection';
import { defaultView, visibleColumns } from './table/table-view';
import type { DataTableProps, DataTableView } from './table/table-types';
import { useRowChoice } from './table/use-row-choice';
import { useUi } from './ui-provider';
import { usePhone } from './use-media';
import { VisuallyHidden } from './visually-hidden';

export type {
  DataTableColumn,
  DataTableProps,
  DataTableSelection,
  DataTableSort,
  DataTableView,
  Density,
  PhonePlace,
  SortDirection,
} from './table/table-types';
export { countSelected, hasSelection, isSelected, nothingSelected, selectRows } from './table/table-selection';
export { defaultView, orderedColumns, visibleColumns } from './table/table-view';

/**
 * The one table of the product. Sorting, filtering and paging happen on the server; the table shows what it is given and
 * tells what was asked for. Rows are reached by keyboard, selection spans pages, and old rows stay while new ones load or fail.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    columns,
    rows,
    onSelectionChange,
    total,
    bulkActions,
    loading = false,
    error,
    filtered = false,
    empty,
    emptyFiltered,
    paging,
    label,
    className,
  } = props;
  const phone = usePhone();
  const { locale } = useUi();
  const [ownView, setOwnView] = useState<DataTableView | null>(null);
  const view = props.view ?? ownView ?? defaultView(columns);
  const onViewChange = props.onViewChange ?? (props.view ? undefined : setOwnView);
  const selection = props.selection ?? nothingSelected;
  const scroller = useRef<HTMLDivElement>(null);
  const reveal = useRef<((index: number) => void) | null>(null);
  const busy = useDelayed(loading && rows.length > 0);
  // Old rows stay while the next page loads or fails: the range below them is theirs until new ones are there.
  const settled = useRef({ from: 0, to: 0 });
  if (paging && !loading && !error) settled.current = { from: paging.from, to: paging.to };

  const keys = useRowChoice(props, selection, (index) => reveal.current?.(index));

  const bulk = bulkActions && onSelectionChange && hasSelection(selection, total);
  const bulkBar = bulk && (
    <BulkBar selection={selection} onSelectionChange={onSelectionChange} total={total} lift={paging !== undefined}>
      {bulkActions(selection, countSelected(selection, total))}
    </BulkBar>
  );
  return (
    <Frame className={className}>
      {busy && <BusyLine role="status" aria-label={`Loading ${label}`} />}
      {error && <RowsProblem error={error} loading={loading} hasRows={rows.length > 0} />}
      <Scroller
        ref={scroller}
        $bulk={Boolean(bulk)}
        data-scroller=""
        {...(rows.length > 0 ? { tabIndex: 0, role: 'region', 'aria-label': `Rows of ${label}` } : {})}
      >
        {rows.length > 0 && phone && (
          <TableCards
            {...props}
            columns={visibleColumns(columns, view)}
            selection={selection}
            selectable={onSelectionChange !== undefined}
            keys={keys}
            scroller={scroller}
            revealRef={reveal}
          />
        )}
        {rows.length > 0 && !phone && (
          <TableGrid
            table={props}
            view={view}
            onViewChange={onViewChange}
            selection={selection}
            scroller={scroller}
            keys={keys}
            revealRef={reveal}
          />
        )}
        {rows.length === 0 && loading && (
          <Loading label={`Loading ${label}`}>
            <SkeletonRows rows={props.skeletonRows ?? Math.min(12, paging?.pageSize ?? 5)} />
          </Loading>
        )}
        {rows.length === 0 && !loading && !error && (filtered ? (emptyFiltered ?? empty) : empty)}
        {phone && bulkBar}
      </Scroller>
      {!phone && bulkBar}
      {/* There before the first row is selected: a region that arrives with its text is not read. */}
      {bulkActions && <VisuallyHidden role="status">{bulk && selectionText(selection, total, locale)}</VisuallyHidden>}
      {paging && (rows.length > 0 || paging.hasPrevious || (loading && !error)) && (
        <Pagination
          busy={loading}
          label={`Pages of ${label}`}
          {...paging}
          {...(loading || error ? settled.current : {})}
          {...(loading && rows.length === 0 ? { isFirst: true } : {})}
        />
      )}
    </Frame>
  );
}

function RowsProblem({
  error,
  loading,
  hasRows,
}: {
  error: NonNullable<DataTableProps<unknown>['error']>;
  loading: boolean;
  hasRows: boolean;
}) {
  return (
    <Notice>
      <Callout
        tone="danger"
        role="alert"
        title="These rows could not be loaded."
        actions={
          <Button size="small" icon="refresh" loading={loading} onClick={error.onRetry}>
            Try again
          </Button>
        }
      >
        {error.message}
        {hasRows && ' You’re seeing earlier data.'}
      </Callout>
    </Notice>
  );
}
