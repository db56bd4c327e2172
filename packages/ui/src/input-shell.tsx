import { css, styled } from 'styled-components';

/** The edge, height and focus of every control that is typed into or opened. */
export const controlEdge = css`
  width: 100%;
  border: 1px solid var(--border-strong);
  border-radius: var(--r-2);
  background: var(--surface);
  color: var(--text);
  transition: border-color var(--t-1) var(--ease);
  &:hover {
    border-color: var(--border-control);
  }
  &:focus-within,
  &:focus-visible,
  &[data-state='open'] {
    outline: 2px solid var(--focus);
    outline-offset: -1px;
    border-color: transparent;
  }
  &[data-invalid] {
    border-color: var(--danger);
    &:focus-within,
    &:focus-visible {
      outline-color: var(--danger);
    }
  }
  &[data-disabled] {
    background: var(--surface-2);
    color: var(--muted);
    border-color: var(--border);
    cursor: not-allowed;
  }
`;

/** A row with an edge that holds an input, its icons and its units. */
export const InputShell = styled.div<{ $size?: 'small' | 'medium' | 'large' }>`
  ${controlEdge}
  display: flex;
  align-items: center;
  gap: var(--s-2);
  min-height: ${({ $size = 'medium' }) => ({ small: 'var(--h-sm)', medium: 'var(--h-md)', large: 'var(--h-lg)' })[$size]};
  padding: 0 ${({ $size = 'medium' }) => ($size === 'large' ? 'var(--s-3)' : '10px')};
  & > svg {
    color: var(--muted);
  }
  & > input {
    flex: 1;
    min-width: 0;
    align-self: stretch;
    border: 0;
    background: none;
    outline: 0;
    padding: 0;
    &:disabled {
      cursor: not-allowed;
    }
    &::-webkit-search-cancel-button {
      display: none;
    }
  }
  @media (max-width: 720px) {
    min-height: 40px;
  }
`;

/** A unit or a fixed part beside the typed value. */
export const Affix = styled.span`
  color: var(--muted);
  white-space: nowrap;
`;

/** An icon button inside a field's edge. */
export const InnerButton = styled.button.attrs({ type: 'button' })`
  display: inline-grid;
  place-items: center;
  width: 24px;
  height: 24px;
  margin-right: -6px;
  flex: none;
  border-radius: var(--r-1);
  color: var(--muted);
  &:hover {
    background: var(--surface-3);
    color: var(--text);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;
