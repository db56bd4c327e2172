import { csvLine } from '@skein/contracts/csv-cell';
import type { CatalogTable } from './archive-catalog.store';
import { csvCopies, type CsvCopy } from './archive-copies.store';
import { figureCopies } from './archive-figures.store';
import { toArchive } from './archive-names';

/** A CSV file of an archive. `textOf` makes a row of its query a line. */
export interface CsvFile extends CsvCopy {
  textOf: (row: Record<string, string>) => string;
}

/** Every table of the archive as it stands in rows/, and the copies. */
export const csvFiles = (catalog: readonly CatalogTable[], publicUrl: string): CsvFile[] => [
  ...catalog.map(({ name, columns, select }) => ({
    name: `csv/${name}.csv`,
    columns,
    sql: select,
    textOf: ({ line = '{}' }: Record<string, string>) => csvOfRow(columns, toArchive(line, publicUrl)),
  })),
  ...[...csvCopies, ...figureCopies].map((copy) => ({
    ...copy,
    textOf: (row: Record<string, string>) => csvLine(copy.columns.map((_, at) => row[`c${at}`] ?? '')),
  })),
];

/** A row of a table as CSV, in the order of its columns: texts as they are, what has parts as JSON. */
function csvOfRow(columns: readonly string[], line: string): string {
  const row = JSON.parse(line) as Record<string, unknown>;
  return csvLine(
    columns.map((column) => {
      const value = row[column] ?? null;
      if (value === null || typeof value === 'string' || typeof value === 'number') return value;
      return JSON.stringify(value);
    }),
  );
}
