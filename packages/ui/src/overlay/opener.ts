import { useEffect, useId, useLayoutEffect, useState, type ComponentType, type RefObject } from 'react';
import { toasts } from '../toast-store';
import { awaitField } from '../typed-ahead';
import type { LaterPart } from './later-part';

interface Opening {
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
}

function tellFailure(error: unknown): void {
  toasts.show({
    key: 'later-part',
    tone: 'danger',
    title: 'This could not be opened',
    text: 'Part of the page didn’t load. Check your connection, then try again.',
  });
  // To the page's own watch for failures: it reports it, and offers to load the newer build when that is the reason.
  void Promise.reject(error);
}

/**
 * What stands in something that is open already: fetched when it is drawn.
 * @param close called when it could not be fetched, which is told as well
 */
export function useContents<Props>(part: LaterPart<Props>, close: () => void): ComponentType<Props> | undefined {
  return part.usePart(true, (error) => {
    close();
    tellFailure(error);
  });
}

/**
 * Whether something is open, by itself or as its owner says, and its floating part: fetched when it is opened, kept from then on. Until
 * it is there, Escape, a press elsewhere or the focus that goes on takes the opening back, as it would close the part itself.
 * @param trigger the element that opens it
 * @returns besides, what that element says of it and does for it (`attributes`), and the id that the part bears
 */
export function useOpening<Props>(
  part: LaterPart<Props>,
  { open: given, onOpenChange }: Opening,
  trigger: RefObject<HTMLElement | null>,
) {
  const [own, setOwn] = useState(false);
  const [used, setUsed] = useState(false);
  const open = given ?? own;
  // Kept: what closes gives the focus back afterwards.
  if (open && !used) setUsed(true);
  const change = (next: boolean) => {
    setOwn(next);
    // Nobody waits for it any more: whether it arrives is told to nobody.
    if (!next && !Panel) setUsed(false);
    if (next !== open) onOpenChange?.(next);
  };
  const Panel = part.usePart(open || used, (error) => {
    change(false);
    tellFailure(error);
  });
  const panelId = useId();
  const shown = open && Panel !== undefined;
  const waits = open && !Panel;
  // A list of choices may have a field to search in.
  useLayoutEffect(() => (waits ? awaitField() : undefined), [waits]);
  useEffect(() => {
    if (!waits) return undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') change(false);
    };
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && trigger.current?.contains(target))) change(false);
    };
    const onFocus = ({ target }: FocusEvent) => {
      // What its owner opened has no focus to lose; a press on a button focuses, in some browsers, what the button stands in.
      if (own && target instanceof Node && !trigger.current?.contains(target) && !target.contains(trigger.current))
        change(false);
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('pointerdown', onPointer, true);
    document.addEventListener('focusin', onFocus, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('pointerdown', onPointer, true);
      document.removeEventListener('focusin', onFocus, true);
    };
  });
  const attributes = {
    'aria-expanded': shown,
    'aria-controls': shown ? panelId : undefined,
    'data-state': shown ? 'open' : 'closed',
    onPointerEnter: part.preload,
    onFocus: part.preload,
  };
  return { open, change, Panel, panelId, attributes };
}
