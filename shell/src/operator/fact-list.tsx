import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const List = styled.dl`
  display: grid;
  gap: var(--s-2);
  & > div {
    display: grid;
    grid-template-columns: minmax(120px, 1fr) 2fr;
    gap: var(--s-4);
    align-items: baseline;
  }
  & dt {
    color: var(--muted);
  }
  & dd {
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

/** Facts with their names. */
export function FactList({ facts }: { facts: readonly (readonly [ReactNode, ReactNode])[] }) {
  return (
    <List>
      {facts.map(([name, fact], place) => (
        <div key={place}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </List>
  );
}
