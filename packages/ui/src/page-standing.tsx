import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Line = styled.small`
  && {
    display: flex;
    align-items: center;
    gap: var(--s-2);
    /* So much that the title loses not even part of a pixel, for which its last word would be cut. */
    flex-shrink: 1000000;
    min-width: 200px;
    padding: var(--s-1) 0;
    line-height: var(--lh-2);
    white-space: normal;
  }
  & > span {
    min-width: 0;
    overflow: hidden;
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
  & > :not(span) {
    flex: none;
  }
`;

/** How things stand, beside a title: on several lines where one is too short. The title gives way after it, and its action is never cut. */
export const Standing = ({ text, action }: { text: ReactNode; action: ReactNode }) => (
  <Line>
    <span title={typeof text === 'string' ? text : undefined}>{text}</span>
    {action}
  </Line>
);
