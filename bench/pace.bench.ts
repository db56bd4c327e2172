import { startSendingWorker } from '../backend/src/services/main/sending/sending-worker/sending-worker';
import { createManualClock } from '../backend/src/platform/testing/manual-clock';
import { sleepUntil } from '../backend/src/platform/clock/sleep-until';
import type { CampaignClock } from '../backend/src/platform/clock/clock';
import { defineBench, type Bench } from './harness/bench';
import { cpuTime } from './harness/measure-once';
import { createSendingLoad, startSink, type SendingLoad } from './harness/sending-load';
import { quantile } from './harness/spread';

/** A gap a little over three minutes. */
const gap = 190_000;

interface Pace {
  name: string;
  portType: 'NONE' | 'SSL';
  mailboxes: number;
  /** Mails of each. */
  each: number;
  /** Campaign seconds in a real one: at 6 a gap of three minutes passes in half a minute. */
  scale: number;
}

/** Campaign time from an instant on, at a scale, without a database. */
function runningClock(start: number, scale: number): CampaignClock {
  const begin = performance.now();
  const clock: CampaignClock = {
    ...createManualClock(start),
    now: () => Math.floor(start + (performance.now() - begin) * scale),
    scale: () => scale,
    realDelayUntil: (instant) => Math.max(0, (instant - clock.now()) / scale),
    sleepUntil: (instant, signal) => sleepUntil(clock, instant, signal),
  };
  return clock;
}

/** Evenly over the gap: mailbox n of m begins at n/m of it, and sends one mail a gap from then on. */
async function spreadOverGap(load: SendingLoad, start: number, each: number): Promise<void> {
  await load.owner.query(
    `
      with m as (select id, row_number() over (order by id) as n, count(*) over () as of from mailbox),
        placed as (
          select i.id,
            $1::timestamptz + (
              (m.n - 1) * $2::float8 / m.of + $2::float8 * (
                row_number() over (partition by i.mailbox_id order by i.id) - 1
              )
            ) * interval '1 millisecond' as at
          from intent i
          join m on m.id = i.mailbox_id
        )
      update intent i
      set slot_at = p.at, send_at = p.at
      from placed p
      where p.id = i.id
    `,
    [new Date(start), gap],
  );
  await load.owner.query('update mailbox set message_per_day = $1', [each]);
  await load.owner.query('vacuum analyze');
}

/** What a run cost: memory in MB at each half gap, and CPU and real time in milliseconds. */
interface Cost {
  memory: number[];
  spent: number;
  wall: number;
}

/** Looks at the memory twice a gap until the last mail is due. */
async function watch(
  bench: Bench,
  clock: CampaignClock,
  { pid, start, each }: { pid: number; start: number; each: number },
): Promise<Cost> {
  const memory: number[] = [];
  global.gc?.();
  let cpu = 0;
  let began = 0;
  for (let part = 0; part <= each * 2; part += 1) {
    await clock.sleepUntil(start + (part * gap) / 2);
    if (part === 0) {
      cpu = cpuTime([pid]);
      began = performance.now();
    }
    global.gc?.();
    memory.push(process.memoryUsage().rss / 2 ** 20);
    bench.say(`  part ${part}/${each * 2}: ${Math.round(memory.at(-1) as number)} MB`);
  }
  const spent = cpuTime([pid]) - cpu;
  const wall = performance.now() - began;
  return { memory, spent, wall };
}

async function measurePace(bench: Bench, pace: Pace): Promise<void> {
  const { portType, mailboxes, each, scale } = pace;
  const sink = await startSink(bench, 'smtp-sink.mjs', { tls: portType === 'SSL' });
  const load = await createSendingLoad(bench, sink.port, { mailboxes, batches: each, portType });
  const start = load.clock.now() + 3_000 * scale;
  await spreadOverGap(load, start, each);
  const clock = runningClock(load.clock.now(), scale);
  const worker = startSendingWorker({ ...load.deps, clock, now: () => clock.now(), concurrency: 32 });
  const end = start + gap * each;
  const cost = await watch(bench, clock, { pid: load.pid, start, each });
  await clock.sleepUntil(end + 5_000 * scale);
  await worker.stop();
  await tell(bench, load, pace, cost);
}

