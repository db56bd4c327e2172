import { useLayoutEffect, type RefObject } from 'react';

/**
 * Brings what is current into the middle of a strip that scrolls sideways, as on a phone. Only the strip scrolls: scrollIntoView would
 * move whatever stands around it too.
 * @param current changes when another one becomes current
 */
export function useCurrentInView(strip: RefObject<HTMLElement | null>, current: string | undefined): void {
  useLayoutEffect(() => {
    const bar = strip.current;
    if (!bar) return undefined;
    const show = () => {
      const mark = bar.querySelector<HTMLElement>('[aria-current], [aria-selected=true], [aria-pressed=true]');
      if (!mark || bar.scrollWidth <= bar.clientWidth) return;
      const [outer, inner] = [bar.getBoundingClientRect(), mark.getBoundingClientRect()];
      if (inner.left < outer.left || inner.right > outer.right)
        bar.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
    };
    show();
    // Fonts and counts come later, and make it wider.
    const observer = new ResizeObserver(show);
    for (const child of bar.children) observer.observe(child);
    return () => observer.disconnect();
  }, [strip, current]);
}
