/** Which lines of a long list are drawn: those in sight and a few around them. All lines are equally high. */
export function windowOf({
  count,
  rowHeight,
  scrollTop,
  height,
  around = 6,
}: {
  count: number;
  rowHeight: number;
  scrollTop: number;
  height: number;
  around?: number;
}): { first: number; last: number } {
  const first = Math.min(Math.max(0, Math.floor(scrollTop / rowHeight) - around), Math.max(0, count - 1));
  return { first, last: Math.min(count, Math.ceil((scrollTop + Math.max(height, rowHeight)) / rowHeight) + around) };
}

/** Where the list has to be scrolled to so that a line is in sight; null when it is. */
export function scrollTo({
  index,
  rowHeight,
  scrollTop,
  height,
}: {
  index: number;
  rowHeight: number;
  scrollTop: number;
  height: number;
}): number | null {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : null;
}
