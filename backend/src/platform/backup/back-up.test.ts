import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { createLog } from '../log/log';
import { startJobWorkers } from '../jobs/job-workers';
import { openDiskFiles, type StoredFiles } from '../storage/disk-store';
import { openBucketFiles } from '../storage/s3-store';
import { startObjectStore, type StandIn } from '../storage/testing/object-store';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { backUp, backUpInto, listBackups, restore } from './back-up';
import { scheduledBackup } from './scheduled-backup';

const account = { accessKeyId: 'AKSKEIN', secretAccessKey: 'kept/to+ourselves' };
let database: TestDatabase;
let bucket: StandIn;
let folder: string;
let count = 0;
const newFolder = () => join(folder, `folder-${++count}`);

beforeAll(async () => {
  database = await createTestDatabase();
  bucket = await startObjectStore(account);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-backups-'));
  bucket.objects.clear();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(async () => {
  await bucket.close();
  await database.drop();
});

const openBucket = () =>
  openBucketFiles({ ...account, endpoint: bucket.url, region: 'r', bucket: 'skein', temporaryFolder: newFolder() });

async function put(store: StoredFiles, name: string, content: string, type = 'text/csv') {
  await store.put(name, Readable.from([content]), { type, maximum: 1000 });
}

/** Every file with its type and content, in one object. */
async function contentOf(store: StoredFiles): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for await (const { name } of store.list()) {
    const { stream, type } = await store.get(name);
    content[name] = `${type}: ${await text(stream)}`;
  }
  return content;
}

it.each([
  ['a disk', () => openDiskFiles(newFolder())],
  ['a bucket', () => openBucket()],
])('brings back the rows and the files of %s, with their types', async (_place, open) => {
  await database.query(`truncate workspace cascade`);
  await database.query(`insert into workspace (name, plan_type) values ('Kept', 'pro')`);
  const store = open();
  await put(store, '7/list.csv', 'a,b');
  await put(store, '7/face.png', 'PNG', 'image/png');
  const before = await contentOf(store);
  const backup = newFolder();
  expect(await backUp({ url: database.url, files: store }, backup)).toMatchObject({ files: 2, bytes: 6 });
  await database.query(`delete from workspace where name = 'Kept'`);
  const empty = openDiskFiles(newFolder());
  expect(await restore({ url: database.url, files: empty }, backup)).toMatchObject({ files: 2 });
  expect(await contentOf(empty)).toEqual(before);
  expect(await database.query(`select name from workspace where name = 'Kept'`)).toEqual([{ name: 'Kept' }]);
  // The same backup into the other kind of place.
  bucket.objects.clear();
  const other = openBucket();
  await restore({ url: database.url, files: other }, backup);
  expect(await contentOf(other)).toEqual(before);
});

it('keeps the newest of a folder of backups, and an unchanged file takes its room once', async () => {
  const store = openDiskFiles(newFolder());
  await put(store, '7/kept.csv', 'the same');
  await put(store, '7/changed.csv', 'before');
  const backups = newFolder();
  // One that was killed is not a backup, and goes.
  mkdirSync(join(backups, '.unfinished-2026-01-01T00-00-00Z'), { recursive: true });
  mkdirSync(join(backups, '2020-01-01T00-00-00-000Z'));
  const source = { url: database.url, files: store };
  const first = await backUpInto(source, backups, 2);
  await put(store, '7/changed.csv', 'after!');
  const second = await backUpInto(source, backups, 2);
  expect(second.deleted).toEqual(['2020-01-01T00-00-00-000Z']);
  expect(readdirSync(backups)).toEqual([first.folder, second.folder].map((path) => path.slice(backups.length + 1)));
  const inode = (backup: string, name: string) => statSync(join(backup, 'files', 'content', name)).ino;
  expect(inode(first.folder, '7/kept.csv')).toBe(inode(second.folder, '7/kept.csv'));
  expect(await contentOf(openDiskFiles(join(first.folder, 'files')))).toMatchObject({
    '7/changed.csv': 'text/csv: before',
  });
  expect(await contentOf(openDiskFiles(join(second.folder, 'files')))).toEqual(await contentOf(store));
});

it('refuses a damaged backup, a folder of backups and one without, and a second one at the same time', async () => {
  const source = { url: database.url, files: openDiskFiles(newFolder()) };
  const backups = newFolder();
  const { folder: made } = await backUpInto(source, backups, 3);
  await expect(restore(source, backups)).rejects.toThrow(`the newest is ${made}`);
  await expect(restore(source, newFolder())).rejects.toThrow(/There is no backup in/);
  await expect(backUp(source, made)).rejects.toThrow(/is not empty/);
  appendFileSync(join(made, 'database.gz'), 'x');
  await expect(restore(source, made)).rejects.toThrow(/damaged or not whole. Nothing was changed/);

  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('select pg_advisory_lock(72707374)');
  await expect(backUpInto(source, backups, 3)).rejects.toThrow(/Another backup of this database/);
  await holder.end();
});

it('is made by the clock, where a folder is named for it', async () => {
  const backups = newFolder();
  const files = openDiskFiles(newFolder());
  const { handlers, cron } = scheduledBackup(
    { url: database.url, files },
    { folder: backups, schedule: '30 2 * * *', keep: 3 },
    createLog({ level: 'silent' }),
  );
  expect(cron).toEqual([expect.objectContaining({ pattern: '30 2 * * *', payload: {} })]);
  const [handler] = handlers;
  const done = new Promise<void>((resolve, reject) => {
    if (!handler) return reject(new Error('There is no handler.'));
    const { run } = handler;
    handler.run = (payload, context) => run(payload, context).then(resolve, reject);
  });
  const workers = await startJobWorkers({ url: database.url, handlers, cron, log: createLog({ level: 'silent' }) });
  try {
    await database.query(`select graphile_worker.add_job($1, '{}')`, [handler?.definition.name]);
    await done;
  } finally {
    await workers.stop();
  }
  const [made] = await listBackups(backups);
  expect(existsSync(join(backups, made as string, 'backup.json'))).toBe(true);
});
