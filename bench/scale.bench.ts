import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCampaignClock } from '../backend/src/platform/clock/campaign-clock';
import type { CampaignClock } from '../backend/src/platform/clock/clock';
import { writeKeyFile } from '../backend/faults/world/key-file';
import { startBouncer } from '../backend/faults/world/pgbouncer';
import { createWorkerPool } from '../backend/faults/world/worker-pool';
import { defineBench, type Bench } from './harness/bench';
import { cpuTime } from './harness/measure-once';
import { createSendingLoad, startSink, type SendingLoad } from './harness/sending-load';
import { spreadOf } from './harness/spread';

/** One way of running workers. */
interface Setting {
  name: string;
  workers: number;
  isPooled: boolean;
}

type Pools = Awaited<ReturnType<typeof workerPools>>;

/** Worker processes on PostgreSQL itself, and through PgBouncer where that is installed. */
async function workerPools(bench: Bench, load: SendingLoad, files: { keyFile: string; dataFolder: string }) {
  const bouncer = await startBouncer(load.url, 'session').catch((error: Error) => {
    bench.say(`No row through PgBouncer: ${error.message}`);
    return null;
  });
  if (bouncer) bench.cleanUp(() => bouncer.stop());
  const calm = {
    ...files,
    leaseSeconds: 60,
    serverTimeout: 600_000,
    sweepEvery: 5_000,
    socketTimeout: 30_000,
    concurrency: 32,
    poolSize: 10,
  };
  const direct = createWorkerPool({ ...calm, databaseUrl: load.url });
  bench.cleanUp(() => direct.close());
  const pooled = bouncer ? createWorkerPool({ ...calm, databaseUrl: bouncer.through(load.url) }) : null;
  if (pooled) bench.cleanUp(() => pooled.close());
  return { bouncer, direct, pooled };
}

/** Sends the next batch with so many workers: mails a second, and milliseconds of CPU a mail. */
function batches(
  load: SendingLoad,
  clock: CampaignClock,
  { size, pools: { bouncer, direct, pooled } }: { size: number; pools: Pools },
) {
  let batch = 0;
  return async ({ workers, isPooled }: Setting): Promise<{ rate: number; cost: number }> => {
    const running = await Promise.all(
      Array.from({ length: workers }, () => (isPooled && pooled ? pooled : direct).start()),
    );
    const due = load.dueOf(batch);
    batch += 1;
    const count = async () =>
      (
        await load.owner.query<{ count: number }>(
          `select count(*)::int as count from intent where state = 'SENT' and slot_at = $1`,
          [due],
        )
      ).rows[0]?.count ?? 0;
    const spent = () => cpuTime([load.pid, bouncer?.pid]);
    const [begin, before] = [performance.now(), spent()];
    await clock.advanceTo(due.getTime());
    for (const end = begin + 180_000; (await count()) < size; await new Promise((resolve) => setTimeout(resolve, 25)))
      if (performance.now() > end) throw new Error(`${await count()} of ${size} mails left in three minutes.`);
    const [wall, cost] = [performance.now() - begin, spent() - before];
    await Promise.all(
      running.map((worker) => {
        worker.kill('SIGTERM');
        return worker.gone;
      }),
    );
    return { rate: size / (wall / 1000), cost: cost / size };
  };
}

/** Keeps what two and four workers, and PgBouncer, come to beside one worker. */
function tellRatios(
  bench: Bench,
  {
    size,
    rates,
    costs,
    isPooled,
  }: { size: number; rates: Map<string, number[]>; costs: Map<string, number[]>; isPooled: boolean },
): void {
  const median = (values: readonly number[] = []) => Number(spreadOf(values).median.toFixed(2));
  const ratio = (name: string) =>
    (rates.get(name) as number[]).map((rate, round) => rate / (rates.get('one') as number[])[round]!);
  const figures = (name: string) => ({
    'mails a second': median(rates.get(name)),
    'mails a second, one worker': median(rates.get('one')),
    'ms CPU a mail': median(costs.get(name)),
  });
  const note = `${size} mails of as many mailboxes that become due at the same moment, on ${cpus().length} cores that PostgreSQL, the workers and the sink share: with two workers the cores bind, not PostgreSQL's locks. Each process keeps 32 lanes and two pools of 10 connections, and is started anew for each figure, so that it compiles its code within it.`;
  bench.record({
    name: 'scale-2',
    what: 'mails a second of two worker processes, divided by those of one',
    values: ratio('two'),
    unit: 'x',
    figures: figures('two'),
    note,
  });
  bench.record({
    name: 'scale-4',
    what: 'mails a second of four worker processes, divided by those of one',
    values: ratio('four'),
    unit: 'x',
    figures: figures('four'),
    note,
  });
  if (isPooled)
    bench.record({
      name: 'scale-pgbouncer',
      what: 'mails a second of one worker process through PgBouncer (pool_mode = session), divided by those without it',
      values: ratio('pooled'),
      unit: 'x',
      figures: figures('pooled'),
      note,
    });
}

export default defineBench({
  name: 'scale',
  summary:
    'worker processes beside each other on one PostgreSQL: one, two, four, and one through PgBouncer where it is installed',
  async run(bench) {
    const size = bench.quick ? 150 : 600;
    const folder = mkdtempSync(join(tmpdir(), 'skein-scale-'));
    bench.cleanUp(() => rmSync(folder, { recursive: true, force: true }));
    const sink = await startSink(bench);
    const load = await createSendingLoad(bench, sink.port, { mailboxes: size, batches: (bench.rounds + 1) * 4 });
    const keyFile = writeKeyFile(folder, load.masterKey);
    const clock = await openCampaignClock({
      database: load.db,
      mode: 'sandbox',
      firstScale: 1,
      firstInstant: load.clock.now() - 3_600_000,
      onError: () => undefined,
    });
    bench.cleanUp(() => clock.close());
    const pools = await workerPools(bench, load, { keyFile, dataFolder: folder });
    const settings: Setting[] = [
      { name: 'one', workers: 1, isPooled: false },
      { name: 'two', workers: 2, isPooled: false },
      { name: 'four', workers: 4, isPooled: false },
      ...(pools.pooled ? [{ name: 'pooled', workers: 1, isPooled: true }] : []),
    ];
    const rates = new Map<string, number[]>(settings.map(({ name }) => [name, []]));
    const costs = new Map<string, number[]>(settings.map(({ name }) => [name, []]));
    const measure = batches(load, clock, { size, pools });
    for (let round = 0; round <= bench.rounds; round += 1) {
      // Forwards and backwards in turn: what drifts meets all alike. The first round warms up.
      for (const setting of round % 2 === 0 ? settings : [...settings].reverse()) {
        const { rate, cost } = await measure(setting);
        if (round > 0) {
          rates.get(setting.name)?.push(rate);
          costs.get(setting.name)?.push(cost);
        }
        bench.say(
          `  round ${round}/${bench.rounds} ${setting.name}: ${rate.toFixed(1)} mails a second, ${cost.toFixed(2)} ms of CPU a mail`,
        );
      }
    }
    tellRatios(bench, { size, rates, costs, isPooled: pools.pooled !== null });
  },
});
