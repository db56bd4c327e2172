import { useMemo, useRef, type MouseEvent, type PointerEvent } from 'react';

/** As long as a phone itself takes to see that a finger is held. */
const heldAfter = 450;
/** A finger that moves further scrolls, in px. */
const slack = 10;

/** Handlers for the element around a list: a finger held on a line selects it, and the line is not opened. */
export function useHeldRow(isOn: boolean, onHold: (id: number) => void) {
  const latest = useRef(onHold);
  latest.current = onHold;
  const press = useRef<{ timer: number; x: number; y: number; isHeld: boolean } | null>(null);
  return useMemo(() => {
    if (!isOn) return {};
    const stop = () => window.clearTimeout(press.current?.timer);
    return {
      onPointerDown: (event: PointerEvent) => {
        stop();
        press.current = null;
        const line = (event.target as HTMLElement).closest<HTMLElement>('[data-conversation]');
        if (event.pointerType !== 'touch' || !line) return;
        const started = { timer: 0, x: event.clientX, y: event.clientY, isHeld: false };
        started.timer = window.setTimeout(() => {
          started.isHeld = true;
          latest.current(Number(line.dataset['conversation']));
        }, heldAfter);
        press.current = started;
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const at = press.current;
        if (at && Math.hypot(clientX - at.x, clientY - at.y) > slack) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      // The phone’s own menu of a link, and the press that ends a hold.
      onContextMenu: (event: MouseEvent) => {
        if (press.current) event.preventDefault();
      },
      onClickCapture: (event: MouseEvent) => {
        if (!press.current?.isHeld) return;
        press.current = null;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, [isOn]);
}
