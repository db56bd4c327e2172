import { useState, type ComponentType } from 'react';
import { toasts } from '../toast-store';
import type { LaterPart } from './later-part';

interface Opening {
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
}

function tellFailure(error: unknown): void {
  toasts.show({ key: 'later-part', tone: 'danger', title: 'This could not be opened', text: 'A part of the page did not arrive. Check your connection, then press again.' });
  // To the page's own watch for failures: it reports it, and offers to load the newer build when that is the reason.
  void Promise.reject(error);
}

/** Whether something is open, by itself or as its owner says, and its floating part: fetched when it is opened, kept from then on. */
export function useOpening<Props>(part: LaterPart<Props>, { open: given, onOpenChange }: Opening): { open: boolean; change: (next: boolean) => void; Panel: ComponentType<Props> | undefined } {
  const [own, setOwn] = useState(false);
  const [used, setUsed] = useState(false);
  const open = given ?? own;
  // Kept: what closes gives the focus back afterwards.
  if (open && !used) setUsed(true);
  const change = (next: boolean) => {
    setOwn(next);
    if (next !== open) onOpenChange?.(next);
  };
  const Panel = part.usePart(open || used, (error) => {
    change(false);
    setUsed(false);
    tellFailure(error);
  });
  return { open, change, Panel };
}
