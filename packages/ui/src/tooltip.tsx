import { useRef, useState, type FocusEvent, type PointerEvent } from 'react';
import { createLaterPart } from './overlay/later-part';
import { useTrigger } from './overlay/trigger';
import type { TooltipProps } from './overlay/overlay.types';

export type { TooltipProps } from './overlay/overlay.types';

const part = createLaterPart(() => import('./overlay/tooltip-panel').then((module) => module.TooltipPanel));

type Handlers = Record<string, ((event: unknown) => void) | undefined>;

/** What the library hears of the element as it is, once it is there. */
const heard = ['onPointerMove', 'onPointerLeave', 'onBlur', 'onClick'] as const;
const heeded = [...heard, 'onPointerEnter', 'onPointerDown', 'onFocus'] as const;

function Explained({ content, children, side, delay }: Required<TooltipProps>) {
  const { element, draw } = useTrigger();
  const [awake, setAwake] = useState(false);
  const [state, setState] = useState('closed');
  const [describedBy, setDescribedBy] = useState<string>();
  const handlers = useRef<Handlers | null>(null);
  /** What the element has while the library is not there to see it. */
  const has = useRef<'pointer' | 'focus' | null>(null);
  const pressed = useRef(false);
  const Panel = part.usePart(awake, () => setAwake(false));
  const wake = (by: 'pointer' | 'focus') => {
    if (!handlers.current) has.current = by;
    setAwake(true);
  };
  const own: Partial<Record<(typeof heeded)[number], (event: never) => void>> = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') wake('pointer');
    },
    onPointerLeave: () => {
      has.current = null;
    },
    onPointerDown: (event: PointerEvent) => {
      has.current = null;
      pressed.current = true;
      const release = () => {
        pressed.current = false;
        document.removeEventListener('pointerup', release);
        document.removeEventListener('pointercancel', release);
      };
      document.addEventListener('pointerup', release);
      document.addEventListener('pointercancel', release);
      // The library would wait for the end of the press itself, and knows of none that becomes a scroll: it hears that it closes.
      handlers.current?.['onClick']?.(event);
    },
    onFocus: (event: FocusEvent) => {
      // A press that brings the focus asks for no explanation.
      if (pressed.current) return;
      wake('focus');
      handlers.current?.['onFocus']?.(event);
    },
    onBlur: () => {
      has.current = null;
    },
    onClick: () => {
      has.current = null;
    },
  };
  const given = Object.fromEntries(
    heeded.map((name) => [
      name,
      (event: unknown) => {
        own[name]?.(event as never);
        if ((heard as readonly string[]).includes(name)) handlers.current?.[name]?.(event);
      },
    ]),
  );
  return (
    <>
      {draw(children, { 'data-state': state, ...(describedBy ? { 'aria-describedby': describedBy } : {}), ...given })}
      {Panel && (
        <Panel
          content={content}
          side={side}
          delay={delay}
          element={element}
          onProps={(props) => {
            const isFirst = handlers.current === null;
            handlers.current = props as Handlers;
            setState(props['data-state'] as string);
            setDescribedBy(props['aria-describedby'] as string | undefined);
            if (!isFirst || has.current === null) return;
            // What happened before the library came.
            if (has.current === 'focus') handlers.current['onFocus']?.({});
            else handlers.current['onPointerMove']?.({ pointerType: 'mouse' });
          }}
        />
      )}
    </>
  );
}

/**
 * A short explanation on hover and focus. Escape closes it. Never the only place of a needed text: what places it is loaded with the
 * first one that is asked for, and without it the element works all the same.
 */
export function Tooltip({ content, children, side = 'top', delay = 300 }: TooltipProps) {
  if (content === undefined || content === null || content === '') return children;
  return (
    <Explained content={content} side={side} delay={delay}>
      {children}
    </Explained>
  );
}
