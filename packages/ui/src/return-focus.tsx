import { useEffect, useState } from 'react';
import { focusNear, placeOf, type KeptPlace } from './kept-place';

/** What can take the focus back from an overlay: the element that had it, or, for an item of a closing menu, the menu's button. */
export function focusOrigin(): KeptPlace | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menu = active.closest('[role="menu"]');
  const owner = menu?.getAttribute('aria-labelledby');
  return placeOf((owner ? document.getElementById(owner) : null) ?? active);
}

/**
 * What had the focus last outside of everything that floats: an overlay that loads while a menu closes is drawn before
 * the menu has given it back.
 */
let lastOutside: KeptPlace | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]'))
    lastOutside = placeOf(target);
});

/** Where the overlays that are open give the focus back to, the topmost last. */
const openOrigins: KeptPlace[] = [];

/** The origin of one that opens now; and, should the overlay that it is opened from make place for it, the origin of that one. */
const originNow = () => ({
  origin: focusOrigin(),
  panel: document.activeElement?.closest('[role="dialog"], [role="alertdialog"]'),
  before: openOrigins.at(-1),
});

/**
 * For overlays without a trigger of their own: gives the focus back to what had it when they opened, or to what stands nearest
 * when that is gone. Asked while the overlay is drawn for the first time: a field in it that focuses itself is quicker than any effect.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const [last, setLast] = useState(() => ({ open, at: open ? originNow() : null }));
  if (last.open !== open) setLast({ open, at: open ? originNow() : last.at });
  const { at } = last;
  useEffect(() => {
    const kept = (at?.panel && at.before) || at?.origin;
    if (!open || !kept) return undefined;
    openOrigins.push(kept);
    return () => {
      openOrigins.splice(openOrigins.indexOf(kept), 1);
    };
  }, [open, at]);
  return (event) => {
    event.preventDefault();
    const place = (at?.panel?.isConnected === false && at.before) || at?.origin || lastOutside;
    if (place) focusNear(place);
  };
}
