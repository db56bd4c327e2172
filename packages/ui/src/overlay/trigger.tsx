import {
  cloneElement,
  useCallback,
  useLayoutEffect,
  useRef,
  type ReactElement,
  type Ref,
  type RefCallback,
  type RefObject,
} from 'react';

type Props = Record<string, unknown>;

function setRef(ref: Ref<HTMLElement> | undefined, element: HTMLElement | null): void | (() => void) {
  if (typeof ref === 'function') return ref(element);
  if (ref) ref.current = element;
  return undefined;
}

/** Handlers of both, the child's first; of everything else the child's own, where it says anything. */
function joinProps(given: Props, own: Props): Props {
  const joined: Props = { ...given };
  for (const [name, first] of Object.entries(own)) {
    if (first === undefined) continue;
    const handler = given[name];
    joined[name] =
      typeof handler !== 'function' || typeof first !== 'function'
        ? first
        : (...values: unknown[]) => {
            first(...values);
            handler(...values);
          };
  }
  return joined;
}

/**
 * The element that opens something, with what that needs. It is the same element before and after the floating part has been loaded, so
 * that it keeps its focus and no press is lost.
 */
export function useTrigger(): {
  element: RefObject<HTMLElement | null>;
  draw: (child: ReactElement, given: Props) => ReactElement;
} {
  const element = useRef<HTMLElement | null>(null);
  const childRef = useRef<Ref<HTMLElement> | undefined>(undefined);
  const attach = useCallback<RefCallback<HTMLElement>>((found) => {
    element.current = found;
    const clean = setRef(childRef.current, found);
    return () => {
      element.current = null;
      if (typeof clean === 'function') clean();
      else setRef(childRef.current, null);
    };
  }, []);
  return {
    element,
    draw: (child, given) => {
      const own = child.props as Props & { ref?: Ref<HTMLElement> };
      childRef.current = own.ref;
      return cloneElement(child as ReactElement<Props>, { ...joinProps(given, own), ref: attach });
    },
  };
}

/** What the library's trigger is given instead of a button of its own: it draws nothing and points at the element that is there. */
export interface StandInProps {
  element: RefObject<HTMLElement | null>;
  /** Hears the handlers and attributes that the library wants on the button. */
  onProps?: (props: Props) => void;
  ref?: Ref<HTMLElement>;
}

export function StandIn({ element, onProps, ref, ...props }: StandInProps) {
  const held = useRef<{ element: HTMLElement | null; release: () => void } | null>(null);
  // With every drawing: the element may be another one than before, e.g. a button that got an explanation. The library composes a new
  // function for every drawing; what it sets is the same, so that only another element is told.
  useLayoutEffect(() => {
    const found = element.current;
    if (held.current?.element === found) return;
    held.current?.release();
    const clean = setRef(ref, found);
    held.current = { element: found, release: typeof clean === 'function' ? clean : () => setRef(ref, null) };
  });
  // Also when it is only hidden: it is told anew when it is shown.
  useLayoutEffect(
    () => () => {
      held.current?.release();
      held.current = null;
    },
    [],
  );
  useLayoutEffect(() => onProps?.(props));
  return null;
}
