import { useEffect } from 'react';
import { focusNear, placeOf, type KeptPlace } from '@skein/ui/kept-place';

/** Milliseconds after which a lost focus is looked for: a page, a dialog or a tab that places it itself comes first. */
const patience = 200;
const dialogs = '[role="dialog"], [role="alertdialog"]';

/**
 * Keeps the place of somebody who works by keyboard: when the focused thing goes away or is disabled (a row is deleted, a hint is
 * mended, a page of a list is on its way), the focus comes back to it once it may, else to what stands nearest to where it was. Who
 * gives it up (a click on the empty page, "Done" of a phone's keyboard) is not called back.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let place: KeptPlace | null = null;
    let byKeyboard = false;
    /** The page that last had the focus: another one begins at its beginning, also when the focus was given up on the way to it. */
    let page = window.location.pathname;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isNowhere = () => document.activeElement === null || document.activeElement === document.body;
    const isLost = () => byKeyboard && isNowhere() && (place !== null || page !== window.location.pathname);
    const bringBack = () => {
      if (!isLost()) return;
      const isOfThisPage = place?.page === window.location.pathname;
      if (place && isOfThisPage) focusNear(place);
      // A dialog that held the focus while its page was left takes it away with it, and so does one that was opened before anything of the
      // new page had the focus: the page begins at its beginning. What is disabled gets the focus back later.
      if (isNowhere() && !(isOfThisPage && place?.trail[0]?.isConnected))
        document.getElementById('page')?.focus({ preventScroll: true });
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const before = place;
      place = placeOf(target);
      ({ page } = place);
      // A dialog takes the focus itself when what had it in there goes away: nobody sees it there.
      if (!byKeyboard || !before?.trail.includes(target) || before.trail[0]?.isConnected || !target.matches(dialogs))
        return;
      setTimeout(() => {
        if (document.activeElement === target) focusNear(before);
      }, patience);
    };
    const onBlur = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || !(target instanceof Element)) return;
      setTimeout(() => {
        if (place?.trail[0] !== target || !isNowhere() || !document.hasFocus()) return;
        // Still there and able to have the focus: it did not lose it, it was left.
        if (target.isConnected && !target.matches(':disabled') && target.getClientRects().length > 0) place = null;
      });
    };
    const onKey = () => {
      byKeyboard = true;
      // A press may have left the focus where it was, e.g. on a tool of the editor.
      if (!place && !isNowhere()) place = placeOf(document.activeElement as Element);
    };
    const onPointer = ({ target }: PointerEvent) => {
      byKeyboard = false;
      if (!(target instanceof Node && place?.trail[0]?.contains(target))) place = null;
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(bringBack, patience);
    });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('pointerdown', onPointer, true);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('pointerdown', onPointer, true);
    };
  }, []);
}
