import type { Client } from 'pg';
import { readMigrations, statementsOf, withoutComments } from '../db/migration';

/**
 * What later migrations mended in the rows of the versions before them: the `do` blocks of every migration that says
 * `-- mends rows` and that the backup was made without. A restore is one transaction in which nobody else works, so
 * they run whole instead of a few thousand rows at a time.
 * @param known names of the migrations that the backup was made with
 */
export async function readMends(known: readonly string[]): Promise<string[]> {
  const has = new Set(known);
  return (await readMigrations())
    .filter(({ name, sql }) => !has.has(name) && /^-- mends rows\b/m.test(sql))
    .flatMap((migration) => statementsOf(migration).map((statement) => withoutComments(statement).trim()))
    .filter((statement) => /^do\b/i.test(statement))
    .map((statement) => statement.replace(/ limit \d+| commit;/g, ''));
}

/** Runs what `readMends` found, as the owner of the tables whose rules are suspended. */
export async function mendRows(client: Client, mends: readonly string[]): Promise<void> {
  for (const mend of mends) await client.query(mend);
}
