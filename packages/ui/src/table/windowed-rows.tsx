import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect } from 'react';

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

/** The rows of a long table that are in sight, and some around them. */
export function WindowedRows({ count, height, scroller, span, revealRef, onDrawn, children }: WindowedRowsProps) {
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtualizer = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => height, overscan: 12, scrollMargin: 0 });
  revealRef.current = (index) => virtualizer.scrollToIndex(index, { align: 'auto' });
  useEffect(() => { onDrawn(); });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items[items.length - 1]?.end ?? 0);
  return (
    <>
      {before > 0 && <tr aria-hidden="true"><td colSpan={span} style={{ height: before, padding: 0, border: 0 }} /></tr>}
      {items.map(({ index }) => children(index))}
      {after > 0 && <tr aria-hidden="true"><td colSpan={span} style={{ height: after, padding: 0, border: 0 }} /></tr>}
    </>
  );
}
