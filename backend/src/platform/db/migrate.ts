import { Client } from 'pg';

import { readReplacedMigrations } from './baseline';
import {
  abandoned,
  applyFunction,
  changedFiles,
  dropAbandoned,
  functionsFolder,
  functionsNamedIn,
  readFunctions,
  readMarks,
  triggersNamedIn,
  type FunctionFile,
} from './function-files';
import { inTurns } from './in-turns';
import { MigrationError, readMigrations, runsAlone, statementsOf, withoutComments, type Migration } from './migration';
import { adoptBaseline, openHistory, readApplied, recordMigration } from './migration-history';

export interface MigrateOptions {
  url: string;
  /** migrations of another version than this one; they come without functions unless their folder is given too */
  folder?: string;
  functions?: string;
  onApplied?: (name: string) => void;
}

/**
 * Applies what is missing under Prisma's lock and in Prisma's history table, so that `prisma migrate deploy` and this
 * runner see the same state, and then the functions and triggers whose files changed. Migrations that follow each other
 * are one transaction, and the functions belong to the last one: no process sees new functions with old tables. A
 * function that a migration names is applied before it, and the triggers of its line `-- triggers: ...` in its own
 * transaction: what it counts is theirs from then on. A migration that begins with the line `-- no-transaction` runs
 * statement by statement outside a transaction (CREATE INDEX CONCURRENTLY); its statements end with `;` at a line's end
 * and can be repeated. A table that somebody uses is waited for in short turns, so that an upgrade beside running
 * workers never holds them up for long. A database that the replaced migrations made has what the baseline makes: the
 * baseline is recorded as applied. A database that a newer version has migrated keeps that version's functions.
 * @returns the names of the migrations and of the function files that were applied now
 * @throws MigrationError when one of them fails, when a table was in use for a quarter of an hour, when an applied migration was edited
 *   afterwards, and for a database that is too old
 */
export async function runMigrations(options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(options.folder);
  const functions = await functionsOf(options);
  const client = new Client({ connectionString: options.url, application_name: 'skein-migrate' });
  await client.connect();
  try {
    await openHistory(client);
    await adoptBaseline(client, migrations);
    const applied = await readApplied(client);
    const parts = inParts(findPending(migrations, applied));
    const given = isOfNewerVersion(applied.keys(), migrations) ? null : functions;
    const done: string[] = [];
    for (const [index, part] of parts.entries()) {
      const names = await applyPart(client, part, { functions, all: index === parts.length - 1 ? given : null });
      done.push(...names);
      names.forEach((name) => options.onApplied?.(name));
    }
    return done;
  } finally {
    await client.end();
  }
}

/** True when every migration of the folder is applied to the database. Reads only. */
export async function migrationsAreCurrent(
  query: (sql: string) => Promise<{ rows: { migration_name: string }[] }>,
  folder?: string,
): Promise<boolean> {
  const { rows } = await query(
    'select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  );
  const applied = new Set(rows.map((row) => row.migration_name));
  return (await readMigrations(folder)).every((migration) => applied.has(migration.name));
}

async function functionsOf({ folder, functions }: MigrateOptions): Promise<FunctionFile[]> {
  if (functions !== undefined) return readFunctions(functions);
  return folder === undefined ? readFunctions(functionsFolder()) : [];
}

function findPending(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  return migrations.filter((migration) => {
    const checksum = applied.get(migration.name);
    if (checksum === undefined || checksum === migration.checksum) return checksum === undefined;
    throw new MigrationError(
      `The migration ${migration.name} was changed after it had been applied to this database. ` +
        'Restore the file and put the change into a new migration.',
      migration.name,
    );
  });
}

function isOfNewerVersion(applied: Iterable<string>, migrations: readonly Migration[]): boolean {
  const known = new Set([...migrations.map(({ name }) => name), ...readReplacedMigrations().replaces]);
  return [...applied].some((name) => !known.has(name));
}

/** Neighbours that share a transaction, each of those that cannot by itself; the last part may be empty and takes the functions. */
function inParts(pending: readonly Migration[]): Migration[][] {
  const parts: Migration[][] = [];
  let together: Migration[] = [];
  for (const migration of pending) {
    if (runsAlone(migration)) {
      if (together.length > 0) parts.push(together);
      parts.push([migration]);
      together = [];
    } else together.push(migration);
  }
  return [...parts, together];
}

interface PartFunctions {
  /** those that a migration may name */
  functions: readonly FunctionFile[];
  /** those that have to be in the database when the part is done; null where that is left to a later part or another version */
  all: readonly FunctionFile[] | null;
}

async function applyPart(client: Client, part: readonly Migration[], { functions, all }: PartFunctions) {
  const [alone] = part;
  if (alone && runsAlone(alone)) {
    const named = await inTransaction(client, (step) =>
      applyFiles(client, functionsNamedIn(alone.sql, functions), step),
    );
    await explained(alone.name, () => applyAlone(client, alone));
    return [...named, alone.name];
  }
  return inTransaction(client, async (step) => {
    const done: string[] = [];
    for (const migration of part) {
      done.push(...(await applyFiles(client, functionsNamedIn(migration.sql, functions), step)));
      step(migration.name);
      await client.query(migration.sql);
      await recordMigration(client, migration);
      done.push(migration.name, ...(await applyFiles(client, triggersNamedIn(migration.sql, functions), step)));
    }
    if (all === null) return done;
    for (const name of abandoned(all, await readMarks(client))) {
      step(`functions/${name}.sql`);
      await dropAbandoned(client, name);
      done.push(`without functions/${name}.sql`);
    }
    return [...done, ...(await applyFiles(client, all, step))];
  });
}

async function applyFiles(client: Client, files: readonly FunctionFile[], step: (name: string) => void) {
  if (files.length === 0) return [];
  const changed = changedFiles(files, await readMarks(client));
  for (const file of changed) {
    step(`functions/${file.name}.sql`);
    await applyFunction(client, file);
  }
  return changed.map((file) => `functions/${file.name}.sql`);
}

/** @param work is told by `step` what it is about to do, for the error's sentence; it runs again when a lock was not free in time */
async function inTransaction(
  client: Client,
  work: (step: (name: string) => void) => Promise<string[]>,
): Promise<string[]> {
  let current = '';
  let done: string[] = [];
  const step = (name: string) => {
    current = name;
  };
  const attempt = async () => {
    await client.query('begin');
    try {
      done = await work(step);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  };
  await explained(
    () => current,
    () => inTurns(client, attempt),
  );
  return done;
}

async function applyAlone(client: Client, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration)) {
    // What is made concurrently holds nobody up while it waits, and would leave an invalid index if it gave up.
    if (/\bconcurrently\b/i.test(withoutComments(statement))) await client.query(statement);
    else await inTurns(client, () => client.query(statement));
  }
  await recordMigration(client, migration);
}

async function explained(name: string | (() => string), work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    const what = typeof name === 'string' ? name : name();
    const detail = cause instanceof Error ? cause.message : String(cause);
    const subject = what.endsWith('.sql') ? `The file backend/prisma/${what}` : `The migration ${what}`;
    throw new MigrationError(`${subject} failed: ${detail}`, what, { cause });
  }
}
