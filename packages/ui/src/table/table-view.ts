import type { DataTableColumn, DataTableView, PhonePlace } from './table-types';

/** Width in px of a column that names none. */
const usualWidth = 140;

/** What a person sees who has changed nothing. */
export function defaultView<Row>(columns: readonly DataTableColumn<Row>[]): DataTableView {
  return {
    order: columns.map((column) => column.id),
    hidden: columns.filter((column) => column.hiddenByDefault && !column.fixed).map((column) => column.id),
    widths: {},
    density: 'two-lines',
  };
}

/** Columns in the person's order: kept ids first, columns the view does not know behind them, fixed ones in front. */
export function orderedColumns<Row>(
  columns: readonly DataTableColumn<Row>[],
  view: DataTableView,
): readonly DataTableColumn<Row>[] {
  const known = view.order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  const fresh = columns.filter((column) => !view.order.includes(column.id));
  const all = [...known, ...fresh];
  return [...all.filter((column) => column.fixed), ...all.filter((column) => !column.fixed)];
}

/** Columns that are shown. */
export function visibleColumns<Row>(
  columns: readonly DataTableColumn<Row>[],
  view: DataTableView,
): readonly DataTableColumn<Row>[] {
  return orderedColumns(columns, view).filter((column) => column.fixed || !view.hidden.includes(column.id));
}

/** Width in px. */
export function widthOf<Row>(column: DataTableColumn<Row>, view: DataTableView): number {
  return Math.max(column.minWidth ?? 64, view.widths[column.id] ?? column.width ?? usualWidth);
}

/** Where the column stands in a card. */
export function phonePlace<Row>(column: DataTableColumn<Row>, index: number): PhonePlace {
  return column.phone ?? (index === 0 ? 'title' : column.align === 'end' ? 'figure' : 'line');
}
