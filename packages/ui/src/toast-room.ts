/** Space between the messages and what is next to them. */
const gap = 8;

/**
 * Tells the page how much room its messages need, as custom properties of the document: on a phone pages, dialogs and bars end above them
 * (`--toasts-room`); on a wide screen messages stand beside the navigation (`--toasts-left`) and above a bar that floats there (`--toasts-bottom`).
 */
export function makeRoom(list: Element | null): void {
  const { style } = document.documentElement;
  const box = list?.getBoundingClientRect();
  if (!list || !box || list.childElementCount === 0) {
    for (const name of ['--toasts-room', '--toasts-left', '--toasts-bottom']) style.removeProperty(name);
    return;
  }
  const main = document.querySelector('main')?.getBoundingClientRect();
  const left = Math.max(0, main?.left ?? 0);
  const bars = [...document.querySelectorAll('[data-bottom-bar]')].map((bar) => bar.getBoundingClientRect());
  const inTheWay = bars.filter((bar) => bar.height > 0 && bar.left < left + 2 * gap + box.width && bar.right > left);
  const bottom = Math.max(0, ...inTheWay.map((bar) => window.innerHeight - bar.top - gap));
  style.setProperty('--toasts-room', `${Math.ceil(box.height) + 2 * gap}px`);
  style.setProperty('--toasts-left', `${left}px`);
  style.setProperty('--toasts-bottom', `${bottom}px`);
}
