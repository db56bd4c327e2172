import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { dumpDatabase } from '#platform/backup/dump-database';
import { loadDatabase } from '#platform/backup/load-database';
import { functionsFolder } from '#platform/db/function-files';
import { runMigrations } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/migration';
import { createEmptyDatabase } from '#platform/testing/test-database';

/** From here on replies are counted. */
const first = '20261213090001_reply_counts';

let folder: string;
let databases: { url: string; drop(): Promise<void> }[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skein-replies-'));
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

/** Replies of six leads, as the version before leaves them. Rules are off: they are those of this version. */
const replies = `
  set session_replication_role = replica;
  insert into workspace (id, name) values (1, 'Older');
  insert into lead_category (id, workspace_id, name, sentiment) values (10, 1, 'Warm', 'positive'), (11, 1, 'Cold', 'negative');
  insert into event (workspace_id, campaign_id, mailbox_id, enrolment_id, kind, at, sent_at, is_first, category_id)
  select 1, 7, 8, g.id, g.kind, '2026-11-02T23:45:00Z', g.sent_at::timestamptz, g.is_first, g.category_id
  from (
    values (1, 'REPLY', '2026-11-01T08:00:00Z', true, 1), (2, 'REPLY', '2026-11-01T09:00:00Z', true, 2),
      (3, 'REPLY', null, true, 10), (4, 'REPLY', '2026-11-01T09:00:00Z', true, 11),
      (5, 'REPLY', '2026-11-01T09:00:00Z', false, null), (6, 'REPLY', '2026-11-01T09:00:00Z', true, null)
  ) g(id, kind, sent_at, is_first, category_id)
`;
const counted = async (url: string) =>
  (
    await ask(
      url,
      `
        select concat_ws(' ', dimension, dimension_id, axis, to_char(bucket at time zone 'UTC', 'MM-DD HH24:MI'), positive, meetings) as row
        from reply_count
        order by 1
      `,
    )
  ).map(({ row }) => row);
const expected = [
  ...['campaign 7 event_day 11-02 00:00 3 1', 'campaign 7 sent_day 11-01 00:00 2 1'],
  ...['mailbox 8 event_day 11-02 00:00 3 1', 'mailbox 8 sent_day 11-01 00:00 2 1'],
  ...['workspace 0 event_day 11-02 00:00 3 1', 'workspace 0 sent_day 11-01 00:00 2 1'],
];

it('an upgrade counts the replies that are there, and so does a restore of an older backup', async () => {
  const [older, empty] = databases.map(({ url }) => url) as [string, string];
  for (const name of await readdir(migrationsFolder()))
    if (name < first) await cp(join(migrationsFolder(), name), join(folder, 'before', name), { recursive: true });
  await runMigrations({ url: older, folder: join(folder, 'before'), functions: functionsFolder() });
  await ask(older, replies);
  const file = join(folder, 'database.gz');
  await dumpDatabase(older, file);

  await runMigrations({ url: older });
  expect(await counted(older)).toEqual(expected);
  await loadDatabase(empty, file);
  expect(await counted(empty)).toEqual(expected);
});
