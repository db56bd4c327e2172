import { readMigrations } from '../db/migration';
import type { BackupTable } from './backup-tables';
import { RestoreError } from './restore-error';

/** The migration since which something else holds what a migration marked `contract` takes away. */
const losslessSince = /^-- lossless since (\S+):/m;

/**
 * Tables that have lost columns since, or whose rows keep a new rule, cannot take what an older version wrote, unless
 * nothing is lost with it.
 * @param made names of the migrations that the backup was made with
 * @returns whether the backup may hold tables and columns that this version no longer has, and needs none of
 * @throws RestoreError that says the way: with the version that made it, and then the update
 */
export async function mayHoldMore(made: readonly string[]): Promise<boolean> {
  const has = new Set(made);
  const missing = (await readMigrations()).filter(({ name, sql }) => /^-- contract: /m.test(sql) && !has.has(name));
  const lossy = missing.find(({ sql }) => !has.has(losslessSince.exec(sql)?.[1] ?? ''));
  if (lossy)
    throw new RestoreError(
      `The backup was made by a version whose tables were different (before ${lossy.name}). Restore it with that version into an empty database, then update.`,
    );
  return missing.length > 0;
}

/**
 * A table of a backup with the columns of this version alone, and how a line of it is cut to them: a tab stands between
 * two values of COPY's text form and nowhere else.
 */
export function cutTo(
  table: BackupTable,
  columns: readonly string[],
): { table: BackupTable; cut: (line: string) => string } {
  const kept = table.columns.flatMap((name, at) => (columns.includes(name) ? [at] : []));
  const pick = (values: readonly string[]) => kept.map((at) => values[at] as string);
  if (kept.length === table.columns.length) return { table, cut: (line) => line };
  return {
    table: { ...table, columns: pick(table.columns) },
    cut: (line) => pick(line.split('\t')).join('\t'),
  };
}
