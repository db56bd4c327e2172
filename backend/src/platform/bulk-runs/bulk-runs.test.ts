import { runStatuses } from '@skein/contracts/bulk-run';
import { createManualClock } from '../testing/manual-clock';
import type { SqlClient } from '../db/database';
import { createJobQueue } from '../jobs/job-queue';
import { prepareJobSchema } from '../jobs/prepare-job-schema';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import type { BulkRunDeps, BulkRunKind, HeldRun } from './bulk-run';
import { sweepRuns } from './bulk-runs.handlers';
import { advanceRun, recountRun, takeRun } from './bulk-runs.store';
import { performRun } from './perform-run';
import { cancelRun, prepareRun, resumeRun, startRun } from './start-run';

const rows = 10;
const size = 3;

let database: TestDatabase;
let deps: BulkRunDeps;
let workspaceId: number;
/** What happens inside a batch before it commits, for one test. */
let during: () => Promise<unknown> = async () => undefined;

/** Writes the numbers 1 to 10 of a run, three a batch; its place is the last one. */
const counting = {
  kind: 'COUNTING',
  topics: { progress: ['counting'], end: ['counting', 'counted'] },
  attempts: 3,
  oneAtATime: true,
  brokeOff: ({ done }) => `It stopped after ${done} rows.`,
  refusalOf: (error) => (error instanceof RangeError ? error.message : null),
  troubleOf: (error) => (error instanceof TypeError ? error.message : null),
  onEnd: (sql, { run_id }) => sql.query('insert into counted values ($1, 0)', [run_id]).then(() => undefined),
  async batch({ sql, run }) {
    const from = (run.place as number | null) ?? 0;
    const to = Math.min(rows, from + size);
    await sql.query('insert into counted select $1, g from generate_series($2::int + 1, $3::int) as g', [
      run.run_id,
      from,
      to,
    ]);
    await during();
    return { done: to - from, counts: { odd: 1, even: 2 }, place: to, isLast: to === rows };
  },
} satisfies BulkRunKind<BulkRunDeps>;

beforeAll(async () => {
  database = await createTestDatabase();
  await prepareJobSchema(database.url);
  const live = { publish: async () => undefined };
  deps = { db: database.database, jobs: createJobQueue(), live, realClock: createManualClock(Date.now()) };
  // No number of a run may be written twice: a batch that is applied a second time fails the test by itself.
  await database.query('create table counted (run_id int, number int, primary key (run_id, number))');
  await database.query('grant all on counted to skein_app, skein_system');
  workspaceId = await newWorkspace();
});
beforeEach(() => {
  during = async () => undefined;
});
afterAll(() => database.drop());

async function newWorkspace(): Promise<number> {
  const [row] = await database.query<{ id: number }>(`insert into workspace (name) values ('Runs') returning id`);
  return row?.id as number;
}
const inWorkspace = <Result>(work: (sql: SqlClient) => Promise<Result>): Promise<Result> =>
  deps.db.tenantSql(workspaceId, work);
const start = (delay = 0) =>
  inWorkspace((sql) => startRun(deps, sql, counting, { workspaceId, createdBy: null, total: rows, delay }));
const work = (runId: number, attempt = {}, kind: BulkRunKind<BulkRunDeps> = counting) =>
  performRun(deps, [kind], { workspaceId, runId }, attempt);
const cancel = (run_id: number) =>
  inWorkspace((sql) => cancelRun(deps, sql, counting, { workspace_id: workspaceId, run_id }));
async function read(runId: number) {
  const [run] = await database.query<Record<string, unknown>>('select * from bulk_run where id = $1', [runId]);
  const numbers = await database.query<{ number: number }>(
    'select number from counted where run_id = $1 and number > 0 order by number',
    [runId],
  );
  return { ...run, numbers: numbers.map(({ number }) => number) };
}
const jobsOf = (runId: number) =>
  database.query<{ attempts: number; queue_name: string; run_at: Date }>(
    'select * from graphile_worker.jobs where key = $1',
    [`bulk-run-${runId}`],
  );
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('a run is done batch by batch, and its end is written once', async () => {
  const runId = await start();
  expect(await jobsOf(runId)).toMatchObject([{ queue_name: `COUNTING-${workspaceId}`, max_attempts: 3 }]);
  await work(runId);
  expect(await read(runId)).toMatchObject({
    status: 'COMPLETED',
    numbers: upTo(rows),
    done: rows,
    total: rows,
    place: rows,
    counts: { odd: 4, even: 8 },
    finished_at: expect.any(Date),
  });
  await work(runId);
  expect(await database.query('select from counted where run_id = $1 and number = 0', [runId])).toHaveLength(1);
});

