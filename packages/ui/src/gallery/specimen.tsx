import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Section = styled.section`
  display: grid;
  gap: var(--s-3);
  min-width: 0;
  h2 {
    font-size: var(--fs-4);
    line-height: var(--lh-4);
    font-weight: var(--w-bold);
  }
`;

const Frame = styled.figure`
  min-width: 0;
  & > figcaption {
    margin-bottom: 6px;
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    font-weight: var(--w-medium);
    color: var(--muted);
  }
`;

const Stage = styled.div<{ $flush: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-3);
  min-width: 0;
  ${({ $flush }) => ($flush ? '' : 'padding: var(--s-4);')}
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  background: var(--surface);
  overflow: hidden;
  & > * {
    max-width: 100%;
  }
`;

/** A group of the gallery. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section>
      <h2>{title}</h2>
      {children}
    </Section>
  );
}

/** One component in its states; `keys` says how it is used without a mouse. */
export function Specimen({
  name,
  keys,
  flush = false,
  children,
}: {
  name: string;
  keys?: string;
  flush?: boolean;
  children: ReactNode;
}) {
  return (
    <Frame>
      <figcaption>
        {name}
        {keys && `. ${keys}`}
      </figcaption>
      <Stage $flush={flush}>{children}</Stage>
    </Frame>
  );
}

/** A fixed width inside a specimen. */
export const Cell = styled.div<{ $width?: number }>`
  width: ${({ $width = 280 }) => $width}px;
  max-width: 100%;
  min-width: 0;
`;
