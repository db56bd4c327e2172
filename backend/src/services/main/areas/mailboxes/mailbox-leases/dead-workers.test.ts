import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, type Database } from '../../../../../platform/db/database';
import { createTestDatabase, type TestDatabase } from '../../../../../platform/testing/test-database';
import { announceWorker } from '../../../../../platform/workers/worker-presence';
import { createDeadWorkerSweep } from './dead-workers';

let test: TestDatabase;
const processes = new Set<Database>();

beforeAll(async () => {
  test = await createTestDatabase();
  await test.query(`insert into workspace (name) values ('Leases')`);
  await test.query(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username
      )
      select (select max(id) from workspace), 'Rosa', 'rosa' || n || '@northlight.test', 'h', 1, 'u', 'h', 1, 'u'
      from generate_series(1, 3) n
    `,
  );
});
afterAll(async () => {
  await Promise.all([...processes].map((database) => database.close()));
  await test.drop();
});

/** A worker with a connection of its own, as another process has it, that reads one mailbox and sends from another. */
async function startWorker() {
  const database = createDatabase({ url: test.url, onConnectionError: () => undefined });
  processes.add(database);
  const presence = announceWorker(database);
  while (!presence.isPresent()) await wait(5);
  await test.query(
    `
      update mailbox
      set sync_owner = case when from_email like 'rosa1%' then $1 else null end,
        sync_leased_until = case when from_email like 'rosa1%' then now() + interval '1 minute' end,
        lane_owner = case when from_email like 'rosa2%' then $1 else null end,
        lane_leased_until = case when from_email like 'rosa2%' then now() + interval '3 minutes' end
    `,
    [presence.id],
  );
  return { database, presence };
}

const held = async () =>
  (
    await test.query<{ held: string }>(
      `
        select string_agg(left(from_email, 5), ' ' order by id) as held
        from mailbox
        where (sync_owner is not null and sync_leased_until > now())
          or (lane_owner is not null and lane_leased_until > now())
      `,
    )
  )[0]?.held;

/** Looks again and again for as long as a dead worker needs to be noticed, and a little longer. */
async function sweepUntil(isOver: () => Promise<boolean>, most = 20_000): Promise<void> {
  const sweep = createDeadWorkerSweep(test.database);
  for (const end = Date.now() + most; Date.now() < end && !(await isOver());) {
    await sweep();
    await wait(100);
  }
}

it('frees what a worker read and sent from as soon as its process is gone', async () => {
  const { database } = await startWorker();
  expect(await held()).toBe('rosa1 rosa2');
  processes.delete(database);
  await database.close();
  await sweepUntil(async () => (await held()) === null);
  expect(await held()).toBeNull();
});

it('leaves a worker alone that lives, also when its connection breaks and is made again', async () => {
  const { presence } = await startWorker();
  await sweepUntil(async () => false, 2_500);
  await test.query(
    `
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where application_name = 'skein-listen' and datname = current_database()
    `,
  );
  await sweepUntil(async () => false, 3_000);
  expect([presence.isPresent(), await held()]).toEqual([true, 'rosa1 rosa2']);
  await presence.end();
  await sweepUntil(async () => (await held()) === null);
  expect(await held()).toBeNull();
});

it('leaves owners without a lock to their leases: an older version, or whoever steps through time', async () => {
  await test.query(
    `update mailbox set sync_owner = 'host:12:ab34cd56', sync_leased_until = now() + interval '1 minute'`,
  );
  await sweepUntil(async () => false, 2_500);
  expect(await held()).toBe('rosa1 rosa2 rosa3');
});
