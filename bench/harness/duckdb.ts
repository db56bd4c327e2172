import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Bench } from './bench';

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowObjects(): Record<string, unknown>[] }>;
}
interface Library {
  DuckDBInstance: {
    create(path: string, options?: Record<string, string>): Promise<{ connect(): Promise<Connection> }>;
  };
  version(): string;
}

/**
 * DuckDB, which is not installed with the product: `npm install @duckdb/node-api` in any folder, and SKEIN_BENCH_DUCKDB names that folder.
 * @returns null where it is not there
 */
export async function openDuckdb(bench: Bench): Promise<{ connection: Connection; version: string } | null> {
  const folder = process.env['SKEIN_BENCH_DUCKDB'];
  if (!folder) {
    bench.say('DuckDB is not here: SKEIN_BENCH_DUCKDB names no folder with @duckdb/node-api.');
    return null;
  }
  const library = createRequire(join(folder, 'package.json'))('@duckdb/node-api') as Library;
  const instance = await library.DuckDBInstance.create(':memory:');
  return { connection: await instance.connect(), version: library.version() };
}
