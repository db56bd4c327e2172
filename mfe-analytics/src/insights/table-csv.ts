type Cell = string | number | null;

/** A cell that a spreadsheet shows as it is: what could be a formula is led by an apostrophe, as in the exports of the server. */
function cellOf(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** A table as CSV, with the mark that makes spreadsheets read UTF-8. */
export const tableCsv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${[header, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')}`;
