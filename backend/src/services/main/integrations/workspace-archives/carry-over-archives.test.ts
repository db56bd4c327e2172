import { Client } from 'pg';
import { runMigrations } from '#platform/db/migrate';
import { prepareJobSchema } from '#platform/jobs/prepare-job-schema';
import { migrateBefore } from '#platform/testing/migrate-before';
import { createEmptyDatabase } from '#platform/testing/test-database';

// Exports and imports that the version before kept in rows of their own, and what it does there beside this one.

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let client: Client;

const rows = async (sql: string, values: unknown[] = []) =>
  (await client.query<Record<string, unknown>>(sql, values)).rows;
const one = async (sql: string, values: unknown[] = []) => (await rows(sql, values))[0]?.['id'] as number;

let workspace: number;
const ids: Record<string, number> = {};
const insert = (table: string, columns: Record<string, unknown>) =>
  one(
    `
      insert into ${table} (workspace_id, ${Object.keys(columns).join(', ')})
      select $1, ${Object.keys(columns).join(', ')} from jsonb_populate_record(null::${table}, $2)
      returning id
    `,
    [workspace, JSON.stringify(columns)],
  );
const runOf = async (table: string, id: number | undefined) =>
  (
    await rows(
      `select r.*, r.beat_at < now() - interval '1 day' as is_silent from bulk_run r join ${table} d on d.run_id = r.id where d.id = $1`,
      [id],
    )
  )[0];
const shown = async (table: string, id: number | undefined) =>
  (await rows(`select * from ${table} where id = $1`, [id]))[0];
const changed = async (sql: string, id: number | undefined) => (await client.query(sql, [id])).rowCount;

beforeEach(async () => {
  database = await createEmptyDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await migrateBefore(database.url, '20261209130001_archive_runs');
  workspace = await one(`insert into workspace (name) values ('Moves') returning id`);
  const person = await one(
    `insert into app_user (workspace_id, email, role) values ($1, 'rosa@moves.test', 'OWNER') returning id`,
    [workspace],
  );
  const began = { created_by: person, created_at: '2026-05-01T08:00:00Z' };
  const ended = { ...began, finished_at: '2026-05-01T09:00:00Z' };
  ids['writes'] = await insert('workspace_export', {
    ...{ ...began, state: 'RUNNING', stage: 'ROWS', pauses_campaigns: true },
    ...{ paused: 2, rows_total: 900, rows_done: 400, files: 0 },
  });
  ids['written'] = await insert('workspace_export', {
    ...{
      ...ended,
      state: 'DONE',
      stage: 'FILES',
      rows_total: 7,
      rows_done: 7,
      files: 3,
      file_key: 'exports/1/2.zip',
    },
    ...{ pauses_campaigns: false, paused: 0 },
  });
  ids['reads'] = await insert('workspace_import', {
    ...{ ...began, state: 'RUNNING', stage: 'ROWS', file_name: 'old.zip', file_key: 'exports/1/import.zip' },
    ...{ place: { table: 4, line: 500 }, rows_total: 900, rows_done: 620 },
  });
  ids['refused'] = await insert('workspace_import', {
    ...{ ...ended, state: 'FAILED', stage: 'CHECK', file_name: 'bad.zip', error_text: 'This archive is damaged.' },
    ...{ place: {}, rows_total: 0, rows_done: 0 },
  });
  await prepareJobSchema(database.url);
  for (const name of ['workspace-export', 'workspace-import', 'send-notice'])
    await rows('select graphile_worker.add_job($1)', [`main.${name}`]);
  await runMigrations({ url: database.url });
});

afterEach(async () => {
  await client.end();
  await database.drop();
});

it('carries them over: an import with its place, what is over with its end, and no job that nobody knows', async () => {
  expect(await runOf('workspace_export', ids['writes'])).toMatchObject({
    ...{ kind: 'WORKSPACE_EXPORT', status: 'RUNNING', place: { stage: 'ROWS' }, total: 900, done: 400 },
    ...{ is_silent: true, created_at: new Date('2026-05-01T08:00:00Z') },
  });
  expect(await shown('workspace_export', ids['writes'])).toMatchObject({ pauses_campaigns: true, paused: 2 });
  expect(await runOf('workspace_export', ids['written'])).toMatchObject({
    ...{ status: 'COMPLETED', done: 7, counts: { files: 3 }, finished_at: new Date('2026-05-01T09:00:00Z') },
  });
  expect(await runOf('workspace_import', ids['reads'])).toMatchObject({
    ...{ kind: 'WORKSPACE_IMPORT', status: 'RUNNING', total: 900, done: 620, is_silent: true },
    place: { stage: 'ROWS', table: 4, line: 500 },
  });
  expect(await runOf('workspace_import', ids['refused'])).toMatchObject({
    ...{ status: 'FAILED', error: 'This archive is damaged.', finished_at: new Date('2026-05-01T09:00:00Z') },
  });
  expect(await rows('select task_identifier from graphile_worker.jobs')).toEqual([
    { task_identifier: 'main.send-notice' },
  ]);
});

