import type { DataTableView } from '@skein/ui/data-table';

const heights: Record<DataTableView['density'], number> = { compact: 32, normal: 40, 'two-lines': 48 };
/** What a list page needs above and below its rows, in px: bars, title, filters, head and pager. */
const aroundRows = 296;

/** A page has five rows (the specification's size), or as many fives as the window has room for. */
const five = 5;
const most = 100;
/** Up to this width, in px, rows are cards, and five of them are longer than the window. */
const narrow = 720;

/** How many rows a list shows on one page until a person fixes a number: as many as the window has room for, in fives, 5 to 100. */
export function rowsThatFit(
  density: DataTableView['density'],
  { innerHeight: height, innerWidth: width }: Pick<Window, 'innerHeight' | 'innerWidth'> = window,
): number {
  if (width <= narrow) return five;
  const fit = Math.floor((height - aroundRows) / heights[density]);
  return Math.min(most, Math.max(five, fit - (fit % five)));
}
