import { createSendingFence } from '#platform/instance/sending-fence';
import { onlyWorker, wait, type Fault } from './fault';
import type { FaultWorld } from './fault-world';

/** Every connection of the workers to the database is lost, also on COMMIT. */
export const databaseConnectionsLost: Fault = async (world, random) => {
  await onlyWorker(world);
  let ended = 0;
  for (let round = 0; round < 3; round += 1) {
    await wait(random.below(300));
    ended += (
      await world.test.query(
        `
          select pg_terminate_backend(pid)
          from pg_stat_activity
          where datname = current_database() and application_name = 'skein_system' and state <> 'idle'
        `,
      )
    ).length;
  }
  return `${ended} connections`;
};

/** The connection is lost on COMMIT: before it arrives (it never happened), or before its answer is back (it did, and nobody knows). */
export const commitLost: Fault = async (world, random) => {
  await onlyWorker(world);
  const what = random.below(2) === 0 ? 'question' : 'answer';
  world.commits.arm(what, 1 + random.below(6));
  await wait(1_200);
  const struck = world.commits.disarm();
  return struck > 0 ? `${what} ${struck} times` : null;
};

/** Statements on one table raise an error of this SQLSTATE for a while; `share` is the part of them that do. */
async function refuseWrites(
  world: FaultWorld,
  table: string,
  failure: { sqlState: string; words: string; share: number; during: number },
): Promise<void> {
  await world.test.query(
    `create or replace function refuse_writes() returns trigger language plpgsql as $$ begin if random() < ${failure.share} then raise exception '${failure.words}' using errcode = '${failure.sqlState}'; end if; return new; end $$`,
  );
  await world.test.query(
    `create trigger refuse_writes before insert or update on ${table} for each row execute function refuse_writes()`,
  );
  await wait(failure.during);
  await world.test.query(`drop trigger refuse_writes on ${table}`);
}

const written = ['message', 'event', 'trigger_run', 'intent', 'enrolment'];

/** Every third write of one table loses against a transaction that is not there (SQLSTATE 40001). */
export const serializationFailures: Fault = async (world, random) => {
  await onlyWorker(world);
  const table = random.pick(written);
  await refuseWrites(world, table, {
    sqlState: '40001',
    words: 'could not serialize access due to concurrent update',
    share: 0.34,
    during: 1_200,
  });
  return table;
};

/** The database has no room for the outcome of a mail (SQLSTATE 53100) for a while. */
export const diskFull: Fault = async (world, random) => {
  await onlyWorker(world);
  const table = random.pick(written);
  await refuseWrites(world, table, {
    sqlState: '53100',
    words: 'could not extend file: No space left on device',
    share: 1,
    during: 900,
  });
  return table;
};

/** kill -9 of one of PostgreSQL's processes (it recovers from its log), or of the server itself (it is started again). */
export const postgresKilled: Fault = async (world, random) => {
  if (!world.cluster) return null;
  await onlyWorker(world);
  const isServer = random.below(2) === 0;
  const [backend] = await world.test.query<{ pid: number }>(
    `
      select pid
      from pg_stat_activity
      where datname = current_database() and application_name = 'skein_system'
      order by state = 'idle', random()
      limit 1
    `,
  );
  if (!backend) return null;
  process.kill(isServer ? world.cluster.pid() : backend.pid, 'SIGKILL');
  let answers = 0;
  for (const end = Date.now() + 60_000; answers < 5;) {
    await wait(200);
    answers = await world.test.query('select 1').then(
      () => answers + 1,
      () => 0,
    );
    if (Date.now() > end) throw new Error('PostgreSQL did not come back.');
  }
  return isServer ? 'the server' : 'a process of it';
};

/** The database wakes up as another installation's copy: nothing leaves until an operator confirms. */
export const clone: Fault = async (world) => {
  await onlyWorker(world);
  await world.test.query('update instance set identity = gen_random_uuid()');
  const another = await world.pool.start();
  // Every process asks at least each second and a half.
  await wait(2_600);
  const held = [world.busyCampaignId, world.strictCampaignId].map((value) => ({
    what: 'campaign' as const,
    value,
    committedAtReal: Date.now(),
    liftedAtReal: null as number | null,
  }));
  world.stops.push(...held);
  await wait(900);
  for (const stop of held) stop.liftedAtReal = Date.now();
  const fence = createSendingFence({ database: world.test.database, dataFolder: world.dataFolder });
  const { reason } = await fence.state();
  if (reason !== 'IDENTITY_DIFFERS') throw new Error(`A copied database was not noticed (${reason ?? 'no reason'}).`);
  await fence.confirm('operator');
  another.kill('SIGTERM');
  await another.gone;
  return 'held and confirmed';
};
