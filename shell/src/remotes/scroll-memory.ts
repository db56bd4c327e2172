interface Place {
  top: number;
  left: number;
}

/**
 * Remembers how far things inside an element, and the page around it, are scrolled: an element that is taken out of the page loses it.
 * Listens instead of looking at every element, which would cost a layout.
 */
export function createScrollMemory(host: HTMLElement): { remember(): void; restore(isSameAddress: boolean): void } {
  const inside = new Map<Element, Place>();
  let around: (Place & { element: Element }) | undefined;
  host.addEventListener(
    'scroll',
    ({ target }) => {
      // Out of the page everything is at 0; that is not what a person did.
      if (target instanceof Element && host.isConnected)
        inside.set(target, { top: target.scrollTop, left: target.scrollLeft });
    },
    { capture: true, passive: true },
  );
  return {
    /** Called before the element leaves the page. The page around it begins at its top for whatever comes next. */
    remember() {
      const element = host.parentElement?.parentElement ?? undefined;
      around =
        element && element.scrollTop > 0 ? { element, top: element.scrollTop, left: element.scrollLeft } : undefined;
      if (around) around.element.scrollTop = 0;
    },
    /** Called when it is in the page again. At another address everything begins at its top. */
    restore(isSameAddress) {
      for (const [element, { top, left }] of inside) {
        if (!host.contains(element)) inside.delete(element);
        else if (isSameAddress) element.scrollTo({ top, left, behavior: 'instant' });
      }
      if (around && isSameAddress) around.element.scrollTop = around.top;
      around = undefined;
    },
  };
}
