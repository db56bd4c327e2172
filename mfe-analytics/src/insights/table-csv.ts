import { csvLine } from '@skein/contracts/csv-cell';

/** A table as CSV, with the mark that makes spreadsheets read UTF-8. */
export const tableCsv = (header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string =>
  `\ufeff${[header, ...rows].map(csvLine).join('')}`;
