import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

const focusable =
  'input:not([type="hidden"]):enabled, textarea:enabled, button:enabled, select:enabled, a[href], [tabindex="0"]';

/** The heading of a card or the label of a field that has one of these names. */
function namedPlace(page: HTMLElement, names: readonly string[]): HTMLElement | undefined {
  return [...page.querySelectorAll<HTMLElement>('h2, h3, label')].find((each) =>
    names.includes(each.firstChild?.textContent?.trim() ?? ''),
  );
}

/** Brings a card or a field into view and the focus to what is set there. */
function goTo(place: HTMLElement): void {
  const control = place instanceof HTMLLabelElement ? place.control : null;
  const around = place.closest<HTMLElement>('section') ?? place.parentElement ?? place;
  (control ?? around).scrollIntoView({ block: control ? 'center' : 'start' });
  const target = control ?? around.querySelector<HTMLElement>(focusable);
  if (target) return target.focus({ preventScroll: true });
  around.tabIndex = -1;
  return around.focus({ preventScroll: true });
}

/**
 * Leads to the setting that the address names (`?setting=Time zone`), as the command palette does. What a page still loads is waited
 * for, until the person does something themselves.
 */
export function useNamedSetting(page: RefObject<HTMLElement | null>): void {
  const location = useLocation();
  useEffect(() => {
    const names = new URLSearchParams(location.search).get('setting')?.split('|');
    const element = page.current;
    if (!names || !element) return undefined;
    const leaving = new AbortController();
    const look = () => {
      const place = namedPlace(element, names);
      if (!place) return;
      leaving.abort();
      goTo(place);
    };
    const observer = new MutationObserver(look);
    leaving.signal.addEventListener('abort', () => observer.disconnect());
    for (const event of ['pointerdown', 'keydown', 'wheel'])
      document.addEventListener(event, () => leaving.abort(), { signal: leaving.signal, passive: true });
    // After the palette has closed and given the focus back.
    const first = requestAnimationFrame(() => {
      observer.observe(element, { childList: true, subtree: true });
      look();
    });
    return () => {
      cancelAnimationFrame(first);
      leaving.abort();
    };
  }, [location, page]);
}
