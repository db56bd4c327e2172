import { isSelected, nothingSelected, selectRows } from './table-selection';
import type { DataTableProps, DataTableSelection } from './table-types';
import { useRowKeys } from './use-row-keys';

/**
 * Rows that are opened and selected, one by one, through to another, or all of the page; by key and by pointer.
 * @param reveal brings a row into the rendered part before it is focused
 */
export function useRowChoice<Row>(
  {
    rows,
    rowId,
    canSelect,
    onSelectionChange,
    onRowOpen,
  }: Pick<DataTableProps<Row>, 'rows' | 'rowId' | 'canSelect' | 'onSelectionChange' | 'onRowOpen'>,
  selection: DataTableSelection,
  reveal: (index: number) => void,
) {
  const idsBetween = (from: number, to: number) =>
    rows
      .slice(Math.min(from, to), Math.max(from, to) + 1)
      .filter((row) => !canSelect || canSelect(row))
      .map(rowId);
  const toggle = (index: number, through: number | null) => {
    const row = rows[index];
    if (!row || !onSelectionChange) return;
    if (through !== null) {
      onSelectionChange(selectRows(selection, idsBetween(through, index), true));
      return;
    }
    if (canSelect && !canSelect(row)) return;
    onSelectionChange(selectRows(selection, [rowId(row)], !isSelected(selection, rowId(row))));
  };
  return useRowKeys({
    count: rows.length,
    onOpen: onRowOpen
      ? (index) => {
          const row = rows[index];
          if (row) onRowOpen(row);
        }
      : undefined,
    onToggle: onSelectionChange ? toggle : undefined,
    onToggleAll: onSelectionChange
      ? () => onSelectionChange(selectRows(selection, idsBetween(0, rows.length - 1), true))
      : undefined,
    onClear: onSelectionChange ? () => onSelectionChange(nothingSelected) : undefined,
    reveal,
  });
}
