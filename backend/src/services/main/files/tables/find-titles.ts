/** Rows from the top among which the header is looked for. */
export const mostTitles = 10;

/**
 * How many rows stand above the header: exports carry a title and a date there. The header is the first row with more than half of the filled cells of
 * the widest one, among the rows down to the first with an address; what stands above it is no lead. 0 where nothing tells, or where the row of the address
 * itself would be the header: then every row stays.
 */
export function countTitles(rows: readonly (readonly (string | undefined)[])[]): number {
  const address = rows.slice(0, mostTitles + 1).findIndex(hasAddress);
  if (address <= 0) return 0;
  const filled = rows.slice(0, address + 1).map((row) => row.filter((cell) => cell?.trim()).length);
  const widest = Math.max(...filled);
  const header = filled.findIndex((count) => count * 2 > widest && count > 1);
  return header > 0 && header < address ? header : 0;
}

const hasAddress = (row: readonly (string | undefined)[]): boolean => row.some((cell) => cell?.includes('@'));
