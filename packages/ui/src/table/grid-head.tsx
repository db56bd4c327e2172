import { HeadActions, HeadCell, HeadCheckbox } from './table-head';
import { isSelected, selectRows } from './table-selection';
import type { DataTableColumn, DataTableProps, DataTableSelection } from './table-types';

/** The head of the table: the box of the page, and what each column is called, sorted by and as wide as. */
export function GridHead<Row>({
  table: { rows, rowId, rowActions, canSelect, onSelectionChange, sort = null, onSortChange },
  columns,
  selection,
  widthOf,
  onWidth,
  flexible,
}: {
  table: DataTableProps<Row>;
  columns: readonly DataTableColumn<Row>[];
  selection: DataTableSelection;
  widthOf: (column: DataTableColumn<Row>) => number;
  onWidth: ((column: DataTableColumn<Row>, width: number) => void) | undefined;
  /** Takes what the others leave, and has no width of its own. */ flexible: DataTableColumn<Row> | undefined;
}) {
  const pageIds = rows.filter((row) => !canSelect || canSelect(row)).map(rowId);
  const chosen = pageIds.filter((id) => isSelected(selection, id)).length;
  return (
    <thead>
      <tr>
        {onSelectionChange && (
          <HeadCheckbox
            state={chosen === 0 ? false : chosen === pageIds.length ? true : 'mixed'}
            onChange={() => onSelectionChange(selectRows(selection, pageIds, chosen < pageIds.length))}
          />
        )}
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            sort={sort}
            onSortChange={onSortChange}
            width={widthOf(column)}
            onWidth={onWidth && column !== flexible ? (next) => onWidth(column, next) : undefined}
          />
        ))}
        {rowActions && <HeadActions />}
      </tr>
    </thead>
  );
}
