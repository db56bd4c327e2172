import { styled } from 'styled-components';

/** The pane of a conversation. While another one loads it stays, and fades a little when that takes long. */
export const Pane = styled.section`
  display: flex;
  flex-direction: column;
  flex: 1;
  min-height: 0;
  min-width: 0;
  &[aria-busy='true'] {
    opacity: 0.6;
    transition: opacity 150ms linear 250ms;
  }
`;
