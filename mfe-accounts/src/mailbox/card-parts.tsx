import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { StateStatus, type KnownState } from '@skein/ui/status';

/** Two columns of cards, 5 to 6; one below the other on a narrow screen. */
export const TwoColumns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
  gap: var(--s-4);
  align-items: start;
  & > div {
    display: grid;
    gap: var(--s-4);
    min-width: 0;
  }
  @media (max-width: 960px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const List = styled.ul`
  & > li {
    display: flex;
    align-items: center;
    gap: var(--s-3);
    min-height: 36px;
    padding: 4px var(--s-4);
    border-top: 1px solid var(--border);
    & > span:first-child {
      width: 136px;
      flex: none;
      white-space: normal;
    }
    & > p {
      flex: 1;
      min-width: 0;
      font-size: var(--fs-2);
      line-height: var(--lh-2);
      color: var(--muted);
      overflow-wrap: anywhere;
    }
    & > small {
      flex: none;
      font-size: var(--fs-1);
      line-height: var(--lh-1);
      color: var(--muted);
      font-variant-numeric: tabular-nums;
      font-weight: var(--w-medium);
    }
  }
  @media (max-width: 480px) {
    & > li {
      flex-wrap: wrap;
      gap: 0 var(--s-3);
      padding: var(--s-2) var(--s-4);
      & > span:first-child {
        width: auto;
        flex: 1;
      }
      & > p {
        order: 3;
        flex-basis: 100%;
      }
    }
  }
`;

/** One line: a state with its name, what is known, and when or how many. */
export interface StateLine {
  id: string;
  state: KnownState;
  name: string;
  text: ReactNode;
  end?: ReactNode;
  endTitle?: string;
}

/** Lines of a card: what holds and what does not. */
export function StateLines({ lines }: { lines: readonly StateLine[] }) {
  return (
    <List>
      {lines.map((line) => (
        <li key={line.id}>
          <StateStatus state={line.state} quiet>
            {line.name}
          </StateStatus>
          <p>{line.text}</p>
          {line.end !== undefined && <small {...(line.endTitle ? { title: line.endTitle } : {})}>{line.end}</small>}
        </li>
      ))}
    </List>
  );
}
