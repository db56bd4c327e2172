import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Client } from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { prepareDatabase } from '../db/prepare-database';
import { appliedMigrations, backupTables, columnList, type BackupHeader, type BackupTable } from './backup-tables';

/** A restore that was refused or failed, in one sentence. */
export class RestoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RestoreError';
  }
}

/**
 * Puts a backup in place of everything in the database, in one transaction: afterwards it holds exactly what the backup holds, or what it
 * held before. The sending fence then finds a database that is older than its last start, and nothing is sent until an operator confirms.
 * @throws RestoreError while the product runs on the database, for a damaged file, and for a backup of a newer version
 */
export async function loadDatabase(url: string, file: string): Promise<{ tables: number; madeAt: string }> {
  await prepareDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await refuseWhileInUse(client);
    await client.query('begin');
    await client.query(`set local session_replication_role = replica`).catch((error: Error) => {
      throw new RestoreError(
        'The database user may not restore: run "GRANT SET ON PARAMETER session_replication_role TO" that user, as a superuser.',
        { cause: error },
      );
    });
    const result = await readBackup(client, file);
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}

async function refuseWhileInUse(client: Client): Promise<void> {
  const {
    rows: [used],
  } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name in ('skein_app', 'skein_system')`,
  );
  if (used && used.count > 0) throw new RestoreError('Skein runs on this database: stop every process of it first.');
}

async function readBackup(client: Client, file: string): Promise<{ tables: number; madeAt: string }> {
  const known = await backupTables(client);
  const migrations = await appliedMigrations(client);
  let header: BackupHeader | null = null;
  let copy: CopyStreamQuery | null = null;
  let tables = 0;
  let isWhole = false;
  try {
    for await (const line of lines(file)) {
      if (copy) {
        if (line === '\\.') {
          await finish(copy);
          copy = null;
          tables += 1;
        } else if (!copy.write(`${line}\n`)) await drained(copy);
        continue;
      }
      const read = JSON.parse(line) as
        BackupHeader | BackupTable | { sequences: { name: string; last: string | null }[] };
      if (!header) {
        header = checkHeader(read as BackupHeader, migrations);
        await client.query(`truncate ${known.map((table) => table.name).join(', ')} cascade`);
      } else if ('sequences' in read) {
        for (const sequence of read.sequences)
          if (sequence.last !== null)
            await client.query('select setval($1::regclass, $2::bigint)', [sequence.name, sequence.last]);
        isWhole = true;
      } else {
        const table = read as BackupTable;
        if (!known.some((one) => one.name === table.name))
          throw new RestoreError(`The backup holds the table ${table.name}, which this version does not know.`);
        copy = client.query(copyFrom(`COPY ${table.name} (${columnList(table)}) FROM STDIN`));
      }
    }
  } catch (error) {
    if (error instanceof RestoreError) throw error;
    throw new RestoreError(`The backup could not be read: ${(error as Error).message}`, { cause: error });
  }
  if (!header || !isWhole || tables !== header.tables)
    throw new RestoreError('The backup is not whole: nothing was changed.');
  return { tables, madeAt: header.madeAt };
}

function checkHeader(header: BackupHeader, migrations: readonly string[]): BackupHeader {
  if (header.format !== 'skein-backup-1') throw new RestoreError('The file is no backup of Skein.');
  const unknown = header.migrations.filter((name) => !migrations.includes(name));
  if (unknown.length > 0)
    throw new RestoreError(`The backup was made by a newer version (${unknown.at(-1)}): update first.`);
  return header;
}

/** Lines as COPY has them: a line end within a value is written as two characters. */
async function* lines(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file).pipe(createGunzip()).setEncoding('utf8')) {
    const parts = (rest + (chunk as string)).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}

const finish = (copy: CopyStreamQuery) =>
  new Promise<void>((resolve, reject) => {
    copy.once('error', reject);
    copy.once('finish', resolve);
    copy.end();
  });
const drained = (copy: CopyStreamQuery) =>
  new Promise<void>((resolve, reject) => {
    copy.once('error', reject);
    copy.once('drain', resolve);
  });
