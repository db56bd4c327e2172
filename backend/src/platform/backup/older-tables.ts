import { readMigrations, withoutComments } from '../db/migration';
import type { BackupTable } from './backup-tables';
import { RestoreError } from './restore-error';

/** The migration since which something else holds what a migration marked `contract` takes away. */
const losslessSince = /^-- lossless since (\S+):/m;

/**
 * Tables that have lost columns since, or whose rows keep a new rule, cannot take what an older version wrote, unless nothing is lost with it.
 * @param made names of the migrations that the backup was made with
 * @returns what the backup may have and this version has not: names of tables, and `table.column`
 * @throws RestoreError that says the way: with the version that made it, and then the update
 */
export async function findGone(made: readonly string[]): Promise<ReadonlySet<string>> {
  const has = new Set(made);
  const missing = (await readMigrations()).filter(({ name, sql }) => /^-- contract: /m.test(sql) && !has.has(name));
  const lossy = missing.find(({ sql }) => !has.has(losslessSince.exec(sql)?.[1] ?? ''));
  if (lossy)
    throw new RestoreError(
      `The backup was made by a version whose tables were different (before ${lossy.name}). Restore it with that version into an empty database, then update.`,
    );
  return new Set(missing.flatMap(({ sql }) => droppedBy(withoutComments(sql))));
}

function droppedBy(sql: string): string[] {
  const tables = [...sql.matchAll(/\bdrop table (\w+);/gi)].map(([, table]) => `public.${table}`);
  const columns = [...sql.matchAll(/\balter table (\w+)\s([^;]*);/gi)].flatMap(([, table, changes]) =>
    [...(changes as string).matchAll(/\bdrop column (\w+)/gi)].map(([, column]) => `public.${table}.${column}`),
  );
  return [...tables, ...columns];
}

/** A table of a backup without the columns that are gone, and how a line of it is cut to the others: a tab stands between two values of COPY's text form and nowhere else. */
export function withoutGone(
  table: BackupTable,
  gone: ReadonlySet<string>,
): { table: BackupTable; cut: (line: string) => string } {
  const kept = table.columns.flatMap((name, at) => (gone.has(`${table.name}.${name}`) ? [] : [at]));
  const pick = (values: readonly string[]) => kept.map((at) => values[at] as string);
  if (kept.length === table.columns.length) return { table, cut: (line) => line };
  return {
    table: { ...table, columns: pick(table.columns) },
    cut: (line) => pick(line.split('\t')).join('\t'),
  };
}
