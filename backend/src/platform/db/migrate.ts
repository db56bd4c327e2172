import { createHash, randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { Client } from 'pg';

import { findRepositoryRoot } from '../env/repository-root';

/** Prisma's own advisory lock: our runner and `prisma migrate deploy` exclude each other. */
const PRISMA_MIGRATION_LOCK = 72707369;

/** Real ms between two tries to take it. */
const lockPollMs = 100;
/**
 * How long a change of a table may wait for whoever uses it, in ms: everybody else who wants the table stands behind it. Then it steps
 * back, lets them pass and tries again, for so many ms in all: a report that runs for minutes does not stop sending.
 */
const waits = { forTable: 1_000, between: 500, inAll: 15 * 60_000 };

/** PostgreSQL's code for a lock that was not free within lock_timeout. */
/** SQLSTATE lock_not_available and deadlock_detected: somebody else's work is served first. */
const notFree = new Set(['55P03', '40P01']);

const CREATE_HISTORY = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/** One `migrations/<name>/migration.sql`. */
export interface Migration {
  name: string;
  sql: string;
  /** sha256 of the file, hex, as Prisma stores it */
  checksum: string;
}

/** A migration that cannot be applied, in one sentence for the operator. */
export class MigrationError extends Error {
  constructor(
    message: string,
    readonly migration: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'MigrationError';
  }
}

export const migrationsFolder = (): string => join(findRepositoryRoot(), 'backend', 'prisma', 'migrations');

/** The migrations of a folder, in the order of their names. */
export async function readMigrations(folder: string = migrationsFolder()): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Applies what is missing, one transaction a migration, under Prisma's lock and in Prisma's history table, so that
 * `prisma migrate deploy` and this runner see the same state.
 * A migration that begins with the line `-- no-transaction` runs statement by statement outside a transaction
 * (CREATE INDEX CONCURRENTLY): its statements end with `;` at a line's end, hold no function bodies, and can be repeated.
 * A table that somebody uses is waited for in short turns, so that an upgrade beside running workers never holds them up for long.
 * @returns the names that were applied now
 * @throws MigrationError when a migration fails, when a table was in use for a quarter of an hour, or an applied one was edited afterwards
 */
export async function runMigrations(options: {
  url: string;
  folder?: string;
  onApplied?: (name: string) => void;
}): Promise<string[]> {
  const migrations = await readMigrations(options.folder);
  const client = new Client({ connectionString: options.url, application_name: 'skein-migrate' });
  await client.connect();
  try {
    await takeLock(client);
    await client.query(CREATE_HISTORY);
    const applied = await readApplied(client);
    const done: string[] = [];
    for (const migration of migrations) {
      const checksum = applied.get(migration.name);
      if (checksum === migration.checksum) continue;
      if (checksum !== undefined) {
        throw new MigrationError(
          `The migration ${migration.name} was changed after it had been applied to this database. ` +
            'Restore the file and put the change into a new migration.',
          migration.name,
        );
      }
      await apply(client, migration);
      done.push(migration.name);
      options.onApplied?.(migration.name);
    }
    return done;
  } finally {
    await client.end();
  }
}

/**
 * Asks again and again instead of waiting inside one statement: CREATE INDEX CONCURRENTLY waits for every statement that began before it
 * ends, so whoever waited in one for its maker would be in a deadlock with it.
 */
async function takeLock(client: Client): Promise<void> {
  const isTaken = async () =>
    (await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [PRISMA_MIGRATION_LOCK]))
      .rows[0]?.taken === true;
  while (!(await isTaken())) await new Promise((resolve) => setTimeout(resolve, lockPollMs));
}

/** True when every migration of the folder is applied to the database. Reads only. */
export async function migrationsAreCurrent(
  query: (sql: string) => Promise<{ rows: { migration_name: string }[] }>,
  folder?: string,
): Promise<boolean> {
  const { rows } = await query(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  const applied = new Set(rows.map((row) => row.migration_name));
  return (await readMigrations(folder)).every((migration) => applied.has(migration.name));
}

async function readApplied(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

async function apply(client: Client, migration: Migration): Promise<void> {
  const record = () =>
    client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
  try {
    if (/^\s*--\s*no-transaction\b/.test(migration.sql)) {
      for (const statement of splitStatements(migration.sql)) {
        // What is made concurrently holds nobody up while it waits, and would leave an invalid index if it gave up.
        if (/\bCONCURRENTLY\b/i.test(withoutComments(statement))) await client.query(statement);
        else await inTurns(() => whileLocksAreFree(client, () => client.query(statement)));
      }
      await record();
      return;
    }
    await inTurns(() =>
      whileLocksAreFree(client, async () => {
        await client.query('BEGIN');
        try {
          await client.query(migration.sql);
          await record();
          await client.query('COMMIT');
        } catch (error) {
          await client.query('ROLLBACK').catch(() => undefined);
          throw error;
        }
      }),
    );
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(`The migration ${migration.name} failed: ${detail}`, migration.name, { cause });
  }
}

async function whileLocksAreFree(client: Client, work: () => Promise<unknown>): Promise<void> {
  await client.query(`SET lock_timeout = ${waits.forTable}`);
  try {
    await work();
  } finally {
    await client.query('RESET lock_timeout').catch(() => undefined);
  }
}

/** Again, as long as a lock was not free in time. */
async function inTurns(work: () => Promise<void>): Promise<void> {
  for (const end = Date.now() + waits.inAll; ; await new Promise((resolve) => setTimeout(resolve, waits.between))) {
    try {
      return await work();
    } catch (error) {
      if (!notFree.has((error as { code?: string }).code ?? '') || Date.now() > end) throw error;
    }
  }
}

function splitStatements(sql: string): string[] {
  return sql
    .split(/;[ \t]*(?:\r?\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => withoutComments(statement).trim() !== '');
}

const withoutComments = (sql: string): string => sql.replace(/--[^\n]*/g, '');
