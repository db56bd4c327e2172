import { useEffect } from 'react';
import type { MouseEvent, RefObject } from 'react';
import { Checkbox } from '../checkbox';
import { IconButton } from '../icon-button';
import { Menu } from '../menu';
import { HeadActions, HeadCell, HeadCheckbox } from './table-head';
import { BodyRow, LeftOut, rowHeights, Table } from './table-parts';
import { isSelected, selectRows } from './table-selection';
import type { DataTableProps, DataTableSelection, DataTableView } from './table-types';
import { fitColumns, useRoom } from './fit-columns';
import { visibleColumns } from './table-view';
import type { useRowKeys } from './use-row-keys';
import { createWindowed } from './windowed';

/** What a column cuts off is told by the pointer: the cell, or the line in it, takes its whole text as its title. */
function tellCut({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  for (
    let element = target as HTMLElement | null;
    element && element !== currentTarget;
    element = element.parentElement
  ) {
    if (element.title !== '' && element.dataset['cut'] === undefined) return;
    const cut =
      element.clientWidth > 0 &&
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).textOverflow === 'ellipsis';
    if (cut) {
      element.title = element.innerText;
      element.dataset['cut'] = '';
      return;
    }
    if (element.dataset['cut'] !== undefined) {
      element.removeAttribute('title');
      delete element.dataset['cut'];
    }
  }
}

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
  const {
    columns,
    rows,
    rowId,
    rowLabel,
    rowActions,
    canSelect,
    onSelectionChange,
    sort = null,
    onSortChange,
    label,
    gutter = 24,
    loading,
  } = props;
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

  const pageIds = rows.filter((row) => !canSelect || canSelect(row)).map(rowId);
  const chosen = pageIds.filter((id) => isSelected(selection, id)).length;
  const drawRow = (index: number) => {
    const row = rows[index];
    if (!row) return null;
    const id = rowId(row);
    const on = selectable && isSelected(selection, id);
    return (
      <BodyRow
        key={id}
        $open={props.onRowOpen !== undefined}
        aria-rowindex={windowed ? index + 2 : undefined}
        {...(selectable ? { 'aria-selected': on } : {})}
        {...keys.rowProps(index)}
      >
        {selectable && (
          <td data-tool="">
            <Checkbox
              aria-label={`Select ${rowLabel(row)}`}
              tabIndex={-1}
              checked={on}
              disabled={canSelect ? !canSelect(row) : false}
              onChange={(event) => keys.onCheck(index, (event.nativeEvent as globalThis.MouseEvent).shiftKey)}
            />
          </td>
        )}
        {shown.map((column) => (
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
  };
  const table = (
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
      <thead>
        <tr>
          {selectable && (
            <HeadCheckbox
              state={chosen === 0 ? false : chosen === pageIds.length ? true : 'mixed'}
              onChange={() => onSelectionChange(selectRows(selection, pageIds, chosen < pageIds.length))}
            />
          )}
          {shown.map((column) => (
            <HeadCell
              key={column.id}
              column={column}
              sort={sort}
              onSortChange={onSortChange}
              width={widthOf(column)}
              onWidth={
                onViewChange && column !== flexible
                  ? (next) => onViewChange({ ...view, widths: { ...view.widths, [column.id]: next } })
                  : undefined
              }
            />
          ))}
          {rowActions && <HeadActions />}
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shows text that is cut off; nothing is done by it */}
      <tbody
        ref={(element) => {
          keys.container.current = element;
        }}
        // oxlint-disable-next-line jsx-a11y/mouse-events-have-key-events -- shows text that is cut off; nothing is done by it
        onMouseOver={tellCut}
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
  );
  return (
    <>
      {table}
      {leftOut.length > 0 && (
        <LeftOut $gutter={gutter}>
          Not shown at this width: {leftOut.map((column) => column.label).join(', ')}. Hide other columns to make room.
        </LeftOut>
      )}
    </>
  );
}
