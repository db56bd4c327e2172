import * as Primitive from 'radix-ui/tooltip';
import { keyframes, styled } from 'styled-components';
import type { TooltipProps } from './overlay.types';
import { useUi } from '../ui-provider';
import { StandIn, type StandInProps } from './trigger';

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

/** Props of a {@link TooltipPanel}: where it points, and who hears what the library wants to know of that element. */
export type TooltipPanelProps = Required<Pick<TooltipProps, 'content' | 'side' | 'delay'>> &
  Required<Pick<StandInProps, 'element' | 'onProps'>>;

/** The explanation beside an element, and when it is shown. */
export function TooltipPanel({ content, side, delay, element, onProps }: TooltipPanelProps) {
  const { portalContainer } = useUi();
  return (
    <Primitive.Provider delayDuration={delay}>
      <Primitive.Root>
        <Primitive.Trigger asChild>
          <StandIn element={element} onProps={onProps} />
        </Primitive.Trigger>
        <Primitive.Portal container={portalContainer}>
          <section aria-label="Explanation">
            <Content side={side} sideOffset={6} collisionPadding={8}>
              {content}
            </Content>
          </section>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
