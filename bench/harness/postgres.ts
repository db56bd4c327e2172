import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { prepareDatabase } from '../../backend/src/platform/db/prepare-database';
import { startEmbeddedPostgres } from '../../backend/src/platform/embedded-postgres/embedded-postgres';
import type { Bench } from './bench';

export interface BenchPostgres {
  /** The migrated database, as its owner. */
  url: string;
  /** For `alsoCpuOf`. */
  pid: number;
  /** A connection of its owner. */
  owner: Client;
}

/**
 * A PostgreSQL of its own for a bench: durable, migrated, on a temporary folder that goes when the bench ends, as the connection does. A
 * folder that SKEIN_BENCH_KEEP names stays: what took long to fill can be measured again.
 */
export async function openBenchPostgres(bench: Pick<Bench, 'cleanUp'>): Promise<BenchPostgres> {
  const kept = process.env['SKEIN_BENCH_KEEP'];
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'skein-bench-'));
  mkdirSync(folder, { recursive: true });
  await chmod(folder, 0o711);
  if (!kept) bench.cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({
    dataFolder: folder,
    database: 'bench',
    durable: true,
    maxConnections: 200,
  });
  bench.cleanUp(() => server.stop());
  await prepareDatabase(server.url);
  const owner = new Client({ connectionString: server.url });
  await owner.connect();
  bench.cleanUp(() => owner.end());
  return { url: server.url, pid: server.pid(), owner };
}
