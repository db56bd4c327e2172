import * as Primitive from 'radix-ui/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { useUi } from './ui-provider';

const appear = keyframes`from { opacity: 0; transform: translateY(2px); }`;

const Content = styled(Primitive.Content)`
  max-width: 280px;
  padding: 6px 10px;
  border-radius: var(--r-2);
  background: var(--text);
  color: var(--surface);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  box-shadow: var(--shadow-2);
  z-index: var(--z-toast);
  animation: ${appear} var(--t-1) var(--ease);
  overflow-wrap: anywhere;
`;

/** Props of a {@link Tooltip}. */
export interface TooltipProps {
  /** The text; an empty one shows nothing. */
  content: ReactNode;
  /** One element that takes focus. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Wait before it opens on hover, in milliseconds; it opens at once on focus. */
  delay?: number;
}

/** A short explanation on hover and focus. Escape closes it. Never the only place of a needed text. */
export function Tooltip({ content, children, side = 'top', delay = 300 }: TooltipProps) {
  const { portalContainer } = useUi();
  if (content === undefined || content === null || content === '') return children;
  return (
    <Primitive.Provider delayDuration={delay}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal container={portalContainer}>
          <section aria-label="Explanation"><Content side={side} sideOffset={6} collisionPadding={8}>{content}</Content></section>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
