import { run, makeWorkerUtils, Logger, type Runner } from 'graphile-worker';
import { claimLanes, releaseLane } from '../backend/src/services/main/sending/delivery/lane.store';
import { sendTogether } from '../backend/src/services/main/sending/delivery/send-together';
import { defineBench, type Bench } from './harness/bench';
import { createSendingLoad, type SendingLoad } from './harness/sending-load';

const rendered = {
  subject: 'A subject',
  html: '<p>Body</p>',
  text: 'Body',
  inReplyTo: null,
  references: [],
  links: [],
  spinChoice: 0,
};

/** A batch of claims, with the same gathering as the worker's, 32 lanes of which are at the same point. */
function claims(load: SendingLoad) {
  let batch = 0;
  const together = sendTogether(load.deps);
  return async () => {
    load.clock.set(load.dueOf(batch).getTime());
    batch += 1;
    let operations = 0;
    for (;;) {
      const claims = await claimLanes(load.db, { now: load.clock.now(), worker: 'bench', most: 32 });
      if (claims.length === 0) return { operations };
      operations += claims.length;
      together.onTheirWay.dot += claims.length;
      await Promise.all(
        claims.map(async (claim) => {
          if (
            typeof (await together.prepare(claim)) === 'string' ||
            (await together.submit({ claim, mail: rendered })) !== null
          )
            throw new Error('A claim was refused');
        }),
      );
      together.onTheirWay.dot -= claims.length;
      await load.db.systemSql(async (sql) => {
        for (const claim of claims) await releaseLane(sql, claim);
      });
    }
  };
}

/** As many no-op jobs of graphile-worker. */
async function jobs(bench: Bench, load: SendingLoad, size: number) {
  const quiet = new Logger(() => () => undefined);
  const pool = load.owner as unknown as {
    connectionParameters: { user: string; password: string; host: string; port: number; database: string };
  };
  const { user, password, host, port, database } = pool.connectionParameters;
  const connectionString = `postgresql://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
  const utils = await makeWorkerUtils({ connectionString, logger: quiet });
  await utils.migrate();
  bench.cleanUp(() => utils.release());
  return async () => {
    await utils.withPgClient((client) =>
      client.query(
        `
          select graphile_worker.add_jobs(
            array(
              select json_populate_record(
                null::graphile_worker.job_spec, json_build_object('identifier', 'nothing')
              )
              from generate_series(1, $1::int)
            )
          )
        `,
        [size],
      ),
    );
    let done = 0;
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const runner: Runner = await run({
      connectionString,
      concurrency: 24,
      noHandleSignals: true,
      logger: quiet,
      pollInterval: 100,
      preset: { worker: { localQueue: { size: 100 } } } as never,
      taskList: {
        nothing: () => {
          done += 1;
          if (done === size) finish();
        },
      },
    });
    await finished;
    await runner.stop();
    return { operations: size };
  };
}

export default defineBench({
  name: 'claim',
  summary: 'claims with every rule checked, against no-op jobs of graphile-worker',
  async run(bench) {
    const size = bench.quick ? 200 : 500;
    const load = await createSendingLoad(bench, 1, { mailboxes: size, batches: bench.rounds * 2 + 2 });
    await bench.compare({
      name: 'claim',
      what: 'one claim: lane and fencing token taken, every rule checked, everything loaded, every rule checked again under locks, SUBMITTING committed, lane released',
      against: 'graphile-worker 0.17.3, one no-op job, local queue of 100',
      measure: 'cpu',
      alsoCpuOf: [load.pid],
      goal: { atMost: 3.33, text: 'at most 3.33x the CPU (0.3x the claims)' },
      ours: claims(load),
      theirs: await jobs(bench, load, size),
      note: 'Three transactions for 32 claims, PostgreSQL durable on both sides. Theirs in one process: a second one costs CPU and brings none back. Its jobs are added within the measurement, in one statement.',
    });
  },
});
