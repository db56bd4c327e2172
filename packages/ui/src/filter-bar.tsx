import type { CSSProperties, ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { fadedEdges, fadeEdges } from './fade-edges';
import { Icon } from './icon';
import { Popover } from './popover';

const Bar = styled.div<{ $inCard: boolean }>`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  flex: none;
  padding: var(--s-2) ${({ $inCard }) => ($inCard ? 'var(--s-4)' : 'var(--s-6)')};
  min-width: 0;
  flex-wrap: wrap;
  & > * {
    flex: none;
  }
  @media (max-width: 720px) {
    flex-wrap: nowrap;
    overflow-x: auto;
    scrollbar-width: none;
    padding: var(--s-2) var(--s-4);
    ${fadedEdges}
  }
`;

/**
 * Search, filters and list tools above a table, in two lines where one is too short. On a phone the search gives way,
 * then the line scrolls sideways.
 */
export function FilterBar({
  $inCard = false,
  style,
  children,
}: {
  /** In a card, whose edges lie closer. */ $inCard?: boolean;
  style?: CSSProperties;
  children: ReactNode;
}) {
  return (
    <Bar ref={fadeEdges} role="group" aria-label="Filters" $inCard={$inCard} style={style}>
      {children}
    </Bar>
  );
}

/** The search field's place in a {@link FilterBar}: narrower where that keeps the bar on one line. */
export const FilterSearch = styled.div`
  && {
    flex: 1 0 160px;
    min-width: 0;
  }
  max-width: 200px;
  @media (max-width: 720px) {
    max-width: 212px;
    && {
      flex: 0 1 212px;
      min-width: 160px;
    }
  }
`;

/** Tools at the end of a {@link FilterBar}. */
export const FilterEnd = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  margin-left: auto;
`;

const Shell = styled.span<{ $set: boolean }>`
  display: inline-flex;
  flex: none;
  align-items: center;
  height: var(--h-sm);
  border: 1px ${({ $set }) => ($set ? 'solid' : 'dashed')} var(--border-strong);
  border-radius: var(--r-2);
  background: ${({ $set }) => ($set ? 'var(--surface)' : 'transparent')};
  ${({ $set }) => $set && 'box-shadow: var(--shadow-1);'}
  color: var(--text-2);
  font-size: var(--fs-2);
  font-weight: var(--w-medium);
  white-space: nowrap;
  svg {
    color: var(--muted);
  }
  b {
    font-weight: var(--w-medium);
    color: var(--accent-text);
    max-width: 220px;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  &:hover {
    border-color: var(--border-control);
  }
  @media (max-width: 720px) {
    height: 40px;
  }
`;

const Main = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  height: 100%;
  padding: 0 10px;
  border-radius: var(--r-2);
  &:focus-visible {
    outline-offset: -2px;
  }
`;

const Remove = styled.button`
  display: grid;
  place-items: center;
  width: 24px;
  height: 24px;
  margin: 0 3px 0 -6px;
  border-radius: var(--r-1);
  &:hover {
    background: var(--surface-3);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

/** Props of a {@link FilterChip}. */
export interface FilterChipProps {
  /** The field: "Status". */
  label: string;
  /** What is chosen, in words: "is not Archived"; without one the chip offers the filter. */
  value?: ReactNode;
  onRemove?: () => void;
  /** The chip's editor, opened by a press. */
  children?: ReactNode;
  /** Title of an editor that has several fields; it gets a button that closes it. */
  title?: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  onPress?: () => void;
  icon?: 'plus' | 'chevron-down';
  width?: number | string;
  ref?: Ref<HTMLButtonElement>;
}

/** One filter: its field, what is chosen, a way to change and a way to drop it. */
export function FilterChip({
  label,
  value,
  onRemove,
  children,
  title,
  open,
  onOpenChange,
  onPress,
  icon,
  width = 260,
  ref,
}: FilterChipProps) {
  const set = value !== undefined && value !== null && value !== '';
  const shown = icon ?? (set ? undefined : 'plus');
  const main = (
    <Main ref={ref} type="button" {...(onPress ? { onClick: onPress } : {})}>
      {shown === 'plus' && <Icon name="plus" size={14} />}
      {label}
      {set && <b>{value}</b>}
      {shown === 'chevron-down' && <Icon name="chevron-down" size={14} />}
    </Main>
  );
  return (
    <Shell $set={set} data-set={set ? '' : undefined}>
      {children ? (
        <Popover
          trigger={main}
          label={title ?? `Filter by ${label}`}
          width={width}
          {...(title === undefined ? {} : { title })}
          {...(open === undefined ? {} : { open })}
          {...(onOpenChange ? { onOpenChange } : {})}
        >
          {children}
        </Popover>
      ) : (
        main
      )}
      {set && onRemove && (
        <Remove type="button" aria-label={`Remove the filter ${label}`} onClick={onRemove}>
          <Icon name="close" size={14} />
        </Remove>
      )}
    </Shell>
  );
}
