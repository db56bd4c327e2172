import { useRef } from 'react';

/** What can take the focus back from an overlay: the element that had it, or, for an item of a closing menu, the menu's button. */
function focusOrigin(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menu = active.closest('[role="menu"]');
  const owner = menu?.getAttribute('aria-labelledby');
  return (owner ? document.getElementById(owner) : null) ?? active;
}

/** For overlays without a trigger of their own: remembers who had the focus and gives it back. */
export function useReturnFocus(): { remember: () => void; giveBack: (event: Event) => void } {
  const origin = useRef<HTMLElement | null>(null);
  return {
    remember: () => { origin.current = focusOrigin(); },
    giveBack: (event) => {
      event.preventDefault();
      if (origin.current?.isConnected) origin.current.focus();
    },
  };
}
