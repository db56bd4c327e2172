const tabbable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [contenteditable="true"], [tabindex]:not([tabindex="-1"])';

/**
 * Where the focus was: the element, what it stood in, its place on the screen, and the path of the page. A menu or a panel that floats
 * over the page stands in the button that opened it.
 */
export interface KeptPlace {
  trail: readonly Element[];
  at: { x: number; y: number };
  page: string;
}

/** The button that has opened what this element is, if anything. */
function openerOf({ id }: Element): Element | null {
  if (id === '') return null;
  return (
    [...document.querySelectorAll('[aria-controls][aria-expanded="true"]')].find(
      (opener) => opener.getAttribute('aria-controls') === id,
    ) ?? null
  );
}

/** Remembers the place of an element, for the time when it is gone. */
export function placeOf(element: Element): KeptPlace {
  const trail: Element[] = [];
  let origin = element;
  for (let around: Element | null = element; around; around = around.parentElement) {
    trail.push(around);
    const opener = openerOf(around);
    // A menu that is closed is gone, and its line with it: what stands nearest is nearest to the button.
    if (!opener || trail.includes(opener) || opener.contains(around)) continue;
    trail.push(opener);
    around = opener;
    origin = opener;
  }
  const { x, y } = origin.getBoundingClientRect();
  return { trail, at: { x, y }, page: window.location.pathname };
}

/** Whether an element, or something in it that it hands the focus on to, takes the focus: what is hidden does not. */
function takesFocus(element: Element, options?: FocusOptions): boolean {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus(options);
  return document.activeElement !== document.body && element.contains(document.activeElement);
}

/** Brings the focus back to an element, or, when it is gone or hidden, to what can be reached by Tab nearest to where it was. */
export function focusNear({ trail, at, page }: KeptPlace): void {
  const [origin, ...around] = trail;
  const isOfOldPage = page !== window.location.pathname && origin?.closest('#page') != null;
  // What is disabled may be pressed again soon: the focus comes back to it then.
  if (origin?.isConnected && !isOfOldPage && (origin.matches(':disabled') || takesFocus(origin))) return;
  // Another page has a place of its own to begin at; what stands there by chance may do something else.
  if (page !== window.location.pathname) return;
  for (const element of around) {
    if (!element.isConnected || element === document.body || element === document.documentElement) continue;
    const itself =
      element.matches(tabbable) ||
      (element.matches('[tabindex]') && !element.matches('[role="dialog"], [role="alertdialog"]'));
    const next = itself ? element : (nearest(element, at) ?? (element.matches('[tabindex]') ? element : undefined));
    if (next && takesFocus(next, { preventScroll: element === next })) return;
  }
}

function nearest(within: Element, at: KeptPlace['at']): HTMLElement | undefined {
  const distance = (element: Element) => {
    const { x, y } = element.getBoundingClientRect();
    return Math.hypot(x - at.x, y - at.y);
  };
  const shown = [...within.querySelectorAll<HTMLElement>(tabbable)].filter(
    (element) => element.getClientRects().length > 0,
  );
  return shown.sort((one, other) => distance(one) - distance(other))[0];
}
