import { createLaterPart } from './overlay/later-part';
import { useOpening } from './overlay/opener';
import { useTrigger } from './overlay/trigger';
import type { PopoverProps } from './overlay/overlay.types';

export type { PopoverProps } from './overlay/overlay.types';

const part = createLaterPart(() => import('./overlay/popover-panel').then((module) => module.PopoverPanel));

/**
 * A small panel beside a button. Escape or a click outside closes it; focus returns to the button. What places it is loaded when the
 * pointer or the focus comes to the first such button.
 */
export function Popover({
  trigger,
  children,
  label,
  title,
  open: given,
  onOpenChange,
  align = 'start',
  side = 'bottom',
  width = 'auto',
  padded = true,
}: PopoverProps) {
  const { element, draw } = useTrigger();
  const { open, change, Panel, panelId, attributes } = useOpening(part, { open: given, onOpenChange }, element);
  return (
    <>
      {draw(trigger, {
        'aria-haspopup': 'dialog',
        ...attributes,
        onClick: () => change(!open),
      })}
      {Panel && (
        <Panel
          label={label}
          title={title}
          open={open}
          onOpenChange={change}
          align={align}
          side={side}
          width={width}
          padded={padded}
          element={element}
          panelId={panelId}
        >
          {children}
        </Panel>
      )}
    </>
  );
}
