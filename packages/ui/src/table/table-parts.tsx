import { css, keyframes, styled } from 'styled-components';
import { endsAboveMessages } from '../messages-above';
import { SubLine } from '../text';
import type { Density } from './table-types';

/** Height in px of a row. */
export const rowHeights: Record<Density, number> = { compact: 32, normal: 40, 'two-lines': 48 };

export const Frame = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  flex: 1;
  min-height: 0;
  min-width: 0;
  /* What is above its first line has a line of its own. */
  &:first-child > [data-scroller] {
    border-top: 0;
  }
`;

export const Scroller = styled.div.attrs(endsAboveMessages)<{ $bulk: boolean }>`
  position: relative;
  flex: 1;
  min-height: 0;
  overflow: auto;
  border-top: 1px solid var(--border);
  outline-offset: -2px;
  padding-bottom: calc(${({ $bulk }) => ($bulk ? '64px' : '0px')} + var(--messages-over, 0px));
  scroll-padding-bottom: var(--messages-over, 0px);
  /* The bar of a phone is part of what scrolls. */
  @media (max-width: 720px) {
    padding-bottom: 0;
  }
`;

export const Table = styled.table<{ $density: Density; $gutter: number }>`
  table-layout: fixed;
  width: 100%;
  th,
  td {
    padding: 0 10px;
    text-align: left;
  }
  th {
    position: sticky;
    top: 0;
    z-index: var(--z-sticky);
    height: 32px;
    font-size: var(--fs-2);
    font-weight: var(--w-medium);
    color: var(--muted);
    background: var(--surface-2);
    border-bottom: 1px solid var(--border);
    white-space: nowrap;
  }
  td {
    height: ${({ $density }) => rowHeights[$density]}px;
    /* Air for a name that takes a third line. */
    ${({ $density }) => $density === 'two-lines' && 'padding-block: var(--s-1);'}
    border-bottom: 1px solid var(--border);
    vertical-align: middle;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* As wide as what is seen of it: behind the cell's edge it would lie on its neighbours (WCAG 2.2, target size). */
  td > a:not([data-button]) {
    display: inline-block;
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: bottom;
  }
  td[data-tool] {
    padding-right: 0;
    text-overflow: clip;
  }
  th:first-child,
  td:first-child {
    padding-left: ${({ $gutter }) => $gutter}px;
  }
  th:last-child,
  td:last-child {
    padding-right: ${({ $gutter }) => $gutter}px;
  }
  [data-end] {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  ${({ $density }) =>
    $density !== 'two-lines' &&
    css`
      ${SubLine} {
        display: none;
      }
    `}
`;

/** Below the rows: the columns that this width has no room for. */
export const LeftOut = styled.p<{ $gutter: number }>`
  padding: var(--s-2) ${({ $gutter }) => $gutter}px;
  color: var(--muted);
  font-size: var(--fs-2);
`;

export const BodyRow = styled.tr<{ $open: boolean }>`
  transition: background var(--t-1) var(--ease);
  ${({ $open }) => $open && 'cursor: pointer;'}
  &:hover {
    background: var(--surface-2);
  }
  &[aria-selected='true'] {
    background: var(--accent-soft);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

const ends = css`
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: 2px;
  max-width: 100%;
`;

export const HeadText = styled.span`
  ${ends}
`;

export const SortButton = styled.button`
  ${ends}
  height: 24px;
  border-radius: 2px;
  font-weight: inherit;
  & > svg {
    visibility: hidden;
  }
  &:hover {
    color: var(--text);
    & > svg {
      visibility: visible;
    }
  }
  &[data-sorted] {
    color: var(--text);
    & > svg {
      visibility: visible;
    }
  }
`;

export const ResizeHandle = styled.span`
  position: absolute;
  top: 0;
  right: -4px;
  width: 9px;
  height: 100%;
  z-index: 1;
  cursor: col-resize;
  touch-action: none;
  /* Past the edge of the table it would make it scroll. */
  th:last-child > & {
    right: 0;
  }
  &::after {
    content: '';
    position: absolute;
    left: 4px;
    top: 8px;
    bottom: 8px;
    width: 1px;
    background: transparent;
  }
  th:hover > &::after,
  &:focus-visible::after,
  &[data-active]::after {
    background: var(--border-strong);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

const run = keyframes`from { transform: translateX(-100%); } to { transform: translateX(400%); }`;

export const BusyLine = styled.div`
  position: absolute;
  top: 0;
  left: 0;
  right: 0;
  height: 2px;
  z-index: calc(var(--z-sticky) + 1);
  overflow: hidden;
  &::after {
    content: '';
    display: block;
    width: 25%;
    height: 100%;
    background: var(--accent);
    animation: ${run} 1.2s linear infinite;
  }
`;

export const Notice = styled.div`
  padding: var(--s-2) var(--s-4);
`;
