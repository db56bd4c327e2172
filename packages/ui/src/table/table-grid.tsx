import { getCoreRowModel, useReactTable } from '@tanstack/react-table';
import type { ColumnDef } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo } from 'react';
import type { RefObject } from 'react';
import { Checkbox } from '../checkbox';
import { IconButton } from '../icon-button';
import { Menu } from '../menu';
import { HeadActions, HeadCell, HeadCheckbox } from './table-head';
import { BodyRow, rowHeights, Table } from './table-parts';
import { isSelected, selectRows } from './table-selection';
import type { DataTableColumn, DataTableProps, DataTableSelection, DataTableView } from './table-types';
import { orderedColumns, visibleColumns, widthOf } from './table-view';
import type { useRowKeys } from './use-row-keys';

/** From this many rows on, only those in sight are rendered. */
const virtualFrom = 80;

interface TableGridProps<Row> {
  table: DataTableProps<Row>;
  view: DataTableView;
  onViewChange: ((view: DataTableView) => void) | undefined;
  selection: DataTableSelection;
  scroller: RefObject<HTMLDivElement | null>;
  keys: ReturnType<typeof useRowKeys>;
  revealRef: RefObject<((index: number) => void) | null>;
}

/** The table itself, for screens wide enough for columns. */
export function TableGrid<Row>({ table: props, view, onViewChange, selection, scroller, keys, revealRef }: TableGridProps<Row>) {
  const { columns, rows, rowId, rowLabel, rowActions, canSelect, onSelectionChange, sort = null, onSortChange, label, gutter = 24, loading } = props;
  const selectable = onSelectionChange !== undefined;
  const definitions = useMemo<ColumnDef<Row>[]>(() => columns.map((column) => ({ id: column.id, header: column.label, cell: ({ row }) => column.cell(row.original) })), [columns]);
  // eslint-disable-next-line react-hooks/incompatible-library
  const model = useReactTable<Row>({
    data: rows as Row[],
    columns: definitions,
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    state: {
      columnOrder: orderedColumns(columns, view).map((column) => column.id),
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, column.fixed || !view.hidden.includes(column.id)])),
      sorting: sort ? [{ id: sort.column, desc: sort.direction === 'desc' }] : [],
    },
  });
  const shown = visibleColumns(columns, view);
  const byId = new Map<string, DataTableColumn<Row>>(columns.map((column) => [column.id, column]));
  const flexible = shown.find((column) => column.flexible) ?? shown[0];
  const span = shown.length + (selectable ? 1 : 0) + (rowActions ? 1 : 0);
  const width = shown.reduce((sum, column) => sum + widthOf(column, view), (selectable ? gutter + 24 : 0) + (rowActions ? 44 : 0));

  const modelRows = model.getRowModel().rows;
  const height = rowHeights[view.density];
  const virtual = modelRows.length >= virtualFrom;
  const virtualizer = useVirtualizer({ count: virtual ? modelRows.length : 0, getScrollElement: () => scroller.current, estimateSize: () => height, overscan: 12, scrollMargin: 0 });
  revealRef.current = virtual ? (index) => virtualizer.scrollToIndex(index, { align: 'auto' }) : null;
  useEffect(() => { keys.settle(); });
  const items = virtualizer.getVirtualItems();
  const before = virtual ? items[0]?.start ?? 0 : 0;
  const after = virtual ? virtualizer.getTotalSize() - (items[items.length - 1]?.end ?? 0) : 0;
  const indexes = virtual ? items.map((item) => item.index) : modelRows.map((_, index) => index);

  const pageIds = rows.filter((row) => !canSelect || canSelect(row)).map(rowId);
  const chosen = pageIds.filter((id) => isSelected(selection, id)).length;
  return (
    <Table $density={view.density} $gutter={gutter} aria-label={label} aria-busy={loading || undefined} aria-rowcount={virtual ? modelRows.length + 1 : undefined} style={{ minWidth: width }}>
      <colgroup>
        {selectable && <col style={{ width: gutter + 24 }} />}
        {shown.map((column) => <col key={column.id} style={column === flexible ? {} : { width: widthOf(column, view) }} />)}
        {rowActions && <col style={{ width: 44 }} />}
      </colgroup>
      <thead>
        <tr>
          {selectable && (
            <HeadCheckbox state={chosen === 0 ? false : chosen === pageIds.length ? true : 'mixed'} onChange={() => onSelectionChange(selectRows(selection, pageIds, chosen < pageIds.length))} />
          )}
          {shown.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSortChange={onSortChange} width={widthOf(column, view)}
              onWidth={onViewChange && column !== flexible ? (next) => onViewChange({ ...view, widths: { ...view.widths, [column.id]: next } }) : undefined} />
          ))}
          {rowActions && <HeadActions />}
        </tr>
      </thead>
      <tbody ref={(element) => { keys.container.current = element; }}>
        {before > 0 && <tr aria-hidden="true"><td colSpan={span} style={{ height: before, padding: 0, border: 0 }} /></tr>}
        {indexes.map((index) => {
          const entry = modelRows[index];
          if (!entry) return null;
          const row = entry.original;
          const on = selectable && isSelected(selection, entry.id);
          return (
            <BodyRow key={entry.id} $open={props.onRowOpen !== undefined} aria-rowindex={virtual ? index + 2 : undefined} {...(selectable ? { 'aria-selected': on } : {})} {...keys.rowProps(index)}>
              {selectable && (
                <td data-tool=""><Checkbox aria-label={`Select ${rowLabel(row)}`} tabIndex={-1} checked={on} disabled={canSelect ? !canSelect(row) : false}
                  onChange={(event) => keys.onCheck(index, (event.nativeEvent as globalThis.MouseEvent).shiftKey)} /></td>
              )}
              {entry.getVisibleCells().map((cell) => (
                <td key={cell.id} data-end={byId.get(cell.column.id)?.align === 'end' ? '' : undefined}>{byId.get(cell.column.id)?.cell(row)}</td>
              ))}
              {rowActions && <td data-tool="" style={{ paddingLeft: 0 }}><Menu align="end" entries={rowActions(row)} trigger={<IconButton icon="more" label={`Actions for ${rowLabel(row)}`} tooltip={false} />} /></td>}
            </BodyRow>
          );
        })}
        {after > 0 && <tr aria-hidden="true"><td colSpan={span} style={{ height: after, padding: 0, border: 0 }} /></tr>}
      </tbody>
    </Table>
  );
}
