import type { ReactNode } from 'react';
import { IconButton } from '@skein/ui/icon-button';
import { LinkButton } from '@skein/ui/link';
import { styled } from 'styled-components';
import type { Selection } from './use-selection';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px;
  flex: none;
  padding: var(--s-2) var(--s-3);
  border-bottom: 1px solid var(--border);
  background: var(--accent-soft);
  /* What can be done has a line of its own below the count. */
  & > div {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    flex-basis: 100%;
  }
  & > span:first-child {
    font-weight: var(--w-medium);
    font-variant-numeric: tabular-nums;
  }
`;

/** How many lines are chosen, the step to all of them, and what can be done. */
export function SelectionBar({
  selection,
  shown,
  total,
  totalIsCapped = false,
  most,
  children,
}: {
  selection: Selection;
  /** Ids of the lines that are loaded. */ shown: readonly number[];
  total: number;
  totalIsCapped?: boolean;
  /** Lines that can be chosen at most; all of the view when left out. */ most?: number;
  children: ReactNode;
}) {
  const { chosen, count } = selection;
  const amount = `${total.toLocaleString('en-US')}${totalIsCapped ? '+' : ''}`;
  const more = most === undefined ? !chosen.all && total > count : count < Math.min(most, shown.length) ? true : false;
  return (
    <Bar role="toolbar" aria-label="Selected conversations">
      <span aria-live="polite">
        {chosen.all && totalIsCapped ? `All ${amount}` : count.toLocaleString('en-US')} selected
      </span>
      {more && (
        <LinkButton
          onClick={() => (most === undefined ? selection.chooseAll() : selection.choose(shown.slice(0, most)))}
        >
          {most === undefined
            ? `Select all ${amount} matching`
            : `Select ${Math.min(most, shown.length).toLocaleString('en-US')} shown`}
        </LinkButton>
      )}
      <span style={{ marginLeft: 'auto' }}>
        <IconButton icon="close" label="Clear the selection" onClick={selection.clear} />
      </span>
      {count > 0 && <div>{children}</div>}
    </Bar>
  );
}
