import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, type Database } from '#platform/db/database';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { announceWorker } from '#platform/workers/worker-presence';
import { createDeadWorkerSweep } from './dead-workers';
import { findGone } from './dead-workers.store';

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

/** Looks whose time moves only when they are told. @returns the workers that were found dead so many milliseconds after the last look */
function startSweep() {
  let time = 0;
  const sweep = createDeadWorkerSweep(test.database, () => time);
  return (later: number) => {
    time += later;
    return sweep();
  };
}
const hour = 3_600_000;

/** Until the database knows that a process is gone. Just after the server itself was started it suspects none. */
async function isGone(worker: string): Promise<void> {
  while (!(await findGone(test.database)).includes(worker)) await wait(5);
}
const listeners = async (): Promise<number[]> =>
  (
    await test.query<{ pid: number }>(
      `
        select pid
        from pg_stat_activity
        where application_name = 'skein-listen' and datname = current_database()
        order by pid
      `,
    )
  ).map(({ pid }) => pid);

it('frees what a worker read and sent from once its process is gone for a second and a half', async () => {
  const { database, presence } = await startWorker();
  expect(await held()).toBe('rosa1 rosa2');
  processes.delete(database);
  await database.close();
  await isGone(presence.id);
  const sweep = startSweep();
  expect([await sweep(0), await sweep(1_499), await held()]).toEqual([[], [], 'rosa1 rosa2']);
  expect([await sweep(1), await held()]).toEqual([[presence.id], null]);
});

it('leaves a worker alone that lives, also when its connection breaks and is made again', async () => {
  const { presence } = await startWorker();
  const sweep = startSweep();
  expect([await sweep(0), await sweep(hour)]).toEqual([[], []]);
  const before = await listeners();
  await test.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [before]);
  // No time passes for the looks while the connection is away, however long the machine takes to make it again.
  const between: string[][] = [];
  const isBack = async () => (await listeners()).some((pid) => !before.includes(pid)) && presence.isPresent();
  while (!(await isBack())) between.push(await sweep(0));
  expect(between.flat()).toEqual([]);
  expect([await sweep(hour), await sweep(hour), presence.isPresent(), await held()]).toEqual([
    [],
    [],
    true,
    'rosa1 rosa2',
  ]);
  await presence.end();
  await isGone(presence.id);
  expect([await sweep(hour), await sweep(hour), await held()]).toEqual([[], [presence.id], null]);
});

it('leaves owners without a lock to their leases: an older version, or whoever steps through time', async () => {
  await test.query(
    `update mailbox set sync_owner = 'host:12:ab34cd56', sync_leased_until = now() + interval '1 minute'`,
  );
  const sweep = startSweep();
  expect([await sweep(0), await sweep(hour)]).toEqual([[], []]);
  expect(await held()).toBe('rosa1 rosa2 rosa3');
});
