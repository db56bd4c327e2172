import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { z } from 'zod';
import type { StoredFiles } from '../storage/disk-store';
import { backUpFiles, restoreFiles } from './copy-files';
import { dumpDatabase } from './dump-database';
import { loadDatabase } from './load-database';
import { RestoreError } from './restore-error';

/** What a backup says of itself, in its `backup.json`, which is written last. */
const manifestShape = z.object({
  format: z.literal('skein-backup-2'),
  madeAt: z.string(),
  tables: z.number(),
  rows: z.number(),
  files: z.number(),
  bytes: z.number(),
  /** sha256 of database.gz, hex */
  database: z.string(),
});
export type BackupManifest = z.output<typeof manifestShape>;

/** The database and the place of the files. */
export interface BackupSource {
  /** connects as the user that owns the tables */
  url: string;
  files: StoredFiles;
}

/**
 * Writes the database as of one moment and every stored file into a folder that is empty or not there.
 * @param previous an earlier backup on the same disk, whose unchanged files are shared
 * @throws Error when the folder holds something
 */
export async function backUp(source: BackupSource, folder: string, previous?: string): Promise<BackupManifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty: a backup goes into a folder of its own.`);
  const madeAt = new Date().toISOString();
  const { tables, rows } = await dumpDatabase(source.url, join(folder, 'database.gz'));
  // After the database: a file that its rows name was there before them.
  const copied = await backUpFiles(source.files, join(folder, 'files'), previous ? join(previous, 'files') : null);
  const manifest: BackupManifest = {
    format: 'skein-backup-2',
    madeAt,
    tables,
    rows,
    ...copied,
    database: await hashOf(join(folder, 'database.gz')),
  };
  await writeFile(join(folder, 'backup.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  return manifest;
}

/** The name of a backup in a folder of many: when it was begun, in UTC. Sorted by name they are sorted by time. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const nameNow = () => new Date().toISOString().replace(/[:.]/g, '-');
const UNFINISHED = '.unfinished-';

/**
 * Makes a further backup in a folder of backups, and then deletes all but the newest `keep`. A backup appears under its
 * name when it is whole, so the folder can be copied away at any time; one that was killed is removed by the next.
 */
export async function backUpInto(
  source: BackupSource,
  folder: string,
  keep: number,
): Promise<BackupManifest & { folder: string; deleted: string[] }> {
  return whileAlone(source.url, () => makeNext(source, folder, keep));
}

async function makeNext(source: BackupSource, folder: string, keep: number) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true });
  const before = (await listBackups(folder)).at(-1);
  const name = nameNow();
  const unfinished = join(folder, `${UNFINISHED}${name}`);
  const manifest = await backUp(source, unfinished, before && join(folder, before));
  await rename(unfinished, join(folder, name));
  const deleted = (await listBackups(folder)).slice(0, -keep);
  for (const old of deleted) await rm(join(folder, old), { recursive: true, force: true });
  return { ...manifest, folder: join(folder, name), deleted };
}

/** Advisory lock of a running backup; the number is arbitrary. */
const BACKUP_LOCK = 72_707_374;

/** The database's own lock: it ends with its holder, however that ends. @throws Error when another backup is being made */
async function whileAlone<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'skein-backup', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [BACKUP_LOCK]);
    if (!rows[0]?.mine) throw new Error('Another backup of this database is being made: wait for it.');
    return await work();
  } finally {
    await client.end();
  }
}

/** The names of the whole backups in a folder, the oldest first; none where there is no such folder. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => NAME.test(name)).sort();
}

/**
 * Puts a backup in place of everything. The database changes in one transaction; files are added, none is deleted.
 * @throws RestoreError
 */
export async function restore(target: BackupSource, folder: string): Promise<{ madeAt: string; files: number }> {
  const file = join(folder, 'database.gz');
  const manifest = await readManifest(folder);
  if (manifest && (await hashOf(file).catch(() => '')) !== manifest.database)
    throw new RestoreError(`${file} is not what was backed up: it is damaged or not whole. Nothing was changed.`);
  // Files first: rows never name a file that is not there yet.
  const { files } = await restoreFiles(join(folder, 'files'), target.files);
  const { madeAt } = await loadDatabase(target.url, file);
  return { madeAt, files };
}

/** Null for a backup of a version that wrote none. */
async function readManifest(folder: string): Promise<BackupManifest | null> {
  const text = await readFile(join(folder, 'backup.json'), 'utf8').catch(() => null);
  if (text !== null) {
    const read = manifestShape.safeParse(tryJson(text));
    if (!read.success) throw new RestoreError(`${join(folder, 'backup.json')} cannot be read: nothing was changed.`);
    return read.data;
  }
  const here = await readdir(folder).catch((): string[] => []);
  if (here.includes('database.gz')) return null;
  const newest = (await listBackups(folder)).at(-1);
  throw new RestoreError(
    newest
      ? `${folder} holds several backups: name one of them, the newest is ${join(folder, newest)}.`
      : `There is no backup in ${folder}.`,
  );
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
