import { fork } from 'node:child_process';

import { Pool } from 'pg';
import { z } from 'zod';

import { silentLog } from '../log/log';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { defineJob, handleJob, PermanentJobError, type JobHandler } from './job-definition';
import { releaseDeadWorkers } from './heartbeat.store';
import { createJobQueue } from './job-queue';
import { startJobWorkers, type JobWorkers } from './job-workers';

let test: TestDatabase;
let workers: JobWorkers | undefined;
const queue = createJobQueue();
const greet = defineJob({ name: 'test.greet', payload: z.strictObject({ name: z.string() }) });

beforeAll(async () => {
  test = await createTestDatabase();
});

afterEach(async () => {
  await workers?.stop();
  workers = undefined;
  await test.query('delete from graphile_worker._private_jobs');
});

afterAll(() => test.drop());

const start = async (...handlers: JobHandler[]) => {
  workers = await startJobWorkers({ url: test.url, handlers, log: silentLog, concurrency: 2 });
  return workers;
};

/** A promise and the function that fulfils it. */
function signal<Value>() {
  let fulfil: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => (fulfil = resolve));
  return { promise, fulfil };
}

it("runs a job that a workspace's transaction enqueued, through Prisma and through pg", async () => {
  const heard: string[] = [];
  const both = signal<void>();
  await start(
    handleJob(greet, async ({ name }) => {
      heard.push(name);
      if (heard.length === 2) both.fulfil();
    }),
  );
  await test.database.tenant(1, (tx) => queue.enqueue(tx, greet, { name: 'Prisma' }));
  await test.database.tenantSql(1, (client) => queue.enqueue(client, greet, { name: 'pg' }));
  await both.promise;
  expect(heard.sort()).toEqual(['Prisma', 'pg']);
});

it('enqueues nothing when the transaction is rolled back, and refuses a wrong payload at once', async () => {
  await expect(
    test.database.tenant(1, async (tx) => {
      await queue.enqueue(tx, greet, { name: 'lost' });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await expect(test.database.tenant(1, (tx) => queue.enqueue(tx, greet, { nome: 'x' } as never))).rejects.toThrow();
  expect(await test.query('select * from graphile_worker.jobs')).toEqual([]);
});

it('lets no workspace read the queue', async () => {
  await expect(
    test.database.tenantSql(1, (client) => client.query('select * from graphile_worker.jobs')),
  ).rejects.toThrow(/permission denied/);
});

it('replaces a waiting job with the same key', async () => {
  const later = new Date(Date.now() + 3_600_000);
  await test.database.system(async (tx) => {
    await queue.enqueue(tx, greet, { name: 'first' }, { key: 'k', runAt: later });
    await queue.enqueue(tx, greet, { name: 'second' }, { key: 'k', runAt: later });
  });
  expect(await test.query('select payload from graphile_worker._private_jobs')).toEqual([
    { payload: { name: 'second' } },
  ]);
});

it('keeps a job that failed for good, with its message, and does not repeat it', async () => {
  const failed = signal<number>();
  await start(
    handleJob(greet, async (_payload, { attempt }) => {
      failed.fulfil(attempt);
      throw new PermanentJobError('the mailbox is gone');
    }),
  );
  await test.database.system((tx) => queue.enqueue(tx, greet, { name: 'x' }));
  expect(await failed.promise).toBe(1);
  await workers?.stop();
  const [job] = await test.query<{ attempts: number; max_attempts: number; last_error: string; locked_at: null }>(
    'select * from graphile_worker._private_jobs',
  );
  expect(job).toMatchObject({ attempts: 1, max_attempts: 1, locked_at: null });
  expect(job?.last_error).toContain('the mailbox is gone');
});

it('waits for a running job before it stops', async () => {
  const [running, mayEnd] = [signal<void>(), signal<void>()];
  const ended: string[] = [];
  await start(
    handleJob(greet, async () => {
      running.fulfil();
      await mayEnd.promise;
      ended.push('job');
    }),
  );
  await test.database.system((tx) => queue.enqueue(tx, greet, { name: 'x' }));
  await running.promise;
  const stopped = workers?.stop().then(() => ended.push('workers'));
  // Workers that did not wait would end meanwhile.
  await test.query('select 1');
  mayEnd.fulfil();
  await stopped;
  expect(ended).toEqual(['job', 'workers']);
  expect(await test.query('select * from worker_heartbeat')).toEqual([]);
});

it('gives the jobs of a killed process to another one', async () => {
  await test.database.system((tx) => queue.enqueue(tx, greet, { name: 'orphan' }));
  const child = fork(require.resolve('./testdata/take-and-hang.cjs'), [test.url], { stdio: 'ignore' });
  await new Promise<void>((resolve) => child.once('message', () => resolve()));
  child.kill('SIGKILL');
  const heard = signal<number>();
  await start(handleJob(greet, async (_payload, { attempt }) => heard.fulfil(attempt)));
  expect((await workers?.figures())?.running).toBe(1);
  // Ten seconds later, for the sweeper that looks every three.
  await test.query(
    `update worker_heartbeat set beat_at = now() - interval '11 seconds' where worker_id like 'hanging%'`,
  );
  expect(await heard.promise).toBe(2);
});

it('a process that stood still for longer than a heartbeat lasts does not take its own jobs for those of the dead', async () => {
  const begun = signal<void>();
  const mayEnd = signal<void>();
  const attempts: number[] = [];
  await start(
    handleJob(greet, async (_payload, { attempt }) => {
      attempts.push(attempt);
      begun.fulfil();
      await mayEnd.promise;
    }),
  );
  await test.database.system((tx) => queue.enqueue(tx, greet, { name: 'slow' }));
  await begun.promise;
  const own = (await test.query<{ worker_id: string }>('select worker_id from worker_heartbeat')).map(
    (row) => row.worker_id,
  );
  const pool = new Pool({ connectionString: test.url });
  await test.query(`update worker_heartbeat set beat_at = now() - interval '1 minute'`);
  expect(await releaseDeadWorkers(pool, 10, own)).toEqual([]);
  await pool.end();
  expect(await test.query('select 1 from graphile_worker.jobs where locked_by is not null')).toHaveLength(1);
  mayEnd.fulfil();
  await workers?.stop();
  expect(attempts).toEqual([1]);
});
