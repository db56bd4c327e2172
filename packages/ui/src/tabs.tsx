import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { Badge } from './badge';
import type { BadgeTone } from './badge';
import { fadedEdges, fadeEdges } from './fade-edges';
import { BareLink } from './link';
import { Count } from './text';
import { useCurrentInView } from './use-current-in-view';

const Bar = styled.div<{ $height: number; $line: boolean }>`
  display: flex;
  gap: var(--s-5);
  min-width: 0;
  overflow-x: auto;
  scrollbar-width: none;
  ${fadedEdges}
  ${({ $line }) => $line && 'border-bottom: 1px solid var(--border);'}
  --tab-height: ${({ $height }) => $height}px;
  @media (min-width: 721px) and (max-width: 1199.98px) {
    gap: var(--s-4);
  }
`;

const look = css`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  flex: none;
  height: var(--tab-height);
  color: var(--muted);
  font-weight: var(--w-medium);
  white-space: nowrap;
  border-radius: 2px;
  &:hover {
    color: var(--text);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[aria-selected='true'],
  &[aria-current='page'] {
    color: var(--text);
    box-shadow: inset 0 -2px 0 var(--accent);
  }
  &:disabled {
    color: var(--disabled);
    cursor: not-allowed;
  }
`;

const TabButton = styled.button`
  ${look}
`;
const TabLink = styled(BareLink)`
  ${look}
`;

/** One tab. */
export interface TabItem {
  id: string;
  label: ReactNode;
  count?: ReactNode;
  /** Tone of the count, when it must be seen ("1 error"). */
  countTone?: BadgeTone;
  /** Makes the bar a navigation of links, so that the tab stands in the URL. */
  href?: string;
  disabled?: boolean;
}

/** Props of {@link Tabs}. */
export interface TabsProps {
  items: readonly TabItem[];
  value: string;
  onValueChange?: (id: string) => void;
  /** Name of the bar. */
  label: string;
  /** Height in px: 40 alone, 52 inside a page head. */
  height?: number;
  /** A hairline below. */
  line?: boolean;
  /** Id prefix that {@link TabPanel} uses too; tabs without links only. */
  id?: string;
}

function Inside({ item }: { item: TabItem }) {
  return (
    <>
      {item.label}
      {item.count !== undefined &&
        (item.countTone ? <Badge tone={item.countTone}>{item.count}</Badge> : <Count>{item.count}</Count>)}
    </>
  );
}

/** Tabs of one page. With `href`s they are links; without, arrow keys, Home and End move and select. */
export function Tabs({ items, value, onValueChange, label, height = 40, line = true, id }: TabsProps) {
  const bar = useRef<HTMLDivElement>(null);
  useCurrentInView(bar, value);
  useLayoutEffect(() => fadeEdges(bar.current), []);
  if (items.some((item) => item.href !== undefined)) {
    return (
      <Bar as="nav" ref={bar} aria-label={label} $height={height} $line={line}>
        {items.map((item) => (
          <TabLink
            key={item.id}
            href={item.href ?? '#'}
            {...(item.id === value ? { 'aria-current': 'page' as const } : {})}
            onClick={() => onValueChange?.(item.id)}
          >
            <Inside item={item} />
          </TabLink>
        ))}
      </Bar>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const enabled = items.filter((item) => !item.disabled);
    const at = enabled.findIndex((item) => item.id === value);
    const next =
      event.key === 'ArrowRight'
        ? enabled[(at + 1) % enabled.length]
        : event.key === 'ArrowLeft'
          ? enabled[(at - 1 + enabled.length) % enabled.length]
          : event.key === 'Home'
            ? enabled[0]
            : event.key === 'End'
              ? enabled[enabled.length - 1]
              : undefined;
    if (!next) return;
    event.preventDefault();
    onValueChange?.(next.id);
    bar.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <Bar ref={bar} role="tablist" aria-label={label} $height={height} $line={line} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <TabButton
          key={item.id}
          type="button"
          role="tab"
          data-tab={item.id}
          disabled={item.disabled}
          aria-selected={item.id === value}
          tabIndex={item.id === value ? 0 : -1}
          {...(id
            ? { id: `${id}-tab-${item.id}`, 'aria-controls': item.id === value ? `${id}-panel` : undefined }
            : {})}
          onClick={() => onValueChange?.(item.id)}
        >
          <Inside item={item} />
        </TabButton>
      ))}
    </Bar>
  );
}

/**
 * What the selected tab shows, tied to {@link Tabs} with the same `id`; `bare` leaves the layout to what is around it,
 * and Tab to what is in it.
 */
export function TabPanel({
  id,
  value,
  bare = false,
  children,
}: {
  id: string;
  value: string;
  bare?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={`${id}-tab-${value}`}
      {...(bare ? { style: { display: 'contents' } } : { tabIndex: 0 })}
    >
      {children}
    </div>
  );
}
