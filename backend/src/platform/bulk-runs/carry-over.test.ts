import { Client } from 'pg';
import { runMigrations } from '../db/migrate';
import { prepareJobSchema } from '../jobs/prepare-job-schema';
import { migrateBefore } from '../testing/migrate-before';
import { createEmptyDatabase } from '../testing/test-database';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let client: Client;

const rows = async (sql: string, values: unknown[] = []) =>
  (await client.query<Record<string, unknown>>(sql, values)).rows;
const one = async (sql: string, values: unknown[] = []) => (await rows(sql, values))[0]?.['id'] as number;

beforeEach(async () => {
  database = await createEmptyDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

it('carries every run of the version before over, those under way with their place and the sweep’s attention', async () => {
  await migrateBefore(database.url, '20261204100002_bulk_runs');
  const workspace = await one(`insert into workspace (name) values ('Runs') returning id`);
  const person = await one(
    `insert into app_user (workspace_id, email, role) values ($1, 'rosa@runs.test', 'OWNER') returning id`,
    [workspace],
  );
  const mailboxes = await rows(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
      )
      select $1, 'Rosa', 'm' || g || '@runs.test', '127.0.0.1', 1, 'u', '127.0.0.1', 1, 'u'
      from generate_series(1, 3) g
      returning id
    `,
    [workspace],
  );
  const change = await one(
    `
      insert into mailbox_change (workspace_id, change, summary, acting, status, run, runs_at, created_by)
      values ($1, '{}', '{Suspend}', '{"user_id": 1}', 'RUNNING', 4, now(), $2)
      returning id
    `,
    [workspace, person],
  );
  const outcomes = ['CHANGED', 'CHANGED', null];
  for (const [index, mailbox] of mailboxes.entries())
    await rows(
      'insert into mailbox_change_row (workspace_id, change_id, mailbox_id, outcome) values ($1, $2, $3, $4)',
      [workspace, change, mailbox['id'], outcomes[index]],
    );
  const imported = await one(
    `
      insert into mailbox_import (workspace_id, file_name, file_size, who, status, rows_total, run, error, finished_at)
      values ($1, 'boxes.csv', 10, '{}', 'FAILED', 2, 2, 'It stopped.', now())
      returning id
    `,
    [workspace],
  );
  await rows(
    `insert into mailbox_import_row (workspace_id, import_id, row_number, outcome)
      values ($1, $2, 1, 'CONNECTED'), ($1, $2, 2, 'NOT_TRIED')`,
    [workspace, imported],
  );
  const action = await one(
    `
      insert into lead_action (
        workspace_id, kind, status, selection, options, who, total, done, changed, reasons, place, run, created_by
      )
      values ($1, 'TAG', 'RUNNING', '{}', '{}', '{}', 500, 300, 280, '{"Tagged so already": 20}', 77, 3, $2)
      returning id
    `,
    [workspace, person],
  );

  const moved = await one(
    `
      insert into account_import (workspace_id, source, hint, state, stage, cursor, counts, error_text, created_by)
      values ($1, 'SMARTLEAD', '7f3a', 'RUNNING', 'CAMPAIGNS', '40', '{"blocked": 7}', 'Smartlead answered 503.', $2)
      returning id
    `,
    [workspace, person],
  );
  await rows(
    `
      insert into account_import_item (workspace_id, import_id, source, kind, external_id, name, state)
      values ($1, $2, 'SMARTLEAD', 'CAMPAIGN', '1', 'First', 'DONE'), ($1, $2, 'SMARTLEAD', 'CAMPAIGN', '2', 'Second', 'RUNNING')
    `,
    [workspace, moved],
  );

  const verifications = await rows(
    `
      insert into verification (workspace_id, name, status, total, done, held, charged, counts, run, error, created_by,
        stopped_at, finished_at)
      values
        ($1, 'Under way', 'IN_PROGRESS', 9, 4, 9, 3, '{"VALID": 3, "UNKNOWN": 1}', 2, null, $2, null, null),
        ($1, 'Broke off', 'COMPLETED', 9, 4, 9, 3, '{"VALID": 4}', 2, 'It broke off.', $2, now(), now())
      returning id
    `,
    [workspace, person],
  );

  const list = await rows(
    `
      insert into block_upload (workspace_id, file_name, storage_key, status, rows_total, rows_done, rows_applied, counts,
        run, started_at, created_by)
      values
        ($1, 'rivals.csv', 'a', 'IMPORTING', 9, 6, 4, '{"ADDED": 5, "EMPTY": 1}', 2, now(), $2),
        ($1, 'stopped.csv', 'b', 'CANCELLED', 9, 6, 4, '{"ADDED": 6}', 2, now(), $2),
        ($1, 'undoing.csv', 'c', 'UNDOING', 9, 9, 9, '{"ADDED": 9}', 3, now(), $2)
      returning id
    `,
    [workspace, person],
  );
  const uploads = await rows(
    `
      insert into lead_upload (workspace_id, file_name, storage_key, status, rows_total, rows_done, counts, run, started_at, created_by)
      values
        ($1, 'fair.csv', 'd', 'IMPORTING', 9000, 5000, '{"IMPORTED_NEW": 5000}', 1, now(), $2),
        ($1, 'new.csv', 'e', 'UPLOADED', 7, 0, '{}', 0, null, $2)
      returning id
    `,
    [workspace, person],
  );
  await prepareJobSchema(database.url);
  await rows(`select graphile_worker.add_job('main.import-leads', '{"uploadId": 1}')`);
  await rows(
    `select graphile_worker.add_job('main.import-block-list', json_build_object('uploadId', $1::int), 'block-list-1')`,
    [list[1]?.['id']],
  );
  // A worker of the version before is at this one, and holds its queue.
  for (const table of ['_private_jobs', '_private_job_queues'])
    await rows(
      `update graphile_worker.${table} set locked_at = now(), locked_by = 'before'
        where ${table === '_private_jobs' ? 'job_queue_id is not null' : 'true'}`,
    );

  await runMigrations({ url: database.url });

  const runOf = async (table: string, id: number) =>
    (
      await rows(
        `
          select r.*, r.beat_at < now() - interval '1 day' as is_silent
          from bulk_run r join ${table} d on d.workspace_id = r.workspace_id and d.run_id = r.id
          where d.id = $1
        `,
        [id],
      )
    )[0];
  expect(await runOf('mailbox_change', change)).toMatchObject({
    kind: 'MAILBOX_CHANGE',
    status: 'RUNNING',
    fence: 4,
    total: 3,
    done: 2,
    counts: { CHANGED: 2 },
    acting: { user_id: 1 },
    created_by: person,
    is_silent: true,
  });
  expect(await runOf('mailbox_import', imported)).toMatchObject({
    kind: 'MAILBOX_IMPORT',
    status: 'FAILED',
    total: 2,
    done: 2,
    counts: { CONNECTED: 1, NOT_TRIED: 1 },
    error: 'It stopped.',
    finished_at: expect.any(Date),
  });
  expect(await runOf('lead_action', action)).toMatchObject({
    kind: 'LEAD_ACTION',
    status: 'RUNNING',
    place: 77,
    total: 500,
    done: 300,
    counts: { CHANGED: 280, 'Tagged so already': 20 },
    is_silent: true,
  });
  expect(await runOf('account_import', moved)).toMatchObject({
    kind: 'ACCOUNT_IMPORT',
    status: 'RUNNING',
    place: { stage: 'CAMPAIGNS', cursor: '40' },
    total: 2,
    done: 1,
    counts: { blocked: 7 },
    error: 'Smartlead answered 503.',
    created_by: person,
    is_silent: true,
  });
  expect(await runOf('verification', verifications[0]?.['id'] as number)).toMatchObject({
    kind: 'VERIFICATION',
    status: 'RUNNING',
    total: 9,
    done: 4,
    counts: { VALID: 3, UNKNOWN: 1 },
    created_by: person,
    is_silent: true,
  });
  expect(await runOf('verification', verifications[1]?.['id'] as number)).toMatchObject({
    status: 'FAILED',
    error: 'It broke off.',
    finished_at: expect.any(Date),
  });
  const blocking = { kind: 'BLOCK_UPLOAD', status: 'RUNNING', total: 9, done: 6, counts: { ADDED: 5, EMPTY: 1 } };
  expect(await runOf('block_upload', list[0]?.['id'] as number)).toMatchObject({ ...blocking, is_silent: true });
  expect(await runOf('block_upload', list[1]?.['id'] as number)).toMatchObject({ status: 'CANCELLED', done: 6 });
  expect(await runOf('block_upload', list[2]?.['id'] as number)).toMatchObject({ status: 'UNDOING', is_silent: true });
  expect(await runOf('lead_upload', uploads[0]?.['id'] as number)).toMatchObject({
    kind: 'LEAD_UPLOAD',
    status: 'RUNNING',
    total: 9000,
    done: 5000,
    counts: { IMPORTED_NEW: 5000 },
    created_by: person,
    is_silent: true,
  });
  expect(await runOf('lead_upload', uploads[1]?.['id'] as number)).toMatchObject({
    status: 'UPLOADED',
    started_at: null,
  });
  // Its jobs are gone but for what they would still have done.
  expect(
    await rows(
      'select task_identifier, queue_name, payload from graphile_worker.jobs j join graphile_worker._private_jobs using (id)',
    ),
  ).toEqual([
    {
      task_identifier: 'main.settle-block-upload',
      queue_name: `BLOCK_UPLOAD-${workspace}`,
      payload: { workspaceId: workspace, uploadId: list[1]?.['id'] },
    },
  ]);
  expect(await rows('select queue_name from graphile_worker._private_job_queues where locked_by is not null')).toEqual(
    [],
  );
  // The numbers of new runs continue behind those that were carried over.
  const next = await one(
    `insert into bulk_run (workspace_id, kind, status) values ($1, 'MAILBOX_CHANGE', 'COMPLETED') returning id`,
    [workspace],
  );
  expect(next).toBe(12);
});

it('gives a run to what an older version began while the database was brought up to date, and deletes the jobs of its last moment', async () => {
  await migrateBefore(database.url, '20261209100001_runs_alone');
  const workspace = await one(`insert into workspace (name) values ('Late') returning id`);
  await rows(`insert into verification (workspace_id, name, total, done) values ($1, 'Late', 5, 2)`, [workspace]);
  await rows(`insert into block_upload (workspace_id, file_name, storage_key) values ($1, 'late.csv', 'a')`, [
    workspace,
  ]);
  const stopped = await one(
    `
      insert into block_upload (workspace_id, file_name, storage_key, status)
      values ($1, 'stopped.csv', 'c', 'CANCELLED')
      returning id
    `,
    [workspace],
  );
  await rows(
    `
      insert into lead_upload (workspace_id, file_name, storage_key, status, rows_total, rows_done, counts)
      values ($1, 'late.csv', 'b', 'IMPORTING', 8, 6, '{"IMPORTED_NEW": 6}')
    `,
    [workspace],
  );
  await prepareJobSchema(database.url);
  for (const name of ['import-leads', 'import-block-list', 'undo-block-list', 'run-verification', 'send-notice'])
    await rows('select graphile_worker.add_job($1)', [`main.${name}`]);

  await runMigrations({ url: database.url });

  expect(
    await rows(
      `
        select r.kind, r.status, r.total, r.done, r.counts, r.beat_at < now() - interval '1 day' as is_silent
        from (
          select run_id from verification
          union all
          select run_id from block_upload
          union all
          select run_id from lead_upload
        ) d
        join bulk_run r on r.id = d.run_id
        order by r.id
      `,
    ),
  ).toEqual([
    { kind: 'VERIFICATION', status: 'RUNNING', total: 5, done: 2, counts: {}, is_silent: true },
    { kind: 'BLOCK_UPLOAD', status: 'UPLOADED', total: 0, done: 0, counts: {}, is_silent: true },
    { kind: 'BLOCK_UPLOAD', status: 'CANCELLED', total: 0, done: 0, counts: {}, is_silent: true },
    { kind: 'LEAD_UPLOAD', status: 'RUNNING', total: 8, done: 6, counts: { IMPORTED_NEW: 6 }, is_silent: true },
  ]);
  expect(
    await rows(
      `
        select t.identifier, j.payload
        from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
        order by t.identifier
      `,
    ),
  ).toEqual([
    { identifier: 'main.send-notice', payload: {} },
    // What the last batch blocked is stopped, and the file deleted.
    { identifier: 'main.settle-block-upload', payload: { workspaceId: workspace, uploadId: stopped } },
  ]);
});
