import * as Primitive from 'radix-ui/popover';
import type { RefObject } from 'react';
import { styled } from 'styled-components';
import { appear, overlaySurface } from '../overlay-surface';
import type { PopoverProps } from './overlay.types';
import { useUi } from '../ui-provider';
import { StandIn } from './trigger';

const Panel = styled(Primitive.Content)<{ $width: number | string; $padded: boolean }>`
  ${overlaySurface}
  width: ${({ $width }) => (typeof $width === 'number' ? `${$width}px` : $width)};
  max-width: calc(100vw - 16px);
  max-height: var(--radix-popover-content-available-height);
  overflow: auto;
  padding: ${({ $padded }) => ($padded ? 'var(--s-3)' : '0')};
  z-index: calc(var(--z-dialog) + 1);
  &:focus-visible {
    outline-offset: -2px;
  }
  animation: ${appear} var(--t-2) var(--ease);
`;

/** Props of a {@link PopoverPanel}. */
export interface PopoverPanelProps extends Required<
  Pick<PopoverProps, 'children' | 'label' | 'open' | 'align' | 'side' | 'width' | 'padded'>
> {
  onOpenChange: (open: boolean) => void;
  /** The button that opens it. */
  element: RefObject<HTMLElement | null>;
  panelId: string;
}

/** The panel of a popover, beside its button. */
export function PopoverPanel({
  children,
  label,
  open,
  onOpenChange,
  align,
  side,
  width,
  padded,
  element,
  panelId,
}: PopoverPanelProps) {
  const { portalContainer } = useUi();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>
        <StandIn element={element} />
      </Primitive.Trigger>
      <Primitive.Portal container={portalContainer}>
        <Panel
          id={panelId}
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          $width={width}
          $padded={padded}
        >
          {children}
        </Panel>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
