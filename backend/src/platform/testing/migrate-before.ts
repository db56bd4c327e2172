import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { functionsFolder } from '../db/function-files';
import { runMigrations } from '../db/migrate';
import { migrationsFolder } from '../db/migration';

/**
 * A trigger's file is `table.trigger.sql`; a list makes those of the change history. Today's triggers name columns that
 * the version before does not have; functions are looked at when they are called.
 */
const isTrigger = /^[^.]+\.[^.]+\.sql$|^audited-tables\.json$/;

/** Makes the database of the version before a migration. */
export async function migrateBefore(url: string, first: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'skein-before-'));
  try {
    const [before, functions] = [join(folder, 'migrations'), join(folder, 'functions')];
    for (const name of await readdir(migrationsFolder()))
      if (name < first) await cp(join(migrationsFolder(), name), join(before, name), { recursive: true });
    await cp(functionsFolder(), functions, { recursive: true, filter: (file) => !isTrigger.test(basename(file)) });
    await runMigrations({ url, folder: before, functions });
  } finally {
    await rm(folder, { recursive: true });
  }
}
