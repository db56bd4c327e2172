/**
 * A cell that begins like a formula, with an equals sign or @, also in the width of East Asian letters; numbers and phone numbers
 * are none.
 */
const isFormula = (text: string): boolean =>
  /^'*[=@\t\r\n\uff1d\uff20\uff0b\uff0d]/.test(text) || (/^'*[+-]/.test(text) && !/^[+-][\d\s().,/-]+$/.test(text));

/**
 * A value as CSV (RFC 4180). A text that a spreadsheet would run as a formula is disarmed by an apostrophe (OWASP, CSV
 * injection), and so is one that looks disarmed already: what {@link readCell} makes of it is then always the value
 * that it was.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = isFormula(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of CSV. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A cell of a file as it was meant: without the apostrophe that disarms it. */
export const readCell = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;
