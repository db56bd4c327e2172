import { randomUUID } from 'node:crypto';

import { Client, Pool } from 'pg';

import { createDatabase, type Database } from '../db/database';
import { readTestEnvironment } from './env';
import { TEMPLATE_DATABASE, withDatabase } from './test-cluster';

export interface TestDatabase {
  /** connects as the owner: for what only migrations may do */
  url: string;
  database: Database;
  /** Rows of one statement as the owner, who sees everything: for arranging and looking, never in product code. */
  query<Row extends object = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Further connections of the owner, kept until `drop`: a new one costs more than most of what is asked through it. */
  owner: Pool;
  /** Closes every connection and removes the database. */
  drop(): Promise<void>;
}

/**
 * A database of its own for one test file, copied from the migrated template in about 60 ms: the server copies its files as
 * files (`file_copy_method=clone`), where writing a thousand relations page by page takes a second.
 * Call it in `beforeAll` and `drop` in `afterAll`.
 */
export async function createTestDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  const { postgresUrl } = readTestEnvironment();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Open until the end: to connect takes as long as to copy the template.
  const admin = await connect(postgresUrl);
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE} STRATEGY = FILE_COPY`);
  const url = withDatabase(postgresUrl, name);
  const database = createDatabase({ url, poolSize: options.poolSize ?? 5, waitSeconds: 900 });
  const asking = await connect(url);
  const owner = createOwnerPool(url);
  return {
    url,
    database,
    async query<Row extends object>(sql: string, values: unknown[] = []) {
      return (await asking.query<Row>(sql, values)).rows;
    },
    owner,
    async drop() {
      await database.close();
      await Promise.all([asking.end(), owner.end()]);
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** At most two connections, which stay open. When one is lost, the next question makes another. */
export function createOwnerPool(url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 2, idleTimeoutMillis: 0 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** An empty database without any migration, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { postgresUrl } = readTestEnvironment();
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await administer(postgresUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
  return {
    url: withDatabase(postgresUrl, name),
    drop: () => administer(postgresUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function administer(url: string, sql: string): Promise<void> {
  const client = await connect(url);
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
