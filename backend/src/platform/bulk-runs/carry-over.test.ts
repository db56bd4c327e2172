import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import { functionsFolder } from '../db/function-files';
import { runMigrations } from '../db/migrate';
import { findRepositoryRoot } from '../env/repository-root';
import { createEmptyDatabase } from '../testing/test-database';

const migrations = join(findRepositoryRoot(), 'backend', 'prisma', 'migrations');
/** The first migration that moves runs of a kind. */
const first = '20261204100002_bulk_runs';

/** A trigger's file is `table.trigger.sql`; a list makes those of the change history. Today's triggers name columns that the version before does not have; functions are looked at when they are called. */
const isTrigger = /^[^.]+\.[^.]+\.sql$|^audited-tables\.json$/;

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let client: Client;
let before: string;

const rows = async (sql: string, values: unknown[] = []) =>
  (await client.query<Record<string, unknown>>(sql, values)).rows;
const one = async (sql: string, values: unknown[] = []) => (await rows(sql, values))[0]?.['id'] as number;

beforeAll(async () => {
  database = await createEmptyDatabase();
  before = await mkdtemp(join(tmpdir(), 'skein-before-runs-'));
  for (const name of await readdir(migrations))
    if (name < first) await cp(join(migrations, name), join(before, name), { recursive: true });
  const functions = join(before, '..', `${basename(before)}-functions`);
  await cp(functionsFolder(), functions, { recursive: true, filter: (file) => !isTrigger.test(basename(file)) });
  await runMigrations({ url: database.url, folder: before, functions });
  await rm(functions, { recursive: true });
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(before, { recursive: true });
});

it('carries every run of the version before over, those under way with their place and the sweep’s attention', async () => {
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
    `insert into mailbox_import_row (workspace_id, import_id, row_number, outcome) values ($1, $2, 1, 'CONNECTED'), ($1, $2, 2, 'NOT_TRIED')`,
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
  // The numbers of new runs continue behind those that were carried over.
  const next = await one(
    `insert into bulk_run (workspace_id, kind, status) values ($1, 'MAILBOX_CHANGE', 'COMPLETED') returning id`,
    [workspace],
  );
  expect(next).toBe(5);
});
