import { styled } from 'styled-components';

/** A card of an email that was not sent yet: a line with its state and what can be done, its words below. */
export const WaitingBox = styled.article`
  display: grid;
  gap: var(--s-2);
  padding: var(--s-3) var(--s-4);
  border: 1px dashed var(--border-strong);
  border-radius: var(--r-3);
  min-width: 0;
`;
export const WaitingHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-2);
  & > strong {
    flex: 1;
    min-width: 12em;
    font-weight: var(--w-medium);
    font-variant-numeric: tabular-nums;
  }
`;
export const WaitingWords = styled.p`
  color: var(--muted);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  white-space: pre-line;
`;
