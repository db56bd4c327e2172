import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '../../backend/src/platform/db/prepare-database';
import { startEmbeddedPostgres } from '../../backend/src/platform/embedded-postgres/embedded-postgres';
import type { Bench } from './bench';

export interface BenchPostgres {
  /** The migrated database, as its owner. */
  url: string;
  /** For `alsoCpuOf`. */
  pid: number;
}

/** A PostgreSQL of its own for a bench: durable, migrated, on a temporary folder that goes when the bench ends. */
export async function startBenchPostgres(bench: Bench, { maxConnections = 200 } = {}): Promise<BenchPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'skein-bench-'));
  await chmod(folder, 0o711);
  bench.cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataFolder: folder, database: 'bench', durable: true, maxConnections });
  bench.cleanUp(() => server.stop());
  await prepareDatabase(server.url);
  return { url: server.url, pid: server.pid() };
}
