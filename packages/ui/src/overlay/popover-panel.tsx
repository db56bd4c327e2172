import * as Primitive from 'radix-ui/popover';
import { useRef, useState, type RefObject } from 'react';
import { styled } from 'styled-components';
import { firstField } from '../first-field';
import { IconButton } from '../icon-button';
import { focusNear, type KeptPlace } from '../kept-place';
import { appear, overlaySurface } from '../overlay-surface';
import { focusOrigin } from '../return-focus';
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

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-2);
  margin: -4px -4px var(--s-2) 0;
  & > h2 {
    font-size: var(--fs-3);
    line-height: var(--lh-3);
    font-weight: var(--w-bold);
  }
`;

/**
 * What had the focus when a panel opened, unless that was its own button: the panel gives the focus back to it. A press outside
 * chooses what has the focus next.
 */
function useOtherOpener(open: boolean, button: RefObject<HTMLElement | null>) {
  const now = () => (button.current?.contains(document.activeElement) ? null : focusOrigin());
  const [last, setLast] = useState<{ open: boolean; place: KeptPlace | null }>(() => ({
    open,
    place: open ? now() : null,
  }));
  if (last.open !== open) setLast({ open, place: open ? now() : last.place });
  const isPressedOutside = useRef(false);
  return {
    onInteractOutside: () => {
      isPressedOutside.current = true;
    },
    onCloseAutoFocus: (event: Event) => {
      if (last.place && !isPressedOutside.current) {
        event.preventDefault();
        focusNear(last.place);
      }
      isPressedOutside.current = false;
    },
  };
}

/** Props of a {@link PopoverPanel}. */
export interface PopoverPanelProps extends Required<
  Pick<PopoverProps, 'children' | 'label' | 'open' | 'align' | 'side' | 'width' | 'padded'>
> {
  title: string | undefined;
  onOpenChange: (open: boolean) => void;
  /** The button that opens it. */
  element: RefObject<HTMLElement | null>;
  panelId: string;
}

/** The panel of a popover, beside its button. */
export function PopoverPanel({
  children,
  label,
  title,
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
  const opener = useOtherOpener(open, element);
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
          {...opener}
          onOpenAutoFocus={(event) => {
            const first = title === undefined ? null : firstField(event.currentTarget);
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
        >
          {title !== undefined && (
            <Head>
              <h2>{title}</h2>
              <Primitive.Close asChild>
                <IconButton icon="close" label="Close" tooltip={false} />
              </Primitive.Close>
            </Head>
          )}
          {children}
        </Panel>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
