import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findViolations, summarise } from '../checker/find-violations';
import { comeToRest } from '../world/come-to-rest';
import { wait } from '../world/fault';
import { startFaultCluster } from '../world/fault-database';
import { createFaultWorld, timing, type FaultWorld } from '../world/fault-world';
import { keepBusy } from '../world/keep-busy';
import type { Lane } from './lane';

/** What the machine's clock is told to be off by, one after the other. Campaign time makes hours of these seconds. */
const jumps = ['+4', '-3', '+20', '-20', '+0'];

/**
 * What follows from a wrong clock and not from the jump: campaign time is the machine's clock, so times, caps and
 * windows are right by that clock only.
 */
const ofTheClock = new Set([
  'FALSE_TIME',
  'OUTSIDE_WINDOW',
  'OVER_DAILY_CAP',
  'OVER_ROLLING_CAP',
  'UNDER_GAP',
  'OVER_MAX_LEADS',
  'TOO_SOON',
]);

function findLibrary(): string {
  const found = ['/usr/lib', '/usr/lib64', '/usr/local/lib']
    .flatMap((folder) => (existsSync(folder) ? [folder, ...readdirSync(folder).map((name) => join(folder, name))] : []))
    .map((folder) => join(folder, 'faketime', 'libfaketime.so.1'))
    .find((path) => existsSync(path));
  if (!found) throw new Error('This lane needs libfaketime (Debian: apt-get install libfaketime).');
  return found;
}

/**
 * The clock of the machine on which a worker runs jumps while it sends, beside a worker whose clock is right: nothing
 * leaves twice, after a stop, or is lost.
 */
export const systemClock: Lane = async ({ log }) => {
  const library = findLibrary();
  const folder = mkdtempSync(join(tmpdir(), 'skein-clock-'));
  const file = join(folder, 'offset');
  // Read while it is written, it must never be half.
  const setClock = (offset: string) => {
    writeFileSync(`${file}.next`, `${offset}\n`);
    renameSync(`${file}.next`, file);
  };
  setClock('+0');
  const cluster = await startFaultCluster();
  const world = await createFaultWorld({ cluster, mailboxes: 16 });
  try {
    const settings = { smtpPort: world.mail.smtp.port, leaseSeconds: 10 };
    await world.pool.start(settings, {
      environment: {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        FAKETIME_DONT_RESET: '1',
      },
    });
    await world.pool.start(settings);
    for (const jump of jumps) {
      const mails = await flow(world, 50);
      setClock(jump);
      await wait(1_500);
      log(`${mails} mails, then the clock of one worker is off by ${jump}`);
    }
    await flow(world, 50);
    await comeToRest(world, log);
    const evidence = await world.evidence();
    const all = findViolations(evidence, { flightTime: 15_000 * timing.scale, isAtRest: true });
    const wrongTimes: Record<string, number> = {};
    for (const { kind } of all) if (ofTheClock.has(kind)) wrongTimes[kind] = (wrongTimes[kind] ?? 0) + 1;
    return {
      violations: all.filter(({ kind }) => !ofTheClock.has(kind)),
      figures: { jumps, wrongTimes, ...summarise(evidence) },
    };
  } finally {
    await world.close();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

async function flow(world: FaultWorld, mails: number): Promise<number> {
  const before = world.mail.record.count().mails;
  for (const end = Date.now() + 180_000; world.mail.record.count().mails < before + mails; await wait(100)) {
    if (Date.now() > end)
      throw new Error(
        `Sending did not go on: ${JSON.stringify([new Date(world.clock.now()), world.pool.alive().length, await world.test.query('select next_trigger_at from campaign'), await world.test.query('select state, count(*)::int, min(send_at), max(send_at), min(leased_until) from intent group by 1')])}`,
      );
    await keepBusy(world, 60);
  }
  return world.mail.record.count().mails - before;
}
