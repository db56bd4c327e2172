import * as Primitive from 'radix-ui/popover';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { appear, overlaySurface } from './overlay-surface';
import { useUi } from './ui-provider';

const Panel = styled(Primitive.Content)<{ $width: number | string; $padded: boolean }>`
  ${overlaySurface}
  width: ${({ $width }) => (typeof $width === 'number' ? `${$width}px` : $width)};
  max-width: calc(100vw - 16px);
  max-height: var(--radix-popover-content-available-height);
  overflow: auto;
  padding: ${({ $padded }) => ($padded ? 'var(--s-3)' : '0')};
  z-index: calc(var(--z-dialog) + 1);
  outline: 0;
  animation: ${appear} var(--t-2) var(--ease);
`;

/** Props of a {@link Popover}. */
export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  /** Name of the panel. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  width?: number | string;
  padded?: boolean;
}

/** A small panel beside a button. Escape or a click outside closes it; focus returns to the button. */
export function Popover({ trigger, children, label, open, onOpenChange, align = 'start', side = 'bottom', width = 'auto', padded = true }: PopoverProps) {
  const { portalContainer } = useUi();
  return (
    <Primitive.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal container={portalContainer}>
        <Panel aria-label={label} align={align} side={side} sideOffset={4} collisionPadding={8} $width={width} $padded={padded}>{children}</Panel>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Closes the popover around it when pressed. */
export const PopoverClose = Primitive.Close;
