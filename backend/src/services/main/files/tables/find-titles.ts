import { plainName } from './detect-header';
import { knownHeadings } from './known-headings';

/** Rows from the top among which the header is looked for. */
export const mostTitles = 10;

type Row = readonly (string | undefined)[];

/**
 * How many rows stand above the header: exports carry a title and a date there. The header is the first row with more
 * than half of the filled cells of the widest one, among the rows down to the first with an address; what stands above
 * it is no lead. Of several such rows that name columns, as in a file with a second header below the first, the one
 * with the most names that are known is the header. 0 where nothing tells, or where the row of the address itself would
 * be the header: then every row stays.
 */
export function countTitles(rows: readonly Row[]): number {
  const address = rows.slice(0, mostTitles + 1).findIndex(hasAddress);
  if (address <= 0) return 0;
  const filled = rows.slice(0, address + 1).map((row) => row.filter((cell) => cell?.trim()).length);
  const widest = Math.max(...filled);
  const header = filled.findIndex((count) => count * 2 > widest && count > 1);
  if (header < 0 || header >= address) return 0;
  let best = header;
  for (let index = header + 1; index < address; index += 1) {
    const known = countKnown(rows[index] ?? []);
    if (known > 1 && known >= countKnown(rows[best] ?? [])) best = index;
  }
  return best;
}

const hasAddress = (row: Row): boolean => row.some((cell) => cell?.includes('@'));

const known = new Set(Object.values(knownHeadings).flat());

/** Cells that name a field of a lead. */
const countKnown = (row: Row): number => row.filter((cell) => cell && known.has(plainName(cell))).length;