it('makes workers of the version before give way: what they write is passed over', async () => {
  const before = [await runOf('workspace_export', ids['writes']), await runOf('workspace_import', ids['reads'])];
  const running = `where id = $1 and state = 'RUNNING'`;
  expect(await changed(`update workspace_export set rows_done = 500 ${running}`, ids['writes'])).toBe(0);
  expect(await changed(`update workspace_export set state = 'DONE', file_key = 'x' ${running}`, ids['writes'])).toBe(0);
  expect(await changed(`update workspace_export set state = 'FAILED' ${running}`, ids['writes'])).toBe(0);
  expect(await changed(`update workspace_import set place = '{}', rows_done = 700 ${running}`, ids['reads'])).toBe(0);
  expect(await changed(`update workspace_import set state = 'DONE' ${running}`, ids['reads'])).toBe(0);
  expect([await runOf('workspace_export', ids['writes']), await runOf('workspace_import', ids['reads'])]).toEqual(
    before,
  );
  // What it counts and deletes beside that is its own.
  expect(await changed(`update workspace_export set paused = 3 ${running}`, ids['writes'])).toBe(1);
  expect(
    await changed(`update workspace_export set file_key = null where id = $1 and state = 'DONE'`, ids['written']),
  ).toBe(1);
});

it('carries over what people start, stop and resume there, and tells the history of it', async () => {
  const begun = await one('insert into workspace_export (workspace_id, created_by) values ($1, 7) returning id', [
    workspace,
  ]);
  expect(await runOf('workspace_export', begun)).toMatchObject({
    ...{ kind: 'WORKSPACE_EXPORT', status: 'RUNNING', created_by: 7, is_silent: true, fence: 0 },
  });
  const stop = `set state = 'CANCELLED', finished_at = now() where id = $1 and state = 'RUNNING'`;
  expect(await changed(`update workspace_import ${stop}`, ids['reads'])).toBe(1);
  expect(await runOf('workspace_import', ids['reads'])).toMatchObject({
    ...{ status: 'CANCELLED', fence: 1, done: 620, finished_at: expect.any(Date) },
  });
  expect(
    await changed(
      `update workspace_import set state = 'RUNNING', error_text = null, finished_at = null where id = $1`,
      ids['reads'],
    ),
  ).toBe(1);
  expect(await runOf('workspace_import', ids['reads'])).toMatchObject({
    ...{ status: 'RUNNING', fence: 2, place: { stage: 'ROWS', table: 4, line: 500 }, finished_at: null },
    is_silent: true,
  });
  expect(
    await rows(`select action, changes -> 'state' as state from audit_entry where target_kind = 'import' order by id`),
  ).toEqual([
    { action: 'changed', state: ['RUNNING', 'CANCELLED'] },
    { action: 'changed', state: ['CANCELLED', 'RUNNING'] },
  ]);
});

it('shows it how a run of this version began and ended', async () => {
  const run = await one(
    `insert into bulk_run (workspace_id, kind, status, created_by) values ($1, 'WORKSPACE_EXPORT', 'RUNNING', 7) returning id`,
    [workspace],
  );
  const id = await one('insert into workspace_export (workspace_id, run_id) values ($1, $2) returning id', [
    workspace,
    run,
  ]);
  expect(await shown('workspace_export', id)).toMatchObject({ state: 'RUNNING', created_by: 7 });
  await rows(
    `
      update bulk_run
      set status = 'COMPLETED', place = '{"stage": "FILES"}', total = 9, done = 9, counts = '{"files": 2}', finished_at = now()
      where id = $1
    `,
    [run],
  );
  expect(await shown('workspace_export', id)).toMatchObject({
    ...{ state: 'DONE', stage: 'FILES', rows_total: 9, rows_done: 9, files: 2, finished_at: expect.any(Date) },
  });
  // Stopping it there comes too late.
  expect(await changed(`update workspace_export set state = 'CANCELLED' where id = $1`, id)).toBe(0);
  await rows(`update bulk_run set status = 'FAILED', error = 'It broke off.' where id = $1`, [
    (await runOf('workspace_import', ids['reads']))?.['id'],
  ]);
  expect(await shown('workspace_import', ids['reads'])).toMatchObject({
    state: 'FAILED',
    error_text: 'It broke off.',
  });
});
