/**
 * `npm run soak -- --seeds N [--seed S]`: N stories of months with faults in virtual time, from seed S on; a failing
 * seed tells its shortest story. `npm run soak -- --minutes N`: a workspace in full flow for N real minutes at the
 * fastest clock; memory and backlog must stay flat, and the checker clean.
 */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { startTestCluster } from '#platform/testing/test-cluster';
import { findViolations, summarise } from './checker/find-violations';
import { soakStories } from './simulation/soak-stories';
import { createFaultWorld, timing } from './world/fault-world';
import { comeToRest } from './world/come-to-rest';
import { keepBusy } from './world/keep-busy';

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Resident memory of a process in MB, as Linux tells it. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

interface Sample {
  minute: number;
  worker: number;
  sent: number;
  late: number;
}

async function main(): Promise<void> {
  const value = (name: string) => {
    const at = process.argv.indexOf(`--${name}`);
    return at === -1 ? undefined : Number(process.argv[at + 1]);
  };
  const seeds = value('seeds');
  if (seeds !== undefined) process.exit(soakStories(value('seed') ?? 1, seeds, say) === 0 ? 0 : 1);
  const minutes = value('minutes') ?? 10;
  if (!(minutes > 0)) throw new Error('--minutes must be a number above 0.');
  const cluster = await startTestCluster();
  const world = await createFaultWorld();
  const problems: string[] = [];
  try {
    await world.addLeads(world.strictCampaignId, 200);
    const worker = await world.pool.start();
    const samples: Sample[] = [];
    const begin = Date.now();
    const every = Math.max(5_000, (minutes * 60_000) / 20);
    for (let next = begin; Date.now() - begin < minutes * 60_000;) {
      await keepBusy(world);
      if (Date.now() >= next) {
        next += every;
        // What should have left a minute (real) ago and is still there is a backlog.
        const [row] = await world.test.query<{ sent: number; late: number }>(
          `
            select (select count(*)::int from intent where state = 'SENT') as sent,
              (select count(*)::int from intent where state = 'RESERVED' and send_at < $1) as late
          `,
          [new Date(world.clock.now() - 60_000 * timing.scale)],
        );
        const sample = {
          minute: Math.round((Date.now() - begin) / 6_000) / 10,
          worker: Math.round(memoryOf(worker.pid)),
          sent: row?.sent ?? 0,
          late: row?.late ?? 0,
        };
        samples.push(sample);
        say(JSON.stringify(sample));
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    // The first quarter is warming up; after it the median of the last quarter may lie at most a fifth and 20 MB above the second's.
    const quarter = Math.max(1, Math.floor(samples.length / 4));
    const median = (part: Sample[]) =>
      part.map((sample) => sample.worker).sort((one, other) => one - other)[Math.floor(part.length / 2)] ?? 0;
    const [early, last] = [median(samples.slice(quarter, 2 * quarter)), median(samples.slice(-quarter))];
    if (samples.length >= 8 && last > early * 1.2 + 20)
      problems.push(`The worker's memory grew from ${early} to ${last} MB.`);
    if (samples.slice(quarter).some((sample) => sample.late > 0))
      problems.push('Mails waited for more than a minute after their time.');
    await comeToRest(world, say);
    const evidence = await world.evidence();
    problems.push(
      ...findViolations(evidence, { flightTime: 15_000 * timing.scale, isAtRest: true }).map(
        (violation) => `VIOLATION ${violation.kind}: ${violation.text}`,
      ),
    );
    say(JSON.stringify({ minutes, memoryEarly: early, memoryLast: last, ...summarise(evidence) }));
  } finally {
    await world.close();
    await cluster.server.stop();
    await rm(cluster.folder, { recursive: true, force: true });
  }
  for (const problem of problems) say(problem);
  say(problems.length > 0 ? 'Broken: see above.' : 'Flat and clean.');
  process.exit(problems.length > 0 ? 1 : 0);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
