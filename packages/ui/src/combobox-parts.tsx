import { styled } from 'styled-components';
import { controlEdge } from './input-shell';
import { truncate } from './text';

export const Chips = styled.div`
  position: relative;
  min-width: 0;
  width: 100%;
  & > button:last-child:not([role]) {
    position: absolute;
    right: 30px;
    top: 50%;
    transform: translateY(-50%);
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    border-radius: var(--r-1);
    color: var(--muted);
    &:hover {
      background: var(--surface-3);
      color: var(--text);
    }
  }
`;

export const ComboboxTrigger = styled.button<{ $size: 'small' | 'medium' | 'large'; $clearable: boolean }>`
  ${controlEdge}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-2);
  min-height: ${({ $size }) => ({ small: 'var(--h-sm)', medium: 'var(--h-md)', large: 'var(--h-lg)' })[$size]};
  ${({ $size }) => $size === 'small' && 'font-size: var(--fs-2);'}
  padding: 3px ${({ $clearable }) => ($clearable ? '38px' : '10px')} 3px 10px;
  position: relative;
  text-align: left;
  & > span {
    ${truncate} display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  & em {
    font-style: normal;
    color: var(--muted);
  }
  & > svg {
    color: var(--muted);
    ${({ $clearable }) => $clearable && 'position: absolute; right: 10px;'}
  }
  @media (max-width: 720px) {
    min-height: 40px;
  }
`;

export const Chip = styled.span`
  display: inline-flex;
  align-items: center;
  height: 20px;
  padding: 0 6px;
  border-radius: var(--r-1);
  background: var(--surface-3);
  color: var(--text-2);
  font-size: var(--fs-2);
  font-weight: var(--w-medium);
`;
