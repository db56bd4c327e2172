import { styled } from 'styled-components';

/** What a step is called, and a line about it. */
export const Step = styled.div`
  flex: 1;
  min-width: 0;
  & > b {
    font-weight: var(--w-medium);
  }
  & > p {
    color: var(--muted);
    font-size: var(--fs-2);
    line-height: var(--lh-2);
  }
`;
