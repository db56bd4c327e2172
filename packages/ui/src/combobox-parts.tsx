import * as PopoverPrimitive from 'radix-ui/popover';
import { styled } from 'styled-components';
import { controlEdge } from './input-shell';
import { appear, overlaySurface } from './overlay-surface';
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
    &:hover { background: var(--surface-3); color: var(--text); }
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
  & > span { ${truncate} display: flex; flex-wrap: wrap; gap: 4px; }
  & em { font-style: normal; color: var(--muted); }
  & > svg { color: var(--muted); ${({ $clearable }) => $clearable && 'position: absolute; right: 10px;'} }
  @media (max-width: 720px) { min-height: 36px; }
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

export const Panel = styled(PopoverPrimitive.Content)`
  ${overlaySurface}
  width: max(var(--radix-popover-trigger-width), 240px);
  max-width: calc(100vw - 16px);
  z-index: calc(var(--z-dialog) + 1);
  outline: 0;
  animation: ${appear} var(--t-2) var(--ease);
`;

export const SearchLine = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  height: 36px;
  padding: 0 10px;
  border-bottom: 1px solid var(--border);
  & > svg { color: var(--muted); }
  & > input { flex: 1; min-width: 0; border: 0; background: none; outline: 0; height: 100%; }
`;

export const List = styled.div`
  max-height: min(300px, calc(var(--radix-popover-content-available-height) - 48px));
  overflow: auto;
  padding: 4px;
`;

export const Option = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  min-height: 32px;
  padding: 4px var(--s-2);
  border-radius: var(--r-2);
  cursor: pointer;
  & > svg { color: var(--accent-text); margin-left: auto; }
  & > span { min-width: 0; overflow-wrap: anywhere; }
  small { display: block; font-size: var(--fs-2); line-height: var(--lh-2); color: var(--muted); }
  &[data-active] { background: var(--surface-3); }
  &[aria-disabled='true'] { color: var(--disabled); cursor: not-allowed; }
  @media (max-width: 720px) { min-height: 40px; }
`;

export const GroupName = styled.div`
  padding: 6px var(--s-2) 2px;
  font-size: var(--fs-1);
  line-height: var(--lh-1);
  font-weight: var(--w-medium);
  color: var(--muted);
`;

export const Message = styled.div`
  padding: 10px var(--s-2);
  color: var(--muted);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
`;

export const PanelFoot = styled.div`
  padding: 4px;
  border-top: 1px solid var(--border);
`;
