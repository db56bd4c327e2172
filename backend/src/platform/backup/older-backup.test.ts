import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { functionsFolder } from '../db/function-files';
import { runMigrations } from '../db/migrate';
import { migrationsFolder } from '../db/migration';
import { prepareDatabase } from '../db/prepare-database';
import { createEmptyDatabase } from '../testing/test-database';
import { dumpDatabase } from './dump-database';
import { loadDatabase } from './load-database';

/**
 * The first migration that mends what the versions before it wrote. Later migrations dropped columns and a table whose data the runs hold.
 */
const first = '20261208100001_closed_columns_mended';

let folder: string;
let databases: { url: string; drop(): Promise<void> }[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skein-older-'));
  databases = [await createEmptyDatabase(), await createEmptyDatabase()];
});
afterEach(async () => {
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true });
});

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Every constraint of the tables, in one text. */
const constraints = (url: string) =>
  ask(
    url,
    `
      select string_agg(format('%s.%s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)), e'\\n'
        order by conrelid::regclass::text, conname) as text
      from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'f')
    `,
  );

/** Rows as the version before left them behind when a person had gone. */
const rows = `
  insert into workspace (id, name) values (1, 'Older');
  insert into app_user (id, workspace_id, email, role) values (7, 1, 'ada@older.test', 'OWNER');
  insert into campaign (id, workspace_id, name, created_by, status_changed_by, team_member_id)
  values (1, 1, 'Of someone who left', 9001, 9001, 7), (2, 1, 'Of Ada', 7, 9002, null);
  insert into mailbox (
    id, workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username,
    created_by
  )
  values (1, 1, 'Rosa', 'rosa@older.test', 's', 587, 'r', 'i', 993, 'r', 9001);
`;

/** What is there of them after a restore. */
async function expectForgotten(url: string): Promise<void> {
  expect(await ask(url, 'select id, created_by, status_changed_by, team_member_id from campaign order by id')).toEqual([
    { id: 1, created_by: null, status_changed_by: null, team_member_id: 7 },
    { id: 2, created_by: 7, status_changed_by: null, team_member_id: null },
  ]);
  expect(await ask(url, 'select workspace_id, created_by from mailbox')).toEqual([
    { workspace_id: 1, created_by: null },
  ]);
}

