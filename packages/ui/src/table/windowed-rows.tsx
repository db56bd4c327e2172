import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { keptRange } from './kept-range';

interface WindowedRowsProps {
  count: number;
  /** Of a row, in px. */
  height: number;
  scroller: RefObject<HTMLElement | null>;
  /** Columns, for the rows that stand for those out of sight. */
  span: number;
  /** Gets what brings a row into sight. */
  revealRef: RefObject<((index: number) => void) | null>;
  /** Called after rows were drawn. */
  onDrawn: () => void;
  children: (index: number) => ReactNode;
}

/** The rows of a long table that are in sight, some around them, and the one with the focus. */
export function WindowedRows({ count, height, scroller, span, revealRef, onDrawn, children }: WindowedRowsProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: 0,
    rangeExtractor: (range) => keptRange(scroller.current, range),
  });
  // The table's own ref is attached after the layout effects of its rows: drawn once more, what scrolls is known.
  const [, drawAgain] = useState(false);
  useEffect(() => drawAgain(true), []);
  revealRef.current = (index) => virtualizer.scrollToIndex(index, { align: 'auto' });
  useEffect(() => {
    onDrawn();
  });
  const items = virtualizer.getVirtualItems();
  const after = virtualizer.getTotalSize() - (items[items.length - 1]?.end ?? 0);
  const space = (size: number) =>
    size > 0 && (
      <tr aria-hidden="true">
        <td colSpan={span} style={{ height: size, padding: 0, border: 0 }} />
      </tr>
    );
  return (
    <>
      {items.map(({ index, start }, at) => (
        <Fragment key={index}>
          {space(start - (items[at - 1]?.end ?? 0))}
          {children(index)}
        </Fragment>
      ))}
      {space(after)}
    </>
  );
}
