import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Glyph, Icon } from './icon';
import type { GlyphName, IconName } from './icon';

const List = styled.ol`
  & > li {
    position: relative;
    padding: 0 0 var(--s-3) 24px;
  }
  & > li::before {
    content: '';
    position: absolute;
    left: 7px;
    top: 22px;
    bottom: 0;
    width: 1px;
    background: var(--border-strong);
  }
  & > li:last-child::before {
    display: none;
  }
  & > li:last-child {
    padding-bottom: 0;
  }
  & > li > svg {
    position: absolute;
    left: 0;
    top: 2px;
    color: var(--muted);
  }
  & > li > [data-glyph] {
    left: 2px;
    top: 4px;
  }
`;

const Head = styled.div`
  display: flex;
  align-items: baseline;
  gap: var(--s-2);
  & > span:first-child {
    min-width: 0;
    font-weight: var(--w-medium);
    overflow-wrap: anywhere;
  }
  & > span:last-child:not(:first-child) {
    margin-left: auto;
    flex: none;
    font-size: var(--fs-2);
    color: var(--muted);
    font-variant-numeric: tabular-nums;
  }
`;

const Detail = styled.div`
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
  overflow-wrap: anywhere;
`;

/** Something that happened. */
export interface TimelineItem {
  id: string;
  title: ReactNode;
  detail?: ReactNode;
  /** When; put the zone into its hover text. */
  time?: ReactNode;
  icon?: IconName;
  glyph?: GlyphName;
  tone?: 'success' | 'warning' | 'danger' | 'info';
}

/** What happened, newest first, on a line. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label: string }) {
  return (
    <List aria-label={label}>
      {items.map((item) => {
        const colour = item.tone ? { color: `var(--${item.tone})` } : {};
        return (
          <li key={item.id}>
            {item.glyph ? (
              <Glyph name={item.glyph} style={colour} />
            ) : (
              <Icon name={item.icon ?? 'clock'} style={colour} />
            )}
            <Head>
              <span>{item.title}</span>
              {item.time !== undefined && <span>{item.time}</span>}
            </Head>
            {item.detail && <Detail>{item.detail}</Detail>}
          </li>
        );
      })}
    </List>
  );
}
