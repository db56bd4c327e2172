import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { endsAboveMessages } from '@skein/ui/messages-above';
import { styled } from 'styled-components';

/** How many panes fit: all with the lead beside the thread, list and thread, or one at a time. Widths of the area in px. */
export type PaneLayout = 'full' | 'two' | 'one';
const fullFrom = 1080;
const twoFrom = 680;

export const layoutFor = (width: number): PaneLayout => (width >= fullFrom ? 'full' : width >= twoFrom ? 'two' : 'one');

const Frame = styled.div<{ $layout: PaneLayout; $wide: boolean; $aside: boolean }>`
  flex: 1;
  min-height: 0;
  min-width: 0;
  display: grid;
  grid-template-rows: minmax(0, 1fr);
  grid-template-columns: ${({ $layout, $wide, $aside }) => ($layout === 'full' ? `${$wide ? '204px 324px' : '176px 292px'} minmax(0, 1fr)${$aside ? ($wide ? ' 280px' : ' 248px') : ''}` : $layout === 'two' ? '300px minmax(0, 1fr)' : 'minmax(0, 1fr)')};
  & > * {
    min-width: 0;
    min-height: 0;
    border-right: 1px solid var(--border);
  }
  & > *:last-child {
    border-right: 0;
  }
`;

/** A pane that scrolls by itself. */
export const ScrollPane = styled.div.attrs(endsAboveMessages)`
  overflow: hidden auto;
  padding-bottom: var(--messages-over, 0px);
  scrollbar-width: thin;
`;

/** A pane whose content decides what scrolls. */
export const FixedPane = styled.div`
  display: flex;
  flex-direction: column;
  overflow: hidden;
  & > * {
    flex: 1;
  }
`;

/** The panes beside each other, as many as the width of the area allows; measured before the first painting. */
export function Panes({
  children,
  aside,
}: {
  children: (layout: PaneLayout) => ReactNode;
  /** Whether the thread has a pane beside it. */ aside: boolean;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const layout = layoutFor(width);
  return (
    <Frame ref={place} $layout={layout} $wide={width >= 1280} $aside={aside}>
      {width > 0 && children(layout)}
    </Frame>
  );
}
