import { useLayoutEffect } from 'react';
import { createSignal } from './signal';

/** How many parts of the page that bring keys of their own are still on their way. */
export const arriving = createSignal(0);

/**
 * Says that something with keys of its own is on its way: one press that means nothing yet waits for it. Returns what says that it is here.
 */
export function beginArrival(): () => void {
  arriving.set((count) => count + 1);
  let isHere = false;
  return () => {
    if (!isHere) arriving.set((count) => count - 1);
    isHere = true;
  };
}

/** The same for a component, while `is` holds. */
export function useArrival(is = true): void {
  useLayoutEffect(() => (is ? beginArrival() : undefined), [is]);
}
