import { styled } from 'styled-components';

/** The line below a drawing: the figures that are read, or that there are none. */
export const Readout = styled.p`
  min-height: 16px;
  margin-top: var(--s-1);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
`;
