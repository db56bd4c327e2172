import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { createDatabase, type Database } from '../db/database';
import { createSendingFence } from '../instance/sending-fence';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../testing/test-database';
import { dumpDatabase } from './dump-database';
import { loadDatabase } from './load-database';

let source: TestDatabase;
let folder: string;
const file = () => join(folder, 'database.gz');

beforeAll(async () => {
  source = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'skein-backup-'));
});
afterAll(async () => {
  await source.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Everything in the tables that this test fills, in one text. */
const content = async (query: TestDatabase['query']) =>
  JSON.stringify([
    await query('select * from workspace order by id'),
    await query('select * from lead order by id'),
    await query('select * from suppression order by id'),
  ]);

test('brings back every row, with line ends, tabs, backslashes and keys, into an empty database', async () => {
  const [workspace] = await source.query<{ id: number }>(
    `insert into workspace (name, plan_type) values ($1, 'pro') returning id`,
    ['Tabs\tand\nlines and \\. and \\N "quotes" 日本'],
  );
  await source.query(
    `insert into lead (workspace_id, email, domain, custom_fields)
      select $1, 'p' || n || '@d.test', 'd.test', jsonb_build_object('n', n, 'text', E'a\\nb\\\\.') from generate_series(1, 3000) n`,
    [workspace?.id],
  );
  await source.query(`insert into suppression (workspace_id, kind, value) values ($1, 'email', 'p1@d.test')`, [
    workspace?.id,
  ]);
  expect((await dumpDatabase(source.url, file())).rows).toBeGreaterThan(3000);

  const empty = await createEmptyDatabase();
  try {
    await loadDatabase(empty.url, file());
    const client = new Client({ connectionString: empty.url });
    await client.connect();
    const query = async <Row extends object>(sql: string, values?: unknown[]) =>
      (await client.query<Row>(sql, values)).rows;
    expect(await content(query)).toBe(await content(source.query));
    // The keys go on where they were, and the rules of the tables hold again.
    const [next] = await query<{ id: number }>(
      `insert into workspace (name, plan_type) values ('Next', 'pro') returning id`,
    );
    expect(next?.id).toBeGreaterThan(workspace?.id ?? 0);
    await expect(
      client.query(`insert into lead (workspace_id, email, domain) values (9999, 'x@y.test', 'y.test')`),
    ).rejects.toThrow(/foreign key/);
    await client.end();
  } finally {
    await empty.drop();
  }
});

test('refuses a backup whose tables have changed since, and says how to restore it', async () => {
  const older = join(folder, 'older.gz');
  await dumpDatabase(source.url, file());
  const [first, ...rest] = gunzipSync(readFileSync(file())).toString().split('\n');
  const header = JSON.parse(first as string) as { migrations: string[] };
  const migrations = header.migrations.filter((name) => name !== '20261204100002_bulk_runs');
  writeFileSync(older, gzipSync([JSON.stringify({ ...header, migrations }), ...rest].join('\n')));
  const empty = await createEmptyDatabase();
  try {
    await expect(loadDatabase(empty.url, older)).rejects.toThrow(
      /before 20261204100002_bulk_runs\)\. Restore it with that version into an empty database, then update/,
    );
  } finally {
    await empty.drop();
  }
});

/** Runs something with connections as the product has them, and ends them. */
async function whileRunning<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = createDatabase({ url: source.url, poolSize: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

test('a restored database sends nothing until an operator confirms', async () => {
  const fenceOf = (database: Database) => createSendingFence({ database, dataFolder: folder });
  await whileRunning((database) => fenceOf(database).check());
  await dumpDatabase(source.url, file());
  await whileRunning((database) => fenceOf(database).check());
  await loadDatabase(source.url, file());
  await whileRunning(async (database) => {
    expect(await fenceOf(database).check()).toMatchObject({ paused: true, reason: 'RESTORED' });
    expect(await fenceOf(database).confirm('operator')).toMatchObject({ paused: false });
  });
});

test('refuses while the product runs, and a file that is not whole, and changes nothing', async () => {
  await whileRunning(async (database) => {
    await database.verify();
    await expect(loadDatabase(source.url, file())).rejects.toThrow(/stop every process/);
  });
  const before = await content(source.query);
  writeFileSync(file(), readFileSync(file()).subarray(0, 400));
  await expect(loadDatabase(source.url, file())).rejects.toThrow(/could not be read|not whole/);
  expect(await content(source.query)).toBe(before);
});
