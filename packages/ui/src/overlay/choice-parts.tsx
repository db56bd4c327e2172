import * as PopoverPrimitive from 'radix-ui/popover';
import { styled } from 'styled-components';
import { appear, overlaySurface } from '../overlay-surface';

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
  & > svg {
    color: var(--muted);
  }
  & > input {
    flex: 1;
    min-width: 0;
    border: 0;
    background: none;
    outline: 0;
    height: 100%;
  }
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
  & > svg {
    color: var(--accent-text);
    margin-left: auto;
  }
  & > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  small {
    display: block;
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    color: var(--muted);
  }
  &[data-active] {
    background: var(--surface-3);
  }
  &[aria-disabled='true'] {
    color: var(--disabled);
    cursor: not-allowed;
  }
  @media (max-width: 720px) {
    min-height: 40px;
  }
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
