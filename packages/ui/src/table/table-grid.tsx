import { useEffect } from 'react';
import type { RefObject } from 'react';
import { GridHead } from './grid-head';
import { GridRow } from './grid-row';
import { LeftOut, rowHeights, Table } from './table-parts';
import { isSelected } from './table-selection';
import type { DataTableProps, DataTableSelection, DataTableView } from './table-types';
import { fitColumns, useRoom } from './fit-columns';
import { visibleColumns } from './table-view';
import type { useRowKeys } from './use-row-keys';
import { createWindowed } from './windowed';

/** Asked for by the pointer: the list does not wait for it. */
const tellCut = async (target: EventTarget, within: EventTarget) =>
  (await import('./tell-cut').catch(() => null))?.tellCut(target, within);
const useWindowedRows = createWindowed(() => import('./windowed-rows').then((module) => module.WindowedRows));

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
export function TableGrid<Row>({
  table: props,
  view,
  onViewChange,
  selection,
  scroller,
  keys,
  revealRef,
}: TableGridProps<Row>) {
  const { columns, rows, rowId, rowActions, onSelectionChange, label, gutter = 24, loading } = props;
  const selectable = onSelectionChange !== undefined;
  const beside = (selectable ? gutter + 24 : 0) + (rowActions ? 44 : 0);
  const room = useRoom(scroller);
  const {
    columns: shown,
    widthOf,
    leftOut,
  } = fitColumns(visibleColumns(columns, view), view, {
    room: room && room - beside,
    canChoose: props.onViewChange !== undefined,
  });
  const flexible = shown.find((column) => column.flexible) ?? shown[0];
  const span = shown.length + (selectable ? 1 : 0) + (rowActions ? 1 : 0);
  const width = shown.reduce((sum, column) => sum + widthOf(column), beside);

  const { windowed, Windowed, most } = useWindowedRows(rows.length);
  if (!windowed) revealRef.current = null;
  useEffect(() => {
    keys.settle();
  });

  const drawRow = (index: number) => {
    const row = rows[index];
    return (
      row && (
        <GridRow<Row>
          key={rowId(row)}
          table={props}
          columns={shown}
          row={row}
          on={selectable && isSelected(selection, rowId(row))}
          ariaRow={windowed ? index + 2 : undefined}
          rowProps={keys.rowProps(index)}
          onCheck={(through) => keys.onCheck(index, through)}
        />
      )
    );
  };
  return (
    <>
      <Table
        $density={view.density}
        $gutter={gutter}
        aria-label={label}
        aria-busy={loading || undefined}
        aria-rowcount={windowed ? rows.length + 1 : undefined}
        style={{ minWidth: width }}
      >
        <colgroup>
          {selectable && <col style={{ width: gutter + 24 }} />}
          {shown.map((column) => (
            <col key={column.id} style={column === flexible ? {} : { width: widthOf(column) }} />
          ))}
          {rowActions && <col style={{ width: 44 }} />}
        </colgroup>
        <GridHead<Row>
          table={props}
          columns={shown}
          selection={selection}
          widthOf={widthOf}
          onWidth={
            onViewChange && ((column, next) => onViewChange({ ...view, widths: { ...view.widths, [column.id]: next } }))
          }
          flexible={flexible}
        />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shows text that is cut off; nothing is done by it */}
        <tbody
          ref={(element) => {
            keys.container.current = element;
          }}
          // oxlint-disable-next-line jsx-a11y/mouse-events-have-key-events -- shows text that is cut off; nothing is done by it
          onMouseOver={({ target, currentTarget }) => void tellCut(target, currentTarget)}
        >
          {Windowed ? (
            <Windowed
              count={rows.length}
              height={rowHeights[view.density]}
              scroller={scroller}
              span={span}
              revealRef={revealRef}
              onDrawn={keys.settle}
            >
              {drawRow}
            </Windowed>
          ) : (
            rows.slice(0, most).map((_, index) => drawRow(index))
          )}
        </tbody>
      </Table>
      {leftOut.length > 0 && (
        <LeftOut $gutter={gutter}>
          Not shown at this width: {leftOut.map((column) => column.label).join(', ')}. Hide other columns to make room.
        </LeftOut>
      )}
    </>
  );
}
