import { randomUUID } from 'node:crypto';

import type { Client } from 'pg';

import { compareWithBaseline, explainTooOld, readReplacedMigrations } from './baseline';
import { MigrationError, type Migration } from './migration';

/** Prisma's own advisory lock: our runner and `prisma migrate deploy` exclude each other. */
const PRISMA_MIGRATION_LOCK = 72707369;

/** Real ms between two tries to take it. */
const lockPollMs = 100;

const CREATE_HISTORY = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )
`;

/**
 * Takes the lock and makes the history table if there is none.
 * Asks again and again instead of waiting inside one statement: CREATE INDEX CONCURRENTLY waits for every statement that began before it
 * ends, so whoever waited in one for its maker would be in a deadlock with it.
 */
export async function openHistory(client: Client): Promise<void> {
  const isTaken = async () =>
    (await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [PRISMA_MIGRATION_LOCK]))
      .rows[0]?.taken === true;
  while (!(await isTaken())) await new Promise((resolve) => setTimeout(resolve, lockPollMs));
  await client.query(CREATE_HISTORY);
}

/** The checksums of the applied migrations by name. */
export async function readApplied(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    `
      select migration_name, checksum
      from _prisma_migrations
      where finished_at is not null and rolled_back_at is null
    `,
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

/** @param steps 0 for a migration whose result the database had already, as `prisma migrate resolve --applied` records it */
export async function recordMigration(client: Client, migration: Migration, steps: 0 | 1 = 1): Promise<void> {
  await client.query(
    `
      insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      values ($1, $2, $3, clock_timestamp(), $4)
    `,
    [randomUUID(), migration.checksum, migration.name, steps],
  );
}

/**
 * Records the baseline as applied to a database that the replaced migrations made. Their rows stay: a process of an
 * older version that starts during the update finds them.
 * @throws MigrationError when the database lacks some of the replaced migrations
 */
export async function adoptBaseline(client: Client, migrations: readonly Migration[]): Promise<void> {
  const replaced = readReplacedMigrations();
  const baseline = migrations.filter(({ name }) => replaced.baseline.includes(name));
  if (baseline.length < replaced.baseline.length) return; // another version's folder
  const found = compareWithBaseline((await readApplied(client)).keys(), replaced);
  if (found.state === 'TOO_OLD') throw new MigrationError(explainTooOld(found.missing), found.missing[0] ?? '');
  if (found.state !== 'REPLACES') return;
  await client.query('begin');
  for (const migration of baseline) await recordMigration(client, migration, 0);
  await client.query('commit');
}
