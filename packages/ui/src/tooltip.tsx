import { useRef, useState, type FocusEvent, type PointerEvent, type ReactElement, type ReactNode } from 'react';
import { createLaterPart } from './overlay/later-part';
import { useTrigger } from './overlay/trigger';

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

const part = createLaterPart(() => import('./overlay/tooltip-panel').then((module) => module.TooltipPanel));

type Handlers = Record<string, ((event: unknown) => void) | undefined>;

/** What the library hears of the element once it is there. */
const heard = ['onPointerMove', 'onPointerLeave', 'onPointerDown', 'onFocus', 'onBlur', 'onClick'] as const;

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
  const own: Partial<Record<(typeof heard)[number] | 'onPointerEnter', (event: never) => void>> = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') wake('pointer');
    },
    onPointerLeave: () => {
      has.current = null;
    },
    onPointerDown: () => {
      has.current = null;
      pressed.current = true;
      document.addEventListener('pointerup', () => { pressed.current = false; }, { once: true });
    },
    onFocus: (_event: FocusEvent) => {
      // A press that brings the focus asks for no explanation.
      if (!pressed.current) wake('focus');
    },
    onBlur: () => {
      has.current = null;
    },
    onClick: () => {
      has.current = null;
    },
  };
  const given = Object.fromEntries([...heard, 'onPointerEnter' as const].map((name) => [name, (event: unknown) => {
    own[name]?.(event as never);
    handlers.current?.[name]?.(event);
  }]));
  return (
    <>
      {draw(children, { 'data-state': state, ...(describedBy ? { 'aria-describedby': describedBy } : {}), ...given })}
      {Panel && (
        <Panel content={content} side={side} delay={delay} element={element} onProps={(props) => {
          const isFirst = handlers.current === null;
          handlers.current = props as Handlers;
          setState(props['data-state'] as string);
          setDescribedBy(props['aria-describedby'] as string | undefined);
          if (!isFirst || has.current === null) return;
          // What happened before the library came.
          if (has.current === 'focus') handlers.current['onFocus']?.({});
          else handlers.current['onPointerMove']?.({ pointerType: 'mouse' });
        }} />
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
  return <Explained content={content} side={side} delay={delay}>{children}</Explained>;
}
