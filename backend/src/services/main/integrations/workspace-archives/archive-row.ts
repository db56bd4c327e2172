import type { CatalogTable } from './archive-catalog.store';
import { ArchiveError } from './read-archive';

/** A line of an archive as a row. @throws ArchiveError */
export function parseRow(line: string, table: string): Record<string, unknown> {
  try {
    const row = JSON.parse(line) as unknown;
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new ArchiveError(`This archive is damaged: a row of ${table} cannot be read.`);
}

/** The address of a mailbox that can send, or of a lead. */
export function addressOf(table: string, row: Record<string, unknown>): string[] {
  const value =
    table === 'lead'
      ? row['email']
      : table === 'mailbox' && (row['deleted_at'] ?? null) === null
        ? row['from_email']
        : null;
  return typeof value === 'string' ? [value.toLowerCase()] : [];
}

/** The id of a row, where its table is known by ids. @throws ArchiveError */
export function readId(row: Record<string, unknown>, { name, idLimit }: CatalogTable): number {
  const { id } = row;
  if (Number.isSafeInteger(id) && (id as number) > 0 && (id as number) <= (idLimit ?? 0)) return id as number;
  throw new ArchiveError(`This archive is damaged: a row of ${name} has no usable id.`);
}
