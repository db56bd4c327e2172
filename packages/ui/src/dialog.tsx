import * as Primitive from 'radix-ui/dialog';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import { firstField } from './first-field';
import { IconButton } from './icon-button';
import { fade, overlaySurface, rise } from './overlay-surface';
import { useReturnFocus } from './return-focus';
import { isMessage } from './toast-room';
import { useUi } from './ui-provider';

const Scrim = styled(Primitive.Overlay)`
  position: fixed;
  inset: 0;
  z-index: var(--z-dialog);
  display: grid;
  /* A column as wide as its content would let a panel be wider than a phone. */
  grid-template-columns: minmax(0, 1fr);
  place-items: center;
  padding: var(--s-4);
  @media (max-width: 720px) {
    bottom: var(--toasts-room, 0px);
  }
  overflow: auto;
  background: var(--scrim);
  animation: ${fade} var(--t-3) var(--ease);
`;

const widths = { small: 400, medium: 560, large: 800, wide: 1200 } as const;

const Panel = styled(Primitive.Content)<{ $width: number }>`
  ${overlaySurface}
  display: flex;
  flex-direction: column;
  width: ${({ $width }) => $width}px;
  max-width: 100%;
  /* In the middle of the screen, and no lower than the messages begin: one that fits above them stays as it is. */
  max-height: max(60dvh, calc(100dvh - 2 * max(16px, var(--toasts-room, 0px))));
  @media (max-width: 720px) {
    max-height: calc(100dvh - 32px - var(--toasts-room, 0px));
  }
  /* Names without a space are as long as people make them. */
  overflow-wrap: break-word;
  &:focus-visible {
    outline-offset: -2px;
  }
  @media (pointer: coarse) {
    &:focus-visible {
      outline: none;
    }
  }
  animation: ${rise} var(--t-3) var(--ease);
`;

const Head = styled.header`
  display: flex;
  align-items: flex-start;
  gap: var(--s-2);
  padding: var(--s-6) var(--s-6) 0;
  & > button {
    margin: -4px -8px 0 auto;
  }
`;

const Title = styled(Primitive.Title)`
  font-size: var(--fs-4);
  line-height: var(--lh-4);
  font-weight: var(--w-bold);
  min-width: 0;
  overflow-wrap: anywhere;
`;

const Body = styled.div`
  /* The ring of a last field is drawn outside of it. */
  padding: var(--s-2) var(--s-6) var(--s-1);
  overflow: auto;
  min-height: 0;
  color: var(--text-2);
`;

const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: var(--s-2);
  padding: var(--s-5) var(--s-6) var(--s-6);
`;

/** Props of a {@link Dialog}. */
export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What it is about, read with the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  size?: keyof typeof widths;
  /** Called after closing; returns true if it moved the focus. Otherwise the focus returns to where it was. */
  focusAfter?: (() => boolean) | undefined;
  /** Neither Escape, nor a click outside, nor a close button ends it. */
  locked?: boolean;
  /** Focused first; else the first field (under a thumb the dialog), else the first thing that takes focus. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** `alertdialog` for a question that interrupts. */
  role?: 'dialog' | 'alertdialog';
}

/** Brings whoever pressed a button of the footer to the first field that this found fault with. */
function useFaultyField(open: boolean) {
  const panel = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLElement>(null);
  const wasFaulty = useRef(false);
  // With every drawing: a form in it says by itself what is wrong.
  useEffect(() => {
    const faulty = open ? panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null;
    const active = document.activeElement;
    if (
      faulty &&
      !wasFaulty.current &&
      (active === document.body || active === panel.current || foot.current?.contains(active))
    )
      faulty.focus();
    wasFaulty.current = Boolean(faulty);
  });
  return { panel, foot };
}

/**
 * A question or a short form over the page. Focus stays inside, Escape closes it, and focus returns to where it was; a
 * press that finds a field wrong leads to it.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'small',
  locked = false,
  initialFocus,
  focusAfter,
  role = 'dialog',
}: DialogProps) {
  const { portalContainer } = useUi();
  const returnFocus = useReturnFocus(open);
  const { panel, foot } = useFaultyField(open);
  const keep = (event: Event) => {
    if (locked) event.preventDefault();
  };
  return (
    <Primitive.Root
      open={open}
      onOpenChange={(next) => {
        if (next || !locked) onOpenChange(next);
      }}
    >
      <Primitive.Portal container={portalContainer}>
        <Scrim>
          <Panel
            ref={panel}
            $width={widths[size]}
            role={role}
            onEscapeKeyDown={keep}
            onInteractOutside={(event) => {
              if (locked || isMessage(event.target)) event.preventDefault();
            }}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onCloseAutoFocus={(event) => {
              if (focusAfter?.()) event.preventDefault();
              else returnFocus(event);
            }}
            onOpenAutoFocus={(event) => {
              const first = initialFocus?.current ?? firstField(event.currentTarget);
              if (!first) return;
              event.preventDefault();
              first.focus();
            }}
          >
            <Head>
              <Title>{title}</Title>
              {!locked && (
                <Primitive.Close asChild>
                  <IconButton icon="close" label="Close" tooltip={false} />
                </Primitive.Close>
              )}
            </Head>
            {(description || children) && (
              <Body>
                {description && (
                  <Primitive.Description asChild>
                    <div>{description}</div>
                  </Primitive.Description>
                )}
                {children && <div style={description ? { marginTop: 'var(--s-4)' } : undefined}>{children}</div>}
              </Body>
            )}
            {footer ? <Foot ref={foot}>{footer}</Foot> : <div style={{ height: 'var(--s-6)', flex: 'none' }} />}
          </Panel>
        </Scrim>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
