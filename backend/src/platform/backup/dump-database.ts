import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { appliedMigrations, backupTables, columnList, type BackupHeader } from './backup-tables';

/**
 * Writes every row of the product into one compressed file, as of one moment, while the product runs. The file holds COPY's text form: any
 * PostgreSQL from 15 on can take it back. Sealed secrets stay sealed; the master key is not in it.
 * @returns how many tables and rows it holds
 */
export async function dumpDatabase(url: string, file: string): Promise<{ tables: number; rows: number }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // One snapshot for all tables; a reader never waits for writers, and they never for it.
    await client.query('begin isolation level repeatable read read only');
    const tables = await backupTables(client);
    const header: BackupHeader = {
      format: 'skein-backup-1',
      madeAt: new Date().toISOString(),
      migrations: await appliedMigrations(client),
      tables: tables.length,
    };
    let rows = 0;
    async function* content(): AsyncGenerator<Buffer | string> {
      yield `${JSON.stringify(header)}\n`;
      for (const table of tables) {
        yield `${JSON.stringify(table)}\n`;
        const copy = client.query(copyTo(`COPY (SELECT ${columnList(table)} FROM ${table.name}) TO STDOUT`));
        for await (const chunk of copy) yield chunk as Buffer;
        rows += copy.rowCount ?? 0;
        // COPY's own mark: no row can look like it.
        yield '\\.\n';
      }
      const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
        `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences where schemaname in ('public', 'sandbox')`,
      );
      yield `${JSON.stringify({ sequences })}\n`;
    }
    await pipeline(
      Readable.from(content()),
      createGzip({ level: 6 }),
      createWriteStream(`${file}.part`, { mode: 0o600 }),
    );
    await client.query('commit');
    // Whole or not at all.
    await rename(`${file}.part`, file);
    return { tables: tables.length, rows };
  } finally {
    await client.end();
  }
}
