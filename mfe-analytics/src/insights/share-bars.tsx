import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Text } from '@skein/ui/text';
import { FigureButton } from '../figure-rows/figure-button';

const List = styled.ul`
  list-style: none;
  margin: 0;
  padding: 0;
  display: grid;
  gap: var(--s-3);
`;
const Line = styled.span`
  display: flex;
  gap: var(--s-2);
  font-variant-numeric: tabular-nums;
  & > :first-child {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > :nth-child(2) {
    font-weight: var(--w-bold);
  }
  & > :nth-child(3) {
    min-width: 48px;
    text-align: end;
  }
`;
const Bar = styled.span<{ $share: number; $strong: boolean }>`
  display: block;
  height: 8px;
  margin-top: 2px;
  border-radius: var(--r-1);
  width: ${({ $share }) => Math.max(1, Math.round($share * 100))}%;
  background: var(${({ $strong }) => ($strong ? '--chart-2' : '--chart-6')});
`;

interface ShareBar {
  key: string;
  name: ReactNode;
  count: number;
  /** At the end of the line: a change, a share. */
  note?: string;
  /** Darker, for what the legend names. */
  strong?: boolean;
  /** What the count is of, and how its rows are opened. */
  open: { label: string; onOpen: () => void };
}

/** Counts as bars of one scale, each with its number. */
export function ShareBars({ bars, label }: { bars: readonly ShareBar[]; label: string }) {
  const top = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <List aria-label={label}>
      {bars.map(({ key, name, count, note, strong = true, open }) => (
        <li key={key}>
          <Line>
            <span>{name}</span>
            <span>
              <FigureButton text={count.toLocaleString('en-US')} count={count} {...open} />
            </span>
            {note !== undefined && (
              <Text as="span" $tone="muted">
                {note}
              </Text>
            )}
          </Line>
          <Bar aria-hidden $share={count / top} $strong={strong} />
        </li>
      ))}
    </List>
  );
}
