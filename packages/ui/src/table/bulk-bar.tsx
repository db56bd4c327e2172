import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { fadedEdges, fadeEdges } from '../fade-edges';
import { IconButton } from '../icon-button';
import { LinkButton } from '../link';
import { messagesAbove } from '../messages-above';
import { overlaySurface } from '../overlay-surface';
import { useUi } from '../ui-provider';
import { countSelected } from './table-selection';
import type { DataTableSelection } from './table-types';

const Bar = styled.div<{ $lift: boolean }>`
  ${overlaySurface}
  position: absolute;
  left: 50%;
  bottom: ${({ $lift }) => ($lift ? '60px' : '16px')};
  transform: translateX(-50%);
  z-index: var(--z-bulk);
  display: flex;
  align-items: center;
  gap: 2px;
  max-width: calc(100% - 16px);
  padding: 6px;
  white-space: nowrap;
  @media (max-width: 720px) {
    position: sticky;
    left: auto;
    bottom: var(--s-2);
    transform: none;
    flex-wrap: wrap;
    margin: 0 var(--s-2) var(--s-2);
    max-width: none;
  }
`;

const Count = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-4);
  padding: 0 8px;
  & > b {
    font-weight: var(--w-bold);
    font-variant-numeric: tabular-nums;
  }
  @media (max-width: 720px) {
    flex: 1;
    min-height: 40px;
  }
`;

const Line = styled.span`
  width: 1px;
  height: 20px;
  margin: 0 6px;
  background: var(--border-strong);
  @media (max-width: 720px) {
    display: none;
  }
`;

const Actions = styled.div`
  display: flex;
  align-items: center;
  gap: 2px;
  min-width: 0;
  overflow-x: auto;
  scrollbar-width: none;
  scroll-padding-inline: 24px;
  ${fadedEdges}
  & > button {
    height: 28px;
    padding: 0 8px;
  }
  @media (max-width: 720px) {
    order: 3;
    flex-basis: 100%;
    & > button {
      flex: 1;
      height: 40px;
    }
  }
`;

interface BulkBarProps {
  selection: DataTableSelection;
  onSelectionChange: (selection: DataTableSelection) => void;
  total: number | undefined;
  /** Whether there is a footer below. */
  lift: boolean;
  children: ReactNode;
}

/** What is selected, in words. */
export function selectionText(selection: DataTableSelection, total: number | undefined, locale: string): string {
  const count = countSelected(selection, total);
  const number = (value: number) => value.toLocaleString(locale);
  if (selection.mode === 'all' && selection.excluded.length === 0)
    return `All ${count === null ? '' : `${number(count)} `}matching selected`;
  return count === null
    ? `All but ${number(selection.mode === 'all' ? selection.excluded.length : 0)} selected`
    : `${number(count)} selected`;
}

/** What is selected, over all pages, and what can be done with it. */
export function BulkBar({ selection, onSelectionChange, total, lift, children }: BulkBarProps) {
  const { locale } = useUi();
  const number = (value: number) => value.toLocaleString(locale);
  const more = selection.mode === 'some' && (total === undefined || total > selection.ids.length);
  return (
    <Bar ref={messagesAbove} role="toolbar" aria-label="Bulk actions" $lift={lift}>
      <Count>
        <b>{selectionText(selection, total, locale)}</b>
        {more && (
          <LinkButton onClick={() => onSelectionChange({ mode: 'all', excluded: [] })}>
            Select all {total === undefined ? '' : `${number(total)} `}matching
          </LinkButton>
        )}
      </Count>
      <Line />
      {/* A browser leaves a button that is in sight by a few pixels where it is. */}
      <Actions
        ref={fadeEdges}
        onFocus={({ target }) => target.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })}
      >
        {children}
      </Actions>
      <Line />
      <IconButton
        icon="close"
        label="Clear the selection"
        onClick={() => onSelectionChange({ mode: 'some', ids: [] })}
      />
    </Bar>
  );
}
