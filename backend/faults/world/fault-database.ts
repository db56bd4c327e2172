import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDatabase } from '#platform/db/database';
import { retryOnConflict } from '#platform/db/retry';
import { prepareDatabase } from '#platform/db/prepare-database';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { hashPasswordOnce } from '#platform/testing/test-cluster';
import { createOwnerPool, type TestDatabase } from '#platform/testing/test-database';

/** A PostgreSQL that may be killed: what it has confirmed survives the end of its processes (not of the machine: nothing is flushed). */
export interface FaultCluster {
  /** Process id of the server itself, which starts again by itself when it is killed. */
  pid(): number;
  /** A new, migrated database on it. */
  createDatabase(): Promise<TestDatabase>;
  stop(): Promise<void>;
}

/**
 * @param options `folder` where it lies; one of its own that goes with it if not given. `source` of another version's database than today's
 */
export async function startFaultCluster(
  options: { folder?: string; source?: { folder: string; functions?: string } } = {},
): Promise<FaultCluster> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'skein-fault-postgres-'));
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({
    dataFolder: folder,
    database: 'template_of_faults',
    maxConnections: 200,
  });
  const administer = (sql: string) => administerDatabase(server.url, sql);
  await administer('alter system set fsync = off');
  if (options.folder) await administer(`alter system set max_wal_size = '64MB'`);
  await administer('select pg_reload_conf()');
  await administer(hashPasswordOnce(server.url));
  await prepareDatabase(server.url, options.source);
  return {
    pid: () => server.pid(),
    ...databasesOn(server.url),
    async stop() {
      await server.stop();
      if (!options.folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function administerDatabase(template: string, sql: string): Promise<void> {
  const url = new URL(template);
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Databases beside the migrated one that the address names, as copies of it. */
export function databasesOn(template: string): Pick<FaultCluster, 'createDatabase'> {
  let count = 0;
  return {
    async createDatabase() {
      count += 1;
      const name = `world_${count}`;
      await administerDatabase(template, `create database ${name} template template_of_faults`);
      const address = new URL(template);
      address.pathname = `/${name}`;
      const url = address.href;
      const owner = createOwnerPool(url);
      const database = createDatabase({ url, poolSize: 5, waitSeconds: 900, onConnectionError: () => undefined });
      return {
        url,
        database,
        // Somebody outside takes locks in an order of his own: whoever loses a deadlock asks again.
        query: <Row extends object>(sql: string, values: unknown[] = []) =>
          retryOnConflict(async () => (await owner.query<Row>(sql, values)).rows),
        owner,
        async drop() {
          await database.close();
          await owner.end();
          await administerDatabase(template, `drop database if exists ${name} with (force)`);
        },
      };
    },
  };
}
