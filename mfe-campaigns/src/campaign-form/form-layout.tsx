import { styled } from 'styled-components';

/** The form's bar: stepper and what leads on. On a phone the buttons stand below it. */
export const FormBar = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-3);
  flex: none;
  min-height: 52px;
  padding: 0 var(--s-4) 0 var(--s-3);
  border-bottom: 1px solid var(--border);
  & > nav {
    flex: 1;
    overflow-x: auto;
    scrollbar-width: none;
  }
  @media (max-width: 960px) {
    flex-wrap: wrap;
    padding: var(--s-2) var(--s-3);
    & > nav {
      flex: 1 0 100%;
    }
  }
`;

/** The buttons at the end of the bar. */
export const FormBarEnd = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  flex: none;
  margin-left: auto;
  @media (max-width: 960px) {
    flex-wrap: wrap;
    flex: 1;
    margin: 0;
    & > span:first-child {
      margin-right: auto;
    }
  }
  /* On a phone at the thumb: the way through the form is always there, and the stepper has its line to itself. */
  @media (max-width: 720px) {
    position: fixed;
    z-index: var(--z-bulk);
    inset: auto 0 var(--toasts-room, 0px);
    flex-wrap: nowrap;
    justify-content: flex-end;
    padding: var(--s-2) var(--s-4) calc(var(--s-2) + env(safe-area-inset-bottom, 0px));
    border-top: 1px solid var(--border);
    background: var(--surface);
    & > span:first-child {
      min-width: 0;
      overflow: hidden;
      white-space: nowrap;
    }
    /* There is room for one of them: what is not saved or applied yet comes before the state of the campaign. */
    & > span:first-child:has(> [role='status']:not(:empty)) > :not([role='status']) {
      display: none;
    }
    & > span:first-child > [role='status'] {
      white-space: normal;
    }
    & [data-look]:not([data-look='primary']):has(> svg:first-child) {
      min-width: 40px;
      padding: 0 var(--s-2);
      gap: 0;
      font-size: 0;
    }
  }
`;

/** What stands below the bar; takes the focus when another tab is gone to. */
export const FormTabBody = styled.div`
  flex: 1;
  min-height: 0;
  min-width: 0;
  display: flex;
  flex-direction: column;
  outline: 0;
  @media (max-width: 720px) {
    padding-bottom: 57px;
  }
`;

/** One tab's content, scrolling below the bar. */
export const TabBody = styled.div<{ $narrow?: boolean }>`
  flex: 1;
  min-height: 0;
  overflow: auto;
  padding: var(--s-5) var(--s-6) var(--s-12);
  & > * {
    ${({ $narrow }) => $narrow && 'max-width: 720px; margin-inline: auto;'}
  }
  @media (max-width: 720px) {
    padding: var(--s-4) var(--s-4) var(--s-10);
  }
`;

/** Two columns that scroll by themselves on a wide screen and follow each other on a narrow one. */
export const TwoColumns = styled.div<{
  $side?: number;
  /** On a narrow screen the second stands first. */ $secondFirst?: boolean;
}>`
  flex: 1;
  min-height: 0;
  display: grid;
  grid-template-columns: minmax(0, 1fr) ${({ $side = 440 }) => $side}px;
  & > * {
    min-width: 0;
    min-height: 0;
    overflow: auto;
    padding: var(--s-5) var(--s-6) var(--s-8);
  }
  & > :last-child {
    background: var(--surface-2);
    border-left: 1px solid var(--border);
  }
  @media (max-width: 1120px) {
    display: flex;
    flex-direction: column;
    overflow: auto;
    & > * {
      flex: none;
      overflow: visible;
      padding: var(--s-4);
    }
    & > :last-child {
      border-left: 0;
      border-top: 1px solid var(--border);
      ${({ $secondFirst }) => ($secondFirst ? 'order: -1;' : 'flex-grow: 1;')}
    }
    & > :last-child:empty {
      display: none;
    }
  }
`;

/** A table inside a card: hairlines, no zebra. */
export const CardTable = styled.table`
  width: 100%;
  border-collapse: collapse;
  @media (max-width: 720px) {
    min-width: 600px;
  }
  th,
  td {
    padding: 6px var(--s-4);
    text-align: left;
    vertical-align: middle;
    height: 39px;
    overflow-wrap: anywhere;
  }
  thead th {
    height: 31px;
    padding-block: 0;
    background: var(--surface-2);
    font-size: var(--fs-2);
    font-weight: var(--w-medium);
    color: var(--text-2);
    border-block: 1px solid var(--border);
    white-space: nowrap;
  }
  tbody tr + tr > * {
    border-top: 1px solid var(--border);
  }
  tbody th {
    font-weight: var(--w-regular);
  }
  /* Addresses take the room they need, then end in an ellipsis: they are never broken inside a word. */
  [data-address] {
    width: 40%;
    max-width: 0;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  [data-end] {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
`;

/** Text of a cell that is as long as people make it: so many lines at most, the whole of it in its title. */
export const Lines = styled.span<{ $most: number }>`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: ${({ $most }) => $most};
  overflow: hidden;
  overflow-wrap: anywhere;
`;

/** Keeps a wide table inside its card. */
export const TableScroll = styled.div.attrs({ tabIndex: 0, role: 'region' })`
  overflow-x: auto;
  outline-offset: -2px;
`;