test('a backup of an older version comes back, with its values mended as an upgrade mends them', async () => {
  const [older, empty] = databases.map(({ url }) => url) as [string, string];
  const before = join(folder, 'migrations');
  for (const name of await readdir(migrationsFolder()))
    if (name < first) await cp(join(migrationsFolder(), name), join(before, name), { recursive: true });
  await runMigrations({ url: older, folder: before, functions: functionsFolder() });
  await ask(older, rows);
  await ask(
    older,
    `
      update campaign set status_reason = 'RAIN' where id = 2;
      insert into lead (id, workspace_id, email, domain) values (1, 1, 'lee@d.test', 'd.test');
      insert into enrolment (workspace_id, campaign_id, lead_id, hold_kind, upload_id, parent_enrolment_id)
      values (1, 2, 1, 'MOON', 9003, 9004);
      insert into intent (
        workspace_id, mailbox_id, slot_at, send_at, message_id, envelope_id, to_email, state, reallocated_from
      )
      values (1, 1, now(), now(), '<1@older.test>', 'e', 'x@y.test', 'CANCELLED', 9006);
      insert into bulk_run (id, workspace_id, kind, status, total, done, error)
      values (5, 1, 'LEAD_UPLOAD', 'FAILED', 9, 4, 'It broke off.');
      insert into lead_upload (workspace_id, run_id, file_name, storage_key, status, rows_total, rows_done, error, campaign_id)
      values (1, 5, E'fair\\tof May.csv', 'a', 'FAILED', 9, 4, E'It\\tbroke off.', 2);
      insert into inbox_bulk_change (workspace_id, user_id, before) values (1, 7, '[]');
      select setval('bulk_run_id_seq', 5);
      set session_replication_role = replica;
      insert into workspace_export (workspace_id, state, stage, rows_total, rows_done, files, created_by)
      values (1, 'RUNNING', 'ROWS', 9, 4, 0, 7), (1, 'DONE', 'FILES', 9, 9, 2, 7);
      insert into workspace_import (workspace_id, state, stage, place, file_name, rows_total, rows_done)
      values (1, 'RUNNING', 'ROWS', '{"table": 3, "line": 500}', 'old.zip', 900, 700);
    `,
  );
  const file = join(folder, 'database.gz');
  await dumpDatabase(older, file);
  await prepareDatabase(empty);
  const known = await constraints(empty);

  await loadDatabase(empty, file);

  await expectForgotten(empty);
  expect(await ask(empty, 'select status_reason from campaign where status_reason is not null')).toEqual([]);
  expect(await ask(empty, 'select hold_kind, upload_id, parent_enrolment_id from enrolment')).toEqual([
    { hold_kind: 'USER', upload_id: null, parent_enrolment_id: null },
  ]);
  expect(await ask(empty, 'select reallocated_from from intent')).toEqual([{ reallocated_from: null }]);
  expect(
    await ask(
      empty,
      `
        select u.file_name, u.storage_key, u.rows_total, u.campaign_id, r.status, r.done, r.error
        from lead_upload u join bulk_run r on r.id = u.run_id
      `,
    ),
  ).toEqual([
    {
      ...{ file_name: 'fair\tof May.csv', storage_key: 'a', rows_total: 9, campaign_id: 2 },
      ...{ status: 'FAILED', done: 4, error: 'It broke off.' },
    },
  ]);
  // Exports and imports have got runs, numbered behind those of the backup.
  expect(
    await ask(
      empty,
      `
        select r.id, r.kind, r.status, r.place, r.done, r.counts, r.beat_at < now() - interval '1 day' as is_silent
        from bulk_run r
        where r.id > 5
        order by r.id
      `,
    ),
  ).toMatchObject([
    { id: 6, kind: 'WORKSPACE_EXPORT', status: 'RUNNING', place: { stage: 'ROWS' }, done: 4, is_silent: true },
    { id: 7, kind: 'WORKSPACE_EXPORT', status: 'COMPLETED', counts: { files: 2 }, done: 9 },
    { id: 8, kind: 'WORKSPACE_IMPORT', status: 'RUNNING', place: { stage: 'ROWS', table: 3, line: 500 }, done: 700 },
  ]);
  expect(
    await ask(
      empty,
      'select run_id from workspace_export union all select run_id from workspace_import order by run_id',
    ),
  ).toEqual([{ run_id: 6 }, { run_id: 7 }, { run_id: 8 }]);
  expect(
    await ask(
      empty,
      `insert into bulk_run (workspace_id, kind, status) values (1, 'WORKSPACE_EXPORT', 'FAILED') returning id`,
    ),
  ).toEqual([{ id: 9 }]);
  expect(await constraints(empty)).toEqual(known);
  await expect(ask(empty, `update campaign set status_reason = 'RAIN'`)).rejects.toMatchObject({ code: '23514' });
});

test('a reference that a delete would have emptied is emptied where its row is gone; any other one is damage', async () => {
  const [source, empty] = databases.map(({ url }) => url) as [string, string];
  await prepareDatabase(source);
  const [keys] = await ask(
    source,
    `
      select string_agg(format('alter table %s drop constraint %I;', conrelid::regclass, conname), ' ') as text
      from pg_constraint
      where contype = 'f'
        and conparentid = 0
        and conrelid in ('campaign'::regclass, 'mailbox'::regclass, 'lead'::regclass)
    `,
  );
  await ask(source, keys?.['text'] as string);
  await ask(source, rows);
  const file = join(folder, 'database.gz');
  await dumpDatabase(source, file);
  await loadDatabase(empty, file);
  await expectForgotten(empty);

  await ask(source, `insert into lead (workspace_id, email, domain) values (9999, 'x@y.test', 'y.test')`);
  await dumpDatabase(source, file);
  await expect(loadDatabase(empty, file)).rejects.toThrow(/foreign key/);
  await expectForgotten(empty);
});
