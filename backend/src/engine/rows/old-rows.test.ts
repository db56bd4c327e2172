import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { functionsFolder } from '#platform/db/function-files';
import { runMigrations } from '#platform/db/migrate';
import { findRepositoryRoot } from '#platform/env/repository-root';
import { createEmptyDatabase } from '#platform/testing/test-database';

const migrations = join(findRepositoryRoot(), 'backend', 'prisma', 'migrations');
/** The first migration that closes columns. */
const first = '20261208100001_closed_columns_mended';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let client: Client;
let before: string;
beforeAll(async () => {
  database = await createEmptyDatabase();
  before = await mkdtemp(join(tmpdir(), 'skein-open-columns-'));
  for (const name of await readdir(migrations))
    if (name < first) await cp(join(migrations, name), join(before, name), { recursive: true });
  await runMigrations({ url: database.url, folder: before, functions: functionsFolder() });
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(before, { recursive: true });
});

const one = async (sql: string, values: unknown[] = []) =>
  (await client.query<Record<string, unknown>>(sql, values)).rows[0] as Record<string, unknown>;

it('an upgrade mends rows with values that nobody writes, and rows that name what is gone, and keeps the others', async () => {
  const { id: workspace } = await one(`insert into workspace (name) values ('Old rows') returning id`);
  const { id: campaign } = await one(
    `
      insert into campaign (workspace_id, status, status_reason, created_by, team_member_id)
      values ($1, 'PAUSED', 'RAIN', 9001, 9002)
      returning id
    `,
    [workspace],
  );
  const { id: mailbox } = await one(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username,
        failure_code, created_by
      )
      values ($1, 'Rosa', 'rosa@old.test', 's', 587, 'r', 'i', 993, 'r', 'MOON', 9001)
      returning id
    `,
    [workspace],
  );
  await client.query(
    `
      insert into lead (workspace_id, email, domain)
      select $1, 'a' || n || '@old.test', 'old.test'
      from generate_series(1, 5) n
    `,
    [workspace],
  );
  await client.query(
    `
      insert into enrolment (
        workspace_id, campaign_id, lead_id, status, reason, hold_kind, hold_until, constraint_code, category_by,
        upload_id, parent_enrolment_id, assigned_user_id
      )
      select $1, $2, l.id, g.status, g.reason, g.hold, case when g.hold is not null then now() end, g.code, g.by, 9003,
        9004, 9005
      from (values
        (1, 'STARTED', null, 'MANUAL', 'NO_SUCH_CODE', 'CAT'),
        (2, 'STARTED', null, 'RETRY', 'LOST_LEASE', 'AI'),
        (3, 'COMPLETED', 'TIRED', null, 'LEAD_ENDED', null),
        (4, 'COMPLETED', null, null, 'LEAD_ENDED', 'CAT'),
        (5, 'INPROGRESS', 'TIRED', null, null, null)
      ) g(n, status, reason, hold, code, by)
      join lead l on l.email = 'a' || g.n || '@old.test'
      order by g.n
    `,
    [workspace, campaign],
  );
  await client.query(
    `
      insert into intent (
        workspace_id, mailbox_id, slot_at, send_at, message_id, envelope_id, to_email, state, cancel_reason,
        failure_class, reallocated_from, created_by
      )
      values ($1, $2, now(), now(), '<1@old.test>', 'e', 'x@y.test', 'CANCELLED', 'SUNDAY', 'odd', 9006, 9007)
    `,
    [workspace, mailbox],
  );

  await runMigrations({ url: database.url });

  expect(await one('select status, status_reason, created_by, team_member_id from campaign')).toEqual({
    ...{ status: 'PAUSED', status_reason: null, created_by: null, team_member_id: null },
  });
  expect(await one('select failure_code, created_by from mailbox')).toEqual({ failure_code: null, created_by: null });
  const leads = await client.query(
    `
      select reason, hold_kind, hold_until is not null as is_held, constraint_code, category_by, upload_id,
        parent_enrolment_id, assigned_user_id
      from enrolment
      order by id
    `,
  );
  const gone = { upload_id: null, parent_enrolment_id: null, assigned_user_id: null };
  expect(leads.rows).toEqual([
    // Held leads stay held, and what ended without a reason of its own is no silence that a subsequence answers.
    { reason: null, hold_kind: 'USER', is_held: true, constraint_code: null, category_by: null, ...gone },
    { reason: null, hold_kind: 'RETRY', is_held: true, constraint_code: 'LOST_LEASE', category_by: 'AI', ...gone },
    { reason: 'MANUAL', hold_kind: null, is_held: false, constraint_code: 'LEAD_ENDED', category_by: null, ...gone },
    { reason: null, hold_kind: null, is_held: false, constraint_code: 'LEAD_ENDED', category_by: null, ...gone },
    { reason: null, hold_kind: null, is_held: false, constraint_code: null, category_by: null, ...gone },
  ]);
  expect(await one('select state, cancel_reason, failure_class, reallocated_from, created_by from intent')).toEqual({
    state: 'CANCELLED',
    cancel_reason: null,
    failure_class: null,
    reallocated_from: null,
    created_by: 9007,
  });
});

it('what goes is forgotten by the rows that named it, which stay', async () => {
  const { id: workspace } = await one(`insert into workspace (name) values ('Leaving') returning id`);
  const { id: person } = await one(
    `insert into app_user (workspace_id, email, role) values ($1, 'ada@leaving.test', 'MEMBER') returning id`,
    [workspace],
  );
  await client.query(
    `
      insert into campaign (workspace_id, name, created_by, status_changed_by, team_member_id)
      values ($1, 'Stays', $2, $2, $2)
    `,
    [workspace, person],
  );
  // As the version before does it, which takes the person out of nothing but the team.
  await client.query('delete from app_user where id = $1', [person]);
  expect(
    await one(
      'select workspace_id, created_by, status_changed_by, team_member_id from campaign where workspace_id = $1',
      [workspace],
    ),
  ).toEqual({ workspace_id: workspace, created_by: null, status_changed_by: null, team_member_id: null });
  await expect(
    client.query(`insert into campaign (workspace_id, created_by) values ($1, $2)`, [workspace, person]),
  ).rejects.toMatchObject({ code: '23503' });
  await expect(
    client.query(`insert into campaign (workspace_id, status) values ($1, 'RUNNING')`, [workspace]),
  ).rejects.toMatchObject({ code: '23514' });
});
