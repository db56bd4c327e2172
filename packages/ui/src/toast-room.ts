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
    endAbove(null);
    for (const name of ['--toasts-room', '--toasts-left', '--toasts-bottom']) style.removeProperty(name);
    return;
  }
  const { innerHeight } = window;
  const main = document.querySelector('main')?.getBoundingClientRect();
  const left = Math.max(0, main?.left ?? 0);
  const isInTheWay = (bar: DOMRect, from: number) =>
    bar.height > 0 &&
    bar.left < left + 2 * gap + box.width &&
    bar.right > left &&
    bar.top < innerHeight - from &&
    bar.top + bar.height > innerHeight - from - 2 * gap - box.height;
  // From the lowest up: above one bar there may be the next, such as a selection's above the pages.
  const bottom = [...document.querySelectorAll('[data-bottom-bar]')]
    .map((bar) => bar.getBoundingClientRect())
    .sort((one, other) => other.top - one.top)
    .reduce((from, bar) => (isInTheWay(bar, from) ? innerHeight - bar.top - gap : from), 0);
  style.setProperty('--toasts-left', `${left}px`);
  style.setProperty('--toasts-bottom', `${bottom}px`);
  // Measured where they are now: above the bars, and above what a phone keeps free at its edge.
  const placed = list.getBoundingClientRect();
  style.setProperty('--toasts-room', `${Math.ceil(innerHeight - placed.top) + gap}px`);
  endAbove(placed);
}

/**
 * Tells each list that messages reach into how far they do (`--messages-over`): it can be scrolled until its last line
 * is above them. One without messages over it is told so too, as the property is inherited.
 */
function endAbove(messages: DOMRect | null): void {
  const lists = [...document.querySelectorAll<HTMLElement>('[data-ends-above-messages]')];
  // Measured without what an earlier measure took off a list.
  for (const { style } of lists) style.setProperty('--messages-over', '0px');
  if (!messages) return;
  const reach = (list: DOMRect) =>
    list.left < messages.right && list.right > messages.left && list.top < messages.top
      ? Math.max(0, Math.ceil(list.bottom - messages.top) + gap)
      : 0;
  const found = lists.map((list) => reach(list.getBoundingClientRect()));
  lists.forEach(({ style }, at) => style.setProperty('--messages-over', `${found[at] ?? 0}px`));
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
