import { useMemo, useRef, type MouseEvent, type PointerEvent } from 'react';

/** Milliseconds, about what phones use for a long press. */
const heldAfter = 450;
/** Pixels. A finger that moves further is scrolling. */
const slack = 10;

/** Handlers for the element around a list: a long press on a row selects it and does not open it. */
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
      // Keeps the phone’s link menu away; the click after a long press is dropped below.
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
