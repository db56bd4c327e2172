import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { findRepositoryRoot } from '../env/repository-root';

/** One `migrations/<name>/migration.sql`. */
export interface Migration {
  name: string;
  sql: string;
  /** sha256 of the file, hex, as Prisma stores it */
  checksum: string;
}

/** A migration or a function file that cannot be applied, in one sentence for the operator. */
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

/** True for a migration that begins with the line `-- no-transaction`. */
export const runsAlone = (migration: Migration): boolean => /^\s*--\s*no-transaction\b/.test(migration.sql);

/** The statements of a migration that runs outside a transaction: each ends with `;` at a line's end. */
export const statementsOf = (migration: Migration): string[] =>
  migration.sql
    .split(/;[ \t]*(?:\r?\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => withoutComments(statement).trim() !== '');

export const withoutComments = (sql: string): string => sql.replace(/--[^\n]*/g, '');
