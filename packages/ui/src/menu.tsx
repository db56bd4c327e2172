import { useId, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { createLaterPart } from './overlay/later-part';
import { useOpening } from './overlay/opener';
import { useTrigger } from './overlay/trigger';
import type { MenuProps } from './overlay/overlay.types';

export type { MenuEntry, MenuProps } from './overlay/overlay.types';

const part = createLaterPart(() => import('./overlay/menu-panel').then((module) => module.MenuPanel));

/**
 * Actions in a list. Arrow keys move, letters jump, Enter does it, Escape closes; focus returns to the button. The list is loaded when
 * the pointer or the focus comes to the first button of a menu.
 */
export function Menu({ trigger, entries, align = 'start', side = 'bottom', open: given, onOpenChange }: MenuProps) {
  const { element, draw } = useTrigger();
  const { open, change, Panel, panelId, attributes } = useOpening(part, { open: given, onOpenChange }, element);
  const generated = useId();
  const byKey = useRef(false);
  const buttonId = (trigger.props as { id?: string }).id ?? generated;
  return (
    <>
      {draw(trigger, {
        id: buttonId,
        'aria-haspopup': 'menu',
        ...attributes,
        onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
          if (event.button !== 0 || event.ctrlKey || event.currentTarget.disabled) return;
          byKey.current = false;
          change(!open);
          // The list takes the focus, not the button.
          if (!open) event.preventDefault();
        },
        onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
          const opens = event.key === 'Enter' || event.key === ' ' || event.key === 'ArrowDown';
          if (!opens) return;
          event.preventDefault();
          if (event.currentTarget.disabled) return;
          byKey.current = true;
          change(event.key === 'ArrowDown' || !open);
        },
      })}
      {Panel && (
        <Panel
          entries={entries}
          align={align}
          side={side}
          open={open}
          onOpenChange={change}
          element={element}
          buttonId={buttonId}
          panelId={panelId}
          byKey={byKey}
        />
      )}
    </>
  );
}