test('a worker that is killed inside a batch leaves nothing of it, and the next one resumes at the exact row', async () => {
  const runId = await start();
  let batches = 0;
  during = async () => {
    batches += 1;
    if (batches === 3) throw new Error('killed');
  };
  await expect(work(runId)).rejects.toThrow('killed');
  expect(await read(runId)).toMatchObject({ status: 'RUNNING', done: 6, place: 6, numbers: upTo(6) });
  await work(runId);
  expect(await read(runId)).toMatchObject({ status: 'COMPLETED', done: rows, numbers: upTo(rows) });
});

test('a worker that lost its run to another one cannot commit the batch it is in', async () => {
  const runId = await start();
  let isFirst = true;
  during = async () => {
    if (!isFirst) return;
    isFirst = false;
    await inWorkspace((sql) => takeRun(workspaceId, sql, { runId, at: new Date() }));
  };
  await work(runId);
  expect(await read(runId)).toMatchObject({ status: 'RUNNING', done: 0, numbers: [], fence: 2 });
});

test('a worker whose rows another one has written meanwhile gives way to it', async () => {
  const runId = await start();
  let isOther = false;
  const { batch } = counting;
  await work(
    runId,
    {},
    {
      ...counting,
      async batch(given) {
        if (!isOther) {
          isOther = true;
          await work(runId);
        }
        return batch(given);
      },
    },
  );
  expect(await read(runId)).toMatchObject({ status: 'COMPLETED', done: rows, numbers: upTo(rows), error: null });
});

test('of two workers that start together each row is done by one of them', async () => {
  const runId = await start();
  await Promise.all([work(runId), work(runId), work(runId)]);
  expect(await read(runId)).toMatchObject({ status: 'COMPLETED', done: rows, numbers: upTo(rows) });
});

test('nothing is added once a cancel has answered, and a run that is over cannot be cancelled', async () => {
  const runId = await start();
  let batches = 0;
  during = async () => {
    batches += 1;
    if (batches === 2) expect(await cancel(runId)).toBe(true);
  };
  await work(runId);
  expect(await read(runId)).toMatchObject({ status: 'CANCELLED', done: 3, numbers: upTo(3), error: null });
  expect(await cancel(runId)).toBe(false);
  await inWorkspace((sql) => resumeRun(deps, sql, counting, { workspace_id: workspaceId, run_id: runId }));
  expect(await read(runId)).toMatchObject({ status: 'RUNNING', finished_at: null });
});

test('a run that waits can be cancelled without a trace, and one that was prepared does not start by itself', async () => {
  const waiting = await start(30_000);
  expect(await read(waiting)).toMatchObject({ status: 'WAITING', started_at: null });
  expect(await cancel(waiting)).toBe(true);
  await work(waiting);
  expect(await read(waiting)).toMatchObject({ status: 'CANCELLED', numbers: [] });
  const prepared = await inWorkspace((sql) =>
    prepareRun(deps, sql, counting, { workspaceId, createdBy: null, total: rows }),
  );
  await work(prepared);
  expect(await read(prepared)).toMatchObject({ status: 'UPLOADED', numbers: [] });
  expect(await jobsOf(prepared)).toEqual([]);
});

test('an error is retried until the last attempt, and a refusal fails at once with its words', async () => {
  const retried = await start();
  during = async () => {
    throw new Error('no connection');
  };
  await expect(work(retried, { attempt: 2 })).rejects.toThrow('no connection');
  await work(retried, { attempt: 3 });
  expect(await read(retried)).toMatchObject({ status: 'FAILED', error: 'It stopped after 0 rows.', numbers: [] });
  const refused = await start();
  during = async () => {
    throw new RangeError('This list is full.');
  };
  await work(refused);
  expect(await read(refused)).toMatchObject({ status: 'FAILED', error: 'This list is full.' });
});

test('what holds a run up is shown until it gets on', async () => {
  const runId = await start();
  during = async () => {
    throw new TypeError('The service is busy.');
  };
  await expect(work(runId)).rejects.toThrow('busy');
  expect(await read(runId)).toMatchObject({ status: 'RUNNING', error: 'The service is busy.' });
  during = async () => undefined;
  await work(runId);
  expect(await read(runId)).toMatchObject({ status: 'COMPLETED', error: null });
});

test('a run that does not know at first how many rows there are learns it while it works', async () => {
  const { batch: _, ...shared } = counting;
  const learning: BulkRunKind<BulkRunDeps> = {
    ...shared,
    kind: 'LEARNING',
    async perform(_deps, held) {
      await held.commit(async () => ({ total: 8 }));
      await held.commit(async () => ({ done: 3 }));
      expect(await read(held.run.run_id)).toMatchObject({ done: 3, total: 8 });
      // There were more after all.
      await held.commit(async () => ({ done: 6 }));
      expect(await read(held.run.run_id)).toMatchObject({ done: 9, total: 9 });
      await held.restart();
      await held.commit(async () => ({ total: 2, done: 1 }));
      expect(await read(held.run.run_id)).toMatchObject({ done: 1, total: 2 });
    },
  };
  const runId = await inWorkspace((sql) => startRun(deps, sql, learning, { workspaceId, createdBy: null, total: 0 }));
  await work(runId, {}, learning);
  expect(await read(runId)).toMatchObject({ status: 'COMPLETED', done: 1, total: 1 });
});

