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
  const client = new Client({ connectionString: url, application_name: 'skein-backup' });
  await client.connect();
  try {
    // One snapshot for all tables; a reader never waits for writers, and they never for it.
    await client.query('begin isolation level repeatable read read only');
    const tables = await backupTables(client);
    await refuseHiddenRows(client);
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
        const copy = client.query(copyTo(`copy (select ${columnList(table)} from ${table.name}) to stdout`));
        for await (const chunk of copy) yield chunk as Buffer;
        rows += copy.rowCount ?? 0;
        // COPY's own mark: no row can look like it.
        yield '\\.\n';
      }
      const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
        `
          select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
          from pg_sequences
          where schemaname in ('public', 'sandbox')
        `,
      );
      yield `${JSON.stringify({ sequences })}\n`;
    }
    await pipeline(
      Readable.from(content()),
      createGzip({ level: 6 }),
      createWriteStream(`${file}.part`, { mode: 0o600, flush: true }),
    );
    await client.query('commit');
    // Whole or not at all.
    await rename(`${file}.part`, file);
    return { tables: tables.length, rows };
  } finally {
    await client.end();
  }
}

/**
 * Row-level security leaves rows out without a word. Every table must have a policy that lets this user see all of it:
 * that of skein_system, whose member the login user is.
 * @throws Error in one sentence
 */
async function refuseHiddenRows(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `
      select format('%I.%I', n.nspname, c.relname) as table
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'sandbox')
        and c.relkind in ('r', 'p')
        and not c.relispartition
        and row_security_active(c.oid)
        and (
          not exists (
            select
            from pg_policy p
            where p.polrelid = c.oid
              and p.polpermissive
              and p.polcmd in ('*', 'r')
              and pg_get_expr(p.polqual, p.polrelid) = 'true'
              and exists (select from unnest(p.polroles) role where role = 0 or pg_has_role(role, 'USAGE'))
          )
          or exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive)
        )
      order by 1
    `,
  );
  if (rows.length > 0)
    throw new Error(
      `The database user may not see every row of ${rows.map((row) => row.table).join(', ')}, so nothing was backed up: connect as the user that Skein runs with, and run "GRANT skein_system TO" that user if this continues.`,
    );
}
