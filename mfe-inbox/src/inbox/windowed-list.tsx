import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Key, ReactNode, RefObject } from 'react';
import { endsAboveMessages } from '@skein/ui/messages-above';
import { styled } from 'styled-components';
import { scrollTo, windowOf } from './window-rows';

const Scroller = styled.div.attrs(endsAboveMessages)`
  flex: 1;
  min-height: 0;
  /* Whoever goes through the list acts on its last line as well while a message is shown. */
  margin-bottom: var(--messages-over, 0px);
  overflow: hidden auto;
  scrollbar-width: thin;
`;

const Place = styled.ul`
  position: relative;
  & > li {
    position: absolute;
    left: 0;
    right: 0;
  }
`;

/** Props of a {@link WindowedList}. */
export interface WindowedListProps<Row> {
  rows: readonly Row[];
  rowHeight: number;
  label: string;
  /** Line to keep in sight; -1 for none. */
  current: number;
  keyOf: (row: Row) => Key;
  children: (row: Row) => ReactNode;
  /** Called when the end comes near. */
  onEnd: () => void;
  /** How far it is scrolled. Kept by its owner: where the list gives way to a line of it, it comes back as it was. */
  scrolled?: RefObject<number>;
  stale?: boolean;
  /** Below the last line. */
  end?: ReactNode;
}

/** A list of equally high lines that draws only those in sight. */
export function WindowedList<Row>({
  rows,
  rowHeight,
  label,
  current,
  keyOf,
  children,
  onEnd,
  scrolled,
  stale = false,
  end,
}: WindowedListProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrollTop: 0, height: 900 });
  /** The same for effects: asking the element would lay the page out once more for every press on j or k. */
  const seen = useRef(view);
  const kept = useRef(scrolled);
  kept.current = scrolled;
  const look = useCallback((next: typeof view) => {
    seen.current = next;
    if (kept.current) kept.current.current = next.scrollTop;
    setView(next);
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    if (scrolled) element.scrollTop = scrolled.current;
    const measure = () => look({ scrollTop: element.scrollTop, height: element.clientHeight });
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [look, scrolled]);
  useEffect(() => {
    const element = scroller.current;
    if (!element || current < 0) return;
    const target = scrollTo({ index: current, rowHeight, ...seen.current });
    if (target !== null) element.scrollTop = target;
  }, [current, rowHeight]);
  const { first, last } = windowOf({ count: rows.length, rowHeight, ...view });
  const nearEnd = rows.length > 0 && last >= rows.length - 5;
  useEffect(() => {
    if (nearEnd) onEnd();
  }, [nearEnd, onEnd]);
  return (
    <Scroller
      ref={scroller}
      aria-busy={stale || undefined}
      onScroll={(event) => look({ scrollTop: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
    >
      <Place aria-label={label} style={{ height: rows.length * rowHeight }}>
        {rows.slice(first, last).map((row, index) => (
          <li
            key={keyOf(row)}
            aria-setsize={rows.length}
            aria-posinset={first + index + 1}
            style={{ top: (first + index) * rowHeight, height: rowHeight }}
          >
            {children(row)}
          </li>
        ))}
      </Place>
      {end}
    </Scroller>
  );
}
