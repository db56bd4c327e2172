import { styled } from 'styled-components';

/** A quiet fact in the top bar. */
export const Pill = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  height: var(--h-sm);
  padding: 0 var(--s-2);
  border-radius: var(--r-2);
  font-size: var(--fs-2);
  color: var(--text-2);
  font-weight: var(--w-medium);
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
  & > svg {
    color: var(--muted);
    flex: none;
  }
  &:hover {
    background: var(--surface-3);
  }
  @media (max-width: 960px) {
    & > span {
      display: none;
    }
  }
`;
