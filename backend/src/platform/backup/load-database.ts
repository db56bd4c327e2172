import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { readReplacedMigrations, withReplaced } from '../db/baseline';
import { prepareDatabase } from '../db/prepare-database';
import { appliedMigrations, backupTables, columnList, type BackupHeader, type BackupTable } from './backup-tables';
import { mendRows, readMends } from './mend-rows';
import { cutTo, mayHoldMore } from './older-tables';
import { RestoreError } from './restore-error';
import { withChecksSuspended, withRulesSuspended } from './suspend-rules';

/** Real ms that the tables are waited for: better one sentence than a wait without end. */
const LOCK_LIMIT = 30_000;
/** Characters handed to COPY at once. */
const PIECE = 64 * 1024;

/**
 * Puts a backup in place of everything in the database, in one transaction: afterwards it holds exactly what the backup
 * holds, or what it held before. Sending is paused in the same transaction, until an operator confirms. The user that
 * owns the tables may do it: the user that Skein runs with.
 * @throws RestoreError while the product runs on the database, for a damaged file, for a backup of a newer version, and
 * for one whose tables have changed since
 */
export async function loadDatabase(url: string, file: string): Promise<{ tables: number; madeAt: string }> {
  await prepareDatabase(url);
  const client = new Client({ connectionString: url, application_name: 'skein-restore' });
  await client.connect();
  try {
    await refuseWhileInUse(client);
    await client.query('begin');
    await client.query(`set local lock_timeout = ${LOCK_LIMIT}`);
    const result = await withRulesSuspended(client, () => readBackup(client, file));
    await forgetJobs(client);
    await pauseSending(client);
    await client.query('commit');
    return result;
  } catch (error) {
    throw explain(error);
  } finally {
    await client.end();
  }
}

/** Says in one sentence why nothing was restored. */
function explain(error: unknown): RestoreError {
  if (error instanceof RestoreError) return error;
  const { code, message } = error as { code?: string; message: string };
  if (code === '42501')
    return new RestoreError(
      `The database user may not restore (${message}): connect as the user that owns the tables, the one that Skein runs with.`,
      { cause: error },
    );
  if (code === '55P03')
    return new RestoreError('Someone else is using the tables: end every other connection to this database first.', {
      cause: error,
    });
  if (code?.startsWith('23'))
    return new RestoreError(
      `The backup holds a row that this version does not take (${message}). Restore it with the version that made it into an empty database, then update.`,
      { cause: error },
    );
  return new RestoreError(`The backup could not be read (${message}): nothing was changed.`, { cause: error });
}

async function refuseWhileInUse(client: Client): Promise<void> {
  const {
    rows: [used],
  } = await client.query<{ count: number }>(
    `
      select count(*)::int as count
      from pg_stat_activity
      where datname = current_database()
        and pid <> pg_backend_pid()
        and application_name in ('skein_app', 'skein_system')
    `,
  );
  if (used && used.count > 0) throw new RestoreError('Skein runs on this database: stop every process of it first.');
}

/** What waited in the queue was about rows that are gone, and their numbers will be given to others. */
async function forgetJobs(client: Client): Promise<void> {
  await client.query('delete from graphile_worker._private_jobs');
}

/** A database without the row was never started: its first start finds a foreign identity, or makes the row. */
async function pauseSending(client: Client): Promise<void> {
  await client.query(
    `
      update instance
      set sending_paused_reason = 'RESTORED', sending_paused_at = clock_timestamp()
    `,
  );
}

async function readBackup(client: Client, file: string): Promise<{ tables: number; madeAt: string }> {
  const known = await backupTables(client);
  const input = lines(file);
  const next = async () => {
    const { value, done } = await input.next();
    if (done) throw new RestoreError('The backup is not whole: nothing was changed.');
    return value;
  };
  try {
    const header = checkHeader(JSON.parse(await next()) as BackupHeader, await appliedMigrations(client));
    const isOlder = await mayHoldMore(header.migrations);
    await client.query(`truncate ${known.map((table) => table.name).join(', ')}`);
    const load = async () => {
      await copyTables(client, { count: header.tables, known, isOlder, next });
      // Before rows are mended: one that is added then gets a number behind those of the backup.
      await setSequences(client, await next(), isOlder);
    };
    const mends = await readMends(header.migrations);
    if (mends.length === 0) await load();
    else
      await withChecksSuspended(client, async () => {
        await load();
        await mendRows(client, mends);
      });
    await skipGivenNumbers(client);
    return { tables: header.tables, madeAt: header.madeAt };
  } finally {
    await input.return(undefined);
  }
}

async function setSequences(client: Client, line: string, isOlder: boolean): Promise<void> {
  const { sequences } = JSON.parse(line) as { sequences: { name: string; last: string | null }[] };
  for (const { name, last } of sequences) {
    if (last === null) continue;
    const { rowCount } = await client.query('select setval(s, $2::bigint) from to_regclass($1) s where s is not null', [
      name,
      last,
    ]);
    if (rowCount === 0 && !isOlder)
      throw new RestoreError(`The backup holds the sequence ${name}, which this version does not know.`);
  }
}

/** The tables of a backup: how many it holds, those of this version, whether it may hold more than those, and its next line. */
interface TablesToCopy {
  count: number;
  known: readonly BackupTable[];
  isOlder: boolean;
  next: () => Promise<string>;
}

async function copyTables(client: Client, { count, known, isOlder, next }: TablesToCopy): Promise<void> {
  for (let tables = 0; tables < count; tables++) {
    const held = JSON.parse(await next()) as BackupTable;
    const own = known.find((one) => one.name === held.name);
    if (!own && !isOlder)
      throw new RestoreError(`The backup holds the table ${held.name}, which this version does not know.`);
    if (!own) await skipRows(next);
    else {
      const { table, cut } = isOlder ? cutTo(held, own.columns) : { table: held, cut: (line: string) => line };
      const copy = client.query(copyFrom(`copy ${table.name} (${columnList(table)}) from stdin`));
      await pipeline(Readable.from(rowsOf(next, cut), { objectMode: false }), copy);
    }
  }
}

/** Emails that left after the backup have numbers that their links name: no other email may get one of them. */
async function skipGivenNumbers(client: Client): Promise<void> {
  await client.query(`select setval('intent_id_seq', last_value + 1000000) from intent_id_seq`);
}

/** COPY's own mark behind the rows of a table. */
const END = '\\.';

/** The rows of one table, in pieces that are worth a round. */
async function* rowsOf(next: () => Promise<string>, cut: (line: string) => string): AsyncGenerator<string> {
  let piece = '';
  for (let line = await next(); line !== END; line = await next()) {
    piece += `${cut(line)}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

async function skipRows(next: () => Promise<string>): Promise<void> {
  while ((await next()) !== END);
}

function checkHeader(header: BackupHeader, migrations: readonly string[]): BackupHeader {
  if (header.format !== 'skein-backup-1') throw new RestoreError('The file is no backup of Skein.');
  const known = withReplaced(migrations, readReplacedMigrations());
  const unknown = header.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new RestoreError(`The backup was made by a newer version (${unknown.at(-1)}): update first.`);
  return header;
}

/** Lines as COPY has them: a line end within a value is written as two characters. */
async function* lines(file: string): AsyncGenerator<string, void> {
  let rest = '';
  const source = createReadStream(file);
  const text = source.pipe(createGunzip()).setEncoding('utf8');
  source.on('error', (error) => text.destroy(error));
  try {
    for await (const chunk of text) {
      const parts = (rest + (chunk as string)).split('\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
    if (rest !== '') yield rest;
  } finally {
    source.destroy();
  }
}
