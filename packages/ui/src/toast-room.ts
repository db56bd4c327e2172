/** Space between the messages and what is next to them. */
const gap = 8;

/**
 * Tells the page how much room its messages need, as custom properties of the document: on a phone pages, dialogs and
 * bars end above them (`--toasts-room`, from the edge of the window); on a wide screen messages are shown next to the
 * navigation (`--toasts-left`) and above what is at the bottom there (`--toasts-bottom`).
 */
export function makeRoom(list: Element | null): void {
  const { style } = document.documentElement;
  const box = list?.getBoundingClientRect();
  if (!list || !box || list.childElementCount === 0) {
    for (const name of ['--toasts-room', '--toasts-left', '--toasts-bottom']) style.removeProperty(name);
    return;
  }
  const { innerHeight } = window;
  const main = document.querySelector('main')?.getBoundingClientRect();
  const left = Math.max(0, main?.left ?? 0);
  const isInTheWay = (bar: DOMRect) =>
    bar.height > 0 &&
    bar.left < left + 2 * gap + box.width &&
    bar.right > left &&
    bar.top < innerHeight &&
    bar.top + bar.height > innerHeight - 2 * gap - box.height;
  const bars = [...document.querySelectorAll('[data-bottom-bar]')].map((bar) => bar.getBoundingClientRect());
  const bottom = Math.max(0, ...bars.filter(isInTheWay).map((bar) => innerHeight - bar.top - gap));
  style.setProperty('--toasts-left', `${left}px`);
  style.setProperty('--toasts-bottom', `${bottom}px`);
  // Measured where they are now: above the bars, and above what a phone keeps free at its edge.
  style.setProperty('--toasts-room', `${Math.ceil(innerHeight - list.getBoundingClientRect().top) + gap}px`);
}

/** Measures anew what room the messages that are shown need, for what has come, gone or moved beside them. */
export const placeMessages = (): void => makeRoom(document.querySelector('[data-toasts]'));

/** Whether this is in a message: a press there is meant for it, and ends no dialog below it. */
export const isMessage = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-toasts]') !== null;

/** Calls back whenever one of these elements has another size, or the window; until the answer is called. */
export function watchSizes(elements: readonly (Element | null)[], onChange: () => void): () => void {
  const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(onChange);
  for (const element of elements) if (element) observer?.observe(element);
  window.addEventListener('resize', onChange);
  return () => {
    observer?.disconnect();
    window.removeEventListener('resize', onChange);
  };
}
