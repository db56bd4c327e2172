import { Checkbox } from '../checkbox';
import { IconButton } from '../icon-button';
import { Menu } from '../menu';
import { BodyRow } from './table-parts';
import type { DataTableColumn, DataTableProps } from './table-types';
import type { useRowKeys } from './use-row-keys';

type RowProps = ReturnType<ReturnType<typeof useRowKeys>['rowProps']>;

/** A row of the table: a box to select it by, a cell for each column, and its menu. */
export function GridRow<Row>({
  table: { rowLabel, rowActions, canSelect, onSelectionChange, onRowOpen },
  columns,
  row,
  on,
  ariaRow,
  rowProps,
  onCheck,
}: {
  table: DataTableProps<Row>;
  columns: readonly DataTableColumn<Row>[];
  row: Row;
  /** Whether it is selected. */ on: boolean;
  /** Its number where only the rows in sight are drawn. */ ariaRow: number | undefined;
  rowProps: RowProps;
  /** @param through with all from the row that was pressed before */
  onCheck: (through: boolean) => void;
}) {
  const selectable = onSelectionChange !== undefined;
  return (
    <BodyRow
      $open={onRowOpen !== undefined}
      aria-rowindex={ariaRow}
      {...(selectable ? { 'aria-selected': on } : {})}
      {...rowProps}
    >
      {selectable && (
        <td data-tool="">
          <Checkbox
            aria-label={`Select ${rowLabel(row)}`}
            tabIndex={-1}
            checked={on}
            disabled={canSelect ? !canSelect(row) : false}
            onChange={(event) => onCheck((event.nativeEvent as globalThis.MouseEvent).shiftKey)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} data-end={column.align === 'end' ? '' : undefined}>
          {column.cell(row)}
        </td>
      ))}
      {rowActions && (
        <td data-tool="" style={{ paddingLeft: 0 }}>
          <Menu
            align="end"
            entries={rowActions(row)}
            trigger={<IconButton icon="more" label={`Actions for ${rowLabel(row)}`} tooltip={false} />}
          />
        </td>
      )}
    </BodyRow>
  );
}
