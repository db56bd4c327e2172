import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

import { createEmptyDatabase } from '../testing/test-database';
import { runMigrations } from './migrate';

let folder: string;
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skein-migrations-'));
  empty = await createEmptyDatabase();
});

afterEach(async () => {
  await empty.drop();
  await rm(folder, { recursive: true, force: true });
});

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), sql);
}

async function rowsOf(sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: empty.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

it('applies what is missing in order, once, also when two processes start together', async () => {
  await write(
    '1_first',
    'CREATE TABLE a (id int); CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;',
  );
  await write('2_second', 'ALTER TABLE a ADD COLUMN b text;');
  const results = await Promise.all([1, 2].map(() => runMigrations({ url: empty.url, folder })));
  expect(results.map((names) => names.length).sort()).toEqual([0, 2]);
  expect(
    await rowsOf(
      'SELECT migration_name, applied_steps_count, length(checksum) AS length FROM _prisma_migrations ORDER BY 1',
    ),
  ).toEqual([
    { migration_name: '1_first', applied_steps_count: 1, length: 64 },
    { migration_name: '2_second', applied_steps_count: 1, length: 64 },
  ]);
});

it('undoes a failed migration whole and names it', async () => {
  await write('1_broken', 'CREATE TABLE kept (id int); SELECT nonsense;');
  await expect(runMigrations({ url: empty.url, folder })).rejects.toThrow(
    /The migration 1_broken failed: column "nonsense"/,
  );
  expect(await rowsOf("SELECT to_regclass('kept') AS found")).toEqual([{ found: null }]);
});

it('refuses an applied migration that was edited', async () => {
  await write('1_first', 'CREATE TABLE a (id int);');
  await runMigrations({ url: empty.url, folder });
  await write('1_first', 'CREATE TABLE a (id bigint);');
  await expect(runMigrations({ url: empty.url, folder })).rejects.toThrow(/was changed after it had been applied/);
});

it('runs a no-transaction migration statement by statement', async () => {
  await write('1_first', 'CREATE TABLE a (id int);');
  await write(
    '2_index',
    '-- no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS a_id ON a (id);\nCREATE INDEX CONCURRENTLY IF NOT EXISTS a_id2 ON a (id);\n',
  );
  await runMigrations({ url: empty.url, folder });
  expect(await rowsOf("SELECT count(*)::int AS count FROM pg_indexes WHERE tablename = 'a'")).toEqual([{ count: 2 }]);
});

it('makes an index beside others although a second process waits for its turn meanwhile', async () => {
  await write('1_first', 'CREATE TABLE a (id int);');
  // The sleep lets the second process come to where it waits.
  await write('2_index', '-- no-transaction\nSELECT pg_sleep(0.3);\nCREATE INDEX CONCURRENTLY a_id ON a (id);\n');
  const results = await Promise.all([1, 2].map(() => runMigrations({ url: empty.url, folder })));
  expect(results.map((names) => names.length).sort()).toEqual([0, 2]);
  expect(await rowsOf("SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_id'::regclass")).toEqual([
    { indisvalid: true },
  ]);
});

it('lets those who use a table pass while it waits for a long report, and changes it when the report is done', async () => {
  await write('1_first', 'CREATE TABLE a (id int);');
  await runMigrations({ url: empty.url, folder });
  await write('2_column', 'ALTER TABLE a ADD COLUMN b text;');
  const report = new Client({ connectionString: empty.url });
  await report.connect();
  await report.query('BEGIN; SELECT * FROM a');
  let isApplied = false;
  const upgrade = runMigrations({ url: empty.url, folder }).then((names) => {
    isApplied = true;
    return names;
  });
  const isWaiting = async () =>
    (
      await rowsOf(
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'skein-migrate' AND wait_event_type = 'Lock' AND datname = current_database()`,
      )
    ).length > 0;
  while (!(await isWaiting()));
  // Behind the change, which stands behind the report.
  await rowsOf('INSERT INTO a VALUES (1)');
  expect(isApplied).toBe(false);
  await report.end();
  expect(await upgrade).toEqual(['2_column']);
  expect(await rowsOf('SELECT * FROM a')).toEqual([{ id: 1, b: null }]);
});
