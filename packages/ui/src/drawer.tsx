import * as Primitive from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { IconButton } from './icon-button';
import { fade, slide } from './overlay-surface';
import { useReturnFocus } from './return-focus';
import { isMessage } from './toast-room';
import { useUi } from './ui-provider';

const Scrim = styled(Primitive.Overlay)`
  position: fixed;
  inset: 0;
  z-index: var(--z-drawer);
  background: var(--scrim);
  animation: ${fade} var(--t-3) var(--ease);
`;

const Panel = styled(Primitive.Content)<{ $width: number; $side: 'left' | 'right' }>`
  position: fixed;
  top: 0;
  bottom: 0;
  /* Above the messages where they would lie on it: navigation and messages take 620 px. */
  @media (max-width: ${({ $width }) => Math.max(720, $width + 620)}px) {
    bottom: var(--toasts-room, 0px);
  }
  ${({ $side }) => $side}: 0;
  z-index: var(--z-drawer);
  display: flex;
  flex-direction: column;
  width: ${({ $width }) => $width}px;
  max-width: 100%;
  background: var(--surface);
  border-${({ $side }) => ($side === 'right' ? 'left' : 'right')}: 1px solid var(--border);
  box-shadow: var(--shadow-2);
  /* It has the focus while nothing in it does; its edge is not a thing to press. */
  &:focus {
    outline: 0;
  }
  animation: ${slide} var(--t-3) var(--ease);
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  min-height: 48px;
  padding: 0 var(--s-3) 0 var(--s-5);
  border-bottom: 1px solid var(--border);
  flex: none;
  & > h2 {
    font-size: var(--fs-4);
    line-height: var(--lh-4);
    font-weight: var(--w-bold);
    min-width: 0;
  }
  & > :last-child {
    margin-left: auto;
  }
`;

const Body = styled.div`
  flex: 1;
  min-height: 0;
  overflow: auto;
  padding: var(--s-4) var(--s-5);
`;

const Foot = styled.footer`
  flex: none;
  padding: var(--s-3) var(--s-5);
  border-top: 1px solid var(--border);
`;

/** Props of a {@link Drawer}. */
export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  side?: 'left' | 'right';
  /** Width in px; a phone gets all of its width. */
  width?: number;
  /** Whether the page behind can be used meanwhile: no scrim, no focus trap. */
  beside?: boolean;
}

/** A panel at the edge for what belongs to one thing on the page. Escape closes it; focus returns. */
export function Drawer({
  open,
  onOpenChange,
  title,
  children,
  footer,
  side = 'right',
  width = 408,
  beside = false,
}: DrawerProps) {
  const { portalContainer } = useUi();
  const returnFocus = useReturnFocus(open);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange} modal={!beside}>
      <Primitive.Portal container={portalContainer}>
        {!beside && <Scrim />}
        <Panel
          $width={width}
          $side={side}
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          onOpenAutoFocus={(event) => {
            if (beside) return;
            // The panel itself, which is read out by its title: a ring around Close would be the first thing that one sees.
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          onInteractOutside={(event) => {
            if (beside || isMessage(event.target)) event.preventDefault();
          }}
        >
          <Head>
            <Primitive.Title>{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton icon="close" label="Close" tooltip={false} />
            </Primitive.Close>
          </Head>
          <Body
            tabIndex={0}
            style={{ outlineOffset: '-2px' }}
            role="region"
            aria-label={typeof title === 'string' ? title : 'Details'}
          >
            {children}
          </Body>
          {footer && <Foot>{footer}</Foot>}
        </Panel>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
