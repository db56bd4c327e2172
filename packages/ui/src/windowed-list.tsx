import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { keptRange } from './table/kept-range';

/** A list of at most this many items is drawn whole. */
const shortList = 50;

/** What the `li` of a place bears: it is measured, and says which of how many it is. */
export interface PlaceAttributes {
  ref: (element: HTMLElement | null) => void;
  'data-index': number;
  'data-row-index': number;
  'aria-setsize': number;
  'aria-posinset': number;
}

/** Props of a {@link WindowedList}. */
export interface WindowedListProps {
  count: number;
  /** Of an item that was not measured yet, in px. */
  height: number;
  /** Between items, in px, where the list is a grid with gaps. */
  gap?: number;
  /** What scrolls. */
  scroller: RefObject<HTMLElement | null>;
  /** Gets what brings an item into sight. */
  revealRef?: RefObject<((index: number) => void) | null>;
  /** Called after items were drawn. */
  onDrawn?: () => void;
  children: (index: number, attributes: PlaceAttributes) => ReactNode;
}

/**
 * The items of a long list that are in sight, some around them, and the one with the focus, for inside its `ul`. Items
 * may differ in height.
 */
export function WindowedList({ count, height, gap = 0, scroller, revealRef, onDrawn, children }: WindowedListProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    gap,
    overscan: 8,
    indexAttribute: 'data-index',
    rangeExtractor: (range) => keptRange(scroller.current, range),
  });
  // The list's own ref is attached after the layout effects of its children: drawn once more, what scrolls is known.
  const [, drawAgain] = useState(false);
  useEffect(() => drawAgain(true), []);
  if (revealRef) revealRef.current = (index) => virtualizer.scrollToIndex(index, { align: 'auto' });
  useEffect(() => {
    onDrawn?.();
  });
  const placeOf = (index: number): PlaceAttributes => ({
    ref: virtualizer.measureElement,
    'data-index': index,
    'data-row-index': index,
    'aria-setsize': count,
    'aria-posinset': index + 1,
  });
  if (count <= shortList)
    return Array.from({ length: count }, (_, index) => (
      <Fragment key={index}>{children(index, placeOf(index))}</Fragment>
    ));
  const items = virtualizer.getVirtualItems();
  const space = (size: number) =>
    size > 0 && <li aria-hidden="true" style={{ height: size, minHeight: 0, padding: 0, border: 0 }} />;
  return (
    <>
      {items.map(({ index, start }, at) => {
        const before = items[at - 1];
        return (
          <Fragment key={index}>
            {space(before ? start - before.end - 2 * gap : start - gap)}
            {children(index, placeOf(index))}
          </Fragment>
        );
      })}
      {space(virtualizer.getTotalSize() - (items[items.length - 1]?.end ?? 0) - gap)}
    </>
  );
}