/** When each mail left, how long after the one before, and how many of its mailbox left. */
async function sentMails(load: SendingLoad) {
  const { rows } = await load.owner.query<{ late: number; state: string; gap: number | null; sent: number }>(
    `
      select extract(epoch from send_at - slot_at)::float8 as late, state,
        extract(
          epoch from send_at - lag(send_at) over (partition by mailbox_id order by send_at)
        )::float8 as gap,
        (count(*) filter (where state = 'SENT') over (partition by mailbox_id))::int as sent
      from intent
    `,
  );
  return rows;
}

/** Keeps how late the mails left, and what a mail cost. */
async function tell(
  bench: Bench,
  load: SendingLoad,
  { name, portType, mailboxes, each, scale }: Pace,
  { memory, spent, wall }: Cost,
): Promise<void> {
  const rows = await sentMails(load);
  const late = rows.map((row) => row.late / scale).sort((one, other) => one - other);
  const sent = rows.filter((row) => row.state === 'SENT').length;
  const early = rows.filter((row) => row.late < 0).length;
  const overGap = rows.filter((row) => row.gap !== null && row.gap < 180).length;
  const overCap = rows.filter((row) => row.sent > each).length;
  if (sent !== rows.length) bench.say(`${rows.length - sent} of ${rows.length} mails were not sent.`);
  const perMail = spent / sent;
  const note = `${mailboxes} mailboxes, one mail in ${gap / 1000} s of campaign time each, ${scale} times as fast as life: ${((mailboxes / (gap / 1000)) * scale).toFixed(0)} mails a second, as ${(mailboxes * scale).toLocaleString('en-US')} mailboxes send. ${portType === 'SSL' ? 'TLS' : 'Plain SMTP'}, with a login and a connection for each mail, one worker process; the mail server runs on the same two cores and counts on no side.`;
  const figures = {
    mails: sent,
    'not sent': rows.length - sent,
    early,
    'under the gap': overGap,
    'over the cap': overCap,
    'mails a second': Number((sent / (wall / 1000)).toFixed(1)),
    'cores used': Number((spent / wall).toFixed(2)),
    'ms CPU a mail': Number(perMail.toFixed(2)),
  };
  bench.record({
    name,
    what: `${portType === 'SSL' ? 'with TLS: ' : ''}p99 of how late a mail is submitted, seconds of real time`,
    values: [quantile(late, 0.99)],
    unit: 's',
    goal: {
      atMost: early + overGap + overCap + rows.length - sent === 0 ? 2 : -1,
      text: 'p99 at most 2 s; none early, none over a cap or under a gap',
    },
    figures: { ...figures, 'median s': Number(quantile(late, 0.5).toFixed(3)) },
    note,
  });
  bench.record({
    name: `${name}-memory`,
    what: 'memory of the worker at the end, divided by that after the first eighth',
    values: [(memory.at(-1) as number) / (memory[1] as number)],
    unit: 'x',
    goal: { atMost: 1.2, text: 'flat: at most 1.2x' },
    figures: { 'MB at first': Math.round(memory[1] as number), 'MB at the end': Math.round(memory.at(-1) as number) },
  });
  bench.record({
    name: `${name}-mailboxes`,
    what: 'mailboxes that two whole cores hold at one mail in three minutes, PostgreSQL included',
    values: [(2_000 / perMail) * 180],
    unit: 'mailboxes',
    note: 'From the CPU a mail of this run; 100,000 mailboxes are 555 mails a second.',
  });
}

export default defineBench({
  name: 'pace',
  summary:
    'mailboxes at one mail in three minutes, each, and a row with TLS: lateness, caps, gaps, memory, and how many mailboxes two cores hold',
  async run(bench) {
    const [mailboxes, each] = bench.quick ? [400, 2] : [2_000, 3];
    await measurePace(bench, { name: 'pace', portType: 'NONE', mailboxes, each, scale: 6 });
    // 10,000 mailboxes at life's speed.
    await measurePace(bench, { name: 'pace-tls', portType: 'SSL', mailboxes, each, scale: 5 });
  },
});
