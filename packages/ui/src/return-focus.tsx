import { useState } from 'react';
import { focusNear, placeOf, type KeptPlace } from './kept-place';

/** What can take the focus back from an overlay: the element that had it, or, for an item of a closing menu, the menu's button. */
function focusOrigin(): KeptPlace | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menu = active.closest('[role="menu"]');
  const owner = menu?.getAttribute('aria-labelledby');
  return placeOf((owner ? document.getElementById(owner) : null) ?? active);
}

/**
 * For overlays without a trigger of their own: gives the focus back to what had it when they opened, or to what stands nearest
 * when that is gone. Asked while the overlay is drawn for the first time: a field in it that focuses itself is quicker than any effect.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const [last, setLast] = useState(() => ({ open, origin: open ? focusOrigin() : null }));
  if (last.open !== open) setLast({ open, origin: open ? focusOrigin() : last.origin });
  return (event) => {
    event.preventDefault();
    if (last.origin) focusNear(last.origin);
  };
}
