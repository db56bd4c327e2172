import { truncate } from '@skein/ui/text';
import { styled } from 'styled-components';

/** What is known of a lead, a line each, with a sign before it. */
export const DataLines = styled.ul`
  display: grid;
  gap: 6px;
  font-size: var(--fs-2);
  line-height: 18px;
  & > li {
    display: flex;
    gap: var(--s-2);
    align-items: center;
    min-width: 0;
  }
  & > li > svg {
    color: var(--muted);
    flex: none;
  }
  & > li > :last-child {
    min-width: 0;
    ${truncate}
  }
`;
