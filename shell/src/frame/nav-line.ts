import { css } from 'styled-components';
import { phone } from './frame-style';

/** The look of one line of the navigation. */
export const navLine = css<{ $collapsed?: boolean }>`
  position: relative;
  display: flex;
  align-items: center;
  gap: 10px;
  width: 100%;
  height: 30px;
  padding: 0 var(--s-2);
  border-radius: var(--r-2);
  color: var(--text-2);
  font-weight: var(--w-medium);
  & > svg {
    color: var(--muted);
  }
  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  &:hover,
  &[data-state='open'] {
    background: color-mix(in oklab, var(--text) 5%, transparent);
  }
  &[aria-current='page'] {
    background: color-mix(in oklab, var(--text) 8%, transparent);
    color: var(--text);
  }
  &[aria-current='page'] > svg:first-child {
    color: var(--accent-text);
  }
  &[aria-current='page'] > :nth-child(3),
  &[aria-current='page'] > :nth-child(3) > :first-child {
    color: var(--text-2);
  }
  &[aria-disabled='true'] {
    color: var(--muted);
    cursor: help;
  }
  & > :nth-child(3) {
    margin-left: auto;
  }
  ${({ $collapsed }) => $collapsed && 'width: 40px; justify-content: center; padding: 0;'}
  ${phone} {
    height: 40px;
  }
`;
