import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './button';
import { useMedia } from './use-media';

/** Folded, only the chips that narrow the list stay, on the line of the bar; unfolded, all stand on a line of their own. */
const Chips = styled.div<{ $isOpen: boolean }>`
  display: ${({ $isOpen }) => ($isOpen ? 'flex' : 'contents')};
  flex-wrap: wrap;
  gap: var(--s-2);
  && {
    order: 1;
    flex: 1 0 100%;
  }
  & > :not([data-set]) {
    ${({ $isOpen }) => !$isOpen && 'display: none;'}
  }
`;

/** The chips of a filter bar that is too long for one line of a window under 1200 px. On a phone the bar scrolls instead. */
export function FilterFold({ children }: { children: ReactNode }) {
  const isTight = useMedia('(min-width: 720.02px) and (max-width: 1199.98px)');
  const [isOpen, setOpen] = useState(false);
  if (!isTight) return children;
  return (
    <>
      <Button size="small" icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters
      </Button>
      <Chips $isOpen={isOpen}>{children}</Chips>
    </>
  );
}
