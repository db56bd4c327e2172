import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** The places to draw: those in sight, some around them, and the one that holds the focus, which would be lost with it. */
export function keptRange(scroller: HTMLElement | null, range: Range): number[] {
  const places = defaultRangeExtractor(range);
  const focused = document.activeElement;
  const row = focused && scroller?.contains(focused) ? focused.closest<HTMLElement>('[data-row-index]') : null;
  const at = row ? Number(row.dataset['rowIndex']) : NaN;
  return Number.isInteger(at) && at < range.count && !places.includes(at)
    ? [...places, at].sort((one, other) => one - other)
    : places;
}