test('a kind with work of its own commits several rows at once, starts over, and ends with its own last write', async () => {
  const { batch: _, ...shared } = counting;
  const parallel: BulkRunKind<BulkRunDeps> = {
    ...shared,
    kind: 'PARALLEL',
    perform: async (_, held: HeldRun) => {
      await held.commit(async () => ({ done: 1, counts: { lost: 1 } }));
      await held.restart();
      const write = (number: number) =>
        held.commit(async (sql) => {
          await sql.query('insert into counted values ($1, $2)', [held.run.run_id, number]);
          return { done: 1, counts: { written: 1 } };
        });
      await Promise.all(upTo(5).map(write));
      await held.complete((sql) => sql.query('insert into counted values ($1, 99)', [held.run.run_id]).then());
    },
  };
  const runId = await inWorkspace((sql) =>
    startRun(deps, sql, parallel, { workspaceId, createdBy: null, total: rows }),
  );
  await work(runId, {}, parallel);
  expect(await read(runId)).toMatchObject({
    status: 'COMPLETED',
    done: 5,
    counts: { written: 5 },
    numbers: [...upTo(5), 99],
  });
});

test('a worker hands its run back until a time, and only as long as it is its own', async () => {
  const { batch: _, ...shared } = counting;
  const later = Date.now() + 3_600_000;
  let isTaken = false;
  const patient: BulkRunKind<BulkRunDeps> = {
    ...shared,
    kind: 'PATIENT',
    perform: async (_, held: HeldRun) => {
      await held.commit(async () => ({ done: 1 }));
      if (isTaken)
        await inWorkspace((sql) => takeRun(workspaceId, sql, { ...held.run, runId: held.run.run_id, at: new Date() }));
      await held.pause(later);
    },
  };
  const runId = await inWorkspace((sql) => startRun(deps, sql, patient, { workspaceId, createdBy: null, total: rows }));
  await work(runId, {}, patient);
  expect(await read(runId)).toMatchObject({ status: 'RUNNING', done: 1, runs_at: new Date(later), finished_at: null });
  expect(await jobsOf(runId)).toMatchObject([{ run_at: new Date(later) }]);
  await database.query(`update bulk_run set beat_at = now() - interval '9 hours' where id = $1`, [runId]);
  await sweepRuns(deps, [patient]);
  expect(await jobsOf(runId)).toMatchObject([{ run_at: new Date(later) }]);
  isTaken = true;
  await work(runId, {}, patient);
  expect(await read(runId)).toMatchObject({ status: 'RUNNING', done: 2, fence: 3 });
  await cancel(runId);
});

test('the sweep puts back what has no job, leaves what has one, and starts what died with its last attempt anew', async () => {
  const [lost, waiting, dead] = [await start(), await start(), await start()];
  await database.query('select graphile_worker.remove_job($1)', [`bulk-run-${lost}`]);
  await database.query(
    `update bulk_run set beat_at = now() - interval '3 minutes', runs_at = now() - interval '3 minutes'`,
  );
  await database.query(
    `update bulk_run set beat_at = now() - interval '8 hours', runs_at = now() - interval '8 hours' where id = $1`,
    [dead],
  );
  await database.query('update graphile_worker._private_jobs set attempts = 2 where key = any($1)', [
    [waiting, dead].map((id) => `bulk-run-${id}`),
  ]);
  await sweepRuns(deps, [counting]);
  expect(await jobsOf(lost)).toMatchObject([{ attempts: 0, queue_name: `COUNTING-${workspaceId}` }]);
  expect(await jobsOf(waiting)).toMatchObject([{ attempts: 2 }]);
  expect(await jobsOf(dead)).toMatchObject([{ attempts: 0 }]);
});

test('a workspace neither sees nor moves the runs of another one', async () => {
  const runId = await start();
  const stranger = await newWorkspace();
  await performRun(deps, [counting], { workspaceId: stranger, runId });
  const found = await deps.db.tenantSql(stranger, async (sql) => {
    const held = { run_id: runId, fence: 0 };
    return [
      (await sql.query('select from bulk_run')).rows.length,
      await advanceRun(workspaceId, sql, held, { done: 1 }),
      await recountRun(workspaceId, sql, held, { done: 1, counts: {} }),
      await cancelRun(deps, sql, counting, { workspace_id: workspaceId, run_id: runId }),
    ];
  });
  expect(found).toEqual([0, false, false, false]);
  expect(await read(runId)).toMatchObject({ status: 'RUNNING', fence: 0, done: 0 });
});

test('the database knows the statuses of the contract', async () => {
  const [row] = await database.query<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'bulk_run_status_check'`,
  );
  expect([...(row?.text ?? '').matchAll(/'([A-Z]+)'/g)].map(([, status]) => status)).toEqual([...runStatuses]);
});
