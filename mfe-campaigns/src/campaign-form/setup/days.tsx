import { styled } from 'styled-components';

/** Weekdays as switches beside each other. */
export const Days = styled.div`
  display: inline-flex;
  flex-wrap: wrap;
  gap: 4px;
  & > button {
    min-width: 40px;
    height: 32px;
    padding: 0 4px;
    text-align: center;
    border: 1px solid var(--border);
    border-radius: var(--r-2);
    background: var(--surface);
    color: var(--text-2);
  }
  & > button[aria-pressed='true'] {
    background: var(--accent-soft);
    border-color: var(--accent-line);
    color: var(--accent-text);
    font-weight: var(--w-medium);
  }
  @media (max-width: 720px) {
    & > button {
      height: 40px;
    }
  }
  & > button:disabled {
    cursor: not-allowed;
  }
`;

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
export const longNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
