import { useEffect, useState, type RefObject } from 'react';
import type { DataTableColumn, DataTableView } from './table-types';
import { widthOf } from './table-view';

/** The columns that a window has room for, with the width in px of each, and those it has none for. */
interface FittedColumns<Row> {
  columns: readonly DataTableColumn<Row>[];
  widthOf: (column: DataTableColumn<Row>) => number;
  leftOut: readonly DataTableColumn<Row>[];
}

/** Width in px of a letter of a heading, and of what stands beside it: padding and the arrow of the sorting. */
const letter = 7.2;
const besideLabel = 36;

/** Width in px that a column may shrink to; one that a person set keeps what was set. */
function leastOf<Row>(column: DataTableColumn<Row>, view: DataTableView, canChoose: boolean): number {
  const usual = widthOf(column, view);
  if (view.widths[column.id] !== undefined) return usual;
  if (column.minWidth !== undefined) return Math.min(usual, column.minWidth);
  // Text is cut with an ellipsis and told whole by the pointer; a figure that is cut would be a wrong one.
  if (canChoose || column.align === 'end') return usual;
  return Math.min(usual, Math.max(0.6 * usual, column.label.length * letter + besideLabel));
}

/**
 * Fits columns into a width instead of cutting one at the edge: first those that may be narrower shrink, then columns are left out
 * from the end, the ones that a phone leaves out too before the others. The first two stay, and so does what a person switched on.
 * @param room px for the columns; 0 when it is not known, and everything is shown
 * @param canChoose whether people choose the columns; where they do not, none is left out, because nobody could bring it back
 */
export function fitColumns<Row>(
  shown: readonly DataTableColumn<Row>[],
  view: DataTableView,
  { room, canChoose }: { room: number; canChoose: boolean },
): FittedColumns<Row> {
  const full = shown.reduce((sum, column) => sum + widthOf(column, view), 0);
  if (room <= 0 || full <= room) return { columns: shown, widthOf: (column) => widthOf(column, view), leftOut: [] };
  const least = (columns: readonly DataTableColumn<Row>[]) =>
    columns.reduce((sum, column) => sum + leastOf(column, view, canChoose), 0);
  const mayGo = shown
    .filter((column, index) => canChoose && index > 1 && !column.fixed && !column.hiddenByDefault)
    .reverse();
  const leaving = [
    ...mayGo.filter((column) => column.phone === 'hidden'),
    ...mayGo.filter((column) => column.phone !== 'hidden'),
  ];
  let columns = shown;
  for (const column of leaving) {
    if (least(columns) <= room) break;
    columns = columns.filter((each) => each !== column);
  }
  const wanted = columns.reduce((sum, column) => sum + widthOf(column, view), 0);
  const give = wanted - least(columns);
  // What is too much is taken from the columns in proportion to what each can give.
  const share = give > 0 ? Math.min(1, Math.max(0, wanted - room) / give) : 0;
  return {
    columns,
    widthOf: (column) =>
      Math.floor(widthOf(column, view) - share * (widthOf(column, view) - leastOf(column, view, canChoose))),
    leftOut: shown.filter((column) => !columns.includes(column)),
  };
}

/** The inner width in px of an element; 0 until it is known. */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const measured = element.current;
    if (!measured || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => setRoom(measured.clientWidth));
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
