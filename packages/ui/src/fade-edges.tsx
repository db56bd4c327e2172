import { css } from 'styled-components';

const depth = '28px';

/** The style of a strip that scrolls sideways: an edge behind which there is more fades out. For {@link fadeEdges}. */
export const fadedEdges = css`
  &[data-more='end'] {
    mask-image: linear-gradient(to left, transparent, #000 ${depth});
  }
  &[data-more='start'] {
    mask-image: linear-gradient(to right, transparent, #000 ${depth});
  }
  &[data-more='both'] {
    mask-image: linear-gradient(to right, transparent, #000 ${depth}, #000 calc(100% - ${depth}), transparent);
  }
`;

/** The ref of a strip that scrolls sideways without a scroll bar: says in `data-more` behind which edge there is more. */
export function fadeEdges(strip: HTMLElement | null): (() => void) | undefined {
  if (!strip) return undefined;
  const look = () => {
    const left = Math.abs(strip.scrollLeft);
    const [before, after] = [left > 1, strip.scrollWidth - strip.clientWidth - left > 1];
    const more = before && after ? 'both' : before ? 'start' : after ? 'end' : undefined;
    if (more) strip.dataset['more'] = more;
    else delete strip.dataset['more'];
  };
  // Fonts and counts come later and make it wider, and so does what is added to it.
  const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look);
  const watch = () => {
    sizes?.disconnect();
    for (const element of [strip, ...strip.children]) sizes?.observe(element);
    look();
  };
  watch();
  const children = new MutationObserver(watch);
  children.observe(strip, { childList: true });
  strip.addEventListener('scroll', look, { passive: true });
  return () => {
    sizes?.disconnect();
    children.disconnect();
    strip.removeEventListener('scroll', look);
  };
}
