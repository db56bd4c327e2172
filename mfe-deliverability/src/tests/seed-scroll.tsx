import { styled } from 'styled-components';

/** A table of seeds that scrolls sideways where the card is narrower. */
export const SeedScroll = styled.div`
  overflow-x: auto;
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: var(--s-2) var(--s-4);
    border-top: 1px solid var(--border);
    text-align: left;
    font-weight: var(--w-regular);
    white-space: nowrap;
  }
  thead th {
    border-top: 0;
    color: var(--muted);
  }
`;
