import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findViolations, summarise } from '../checker/find-violations';
import { comeToRest } from '../world/come-to-rest';
import { wait } from '../world/fault';
import { startFaultCluster } from '../world/fault-database';
import { createFaultWorld, timing, type FaultWorld } from '../world/fault-world';
import { keepBusy } from '../world/keep-busy';
import type { Lane } from './lane';

const size = '640m';
const rounds = 3;
/** Real ms for which there is no room. */
const full = 2_500;

/** PostgreSQL lies on a small file system of its own (tmpfs), which is filled to its last byte while workers send, and emptied again. */
export const diskFull: Lane = async ({ log }) => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-small-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { encoding: 'utf8' });
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`This lane needs the right to mount a tmpfs: ${mounted.stderr.trim()}`);
  }
  chmodSync(folder, 0o711);
  try {
    return await strike(folder, log);
  } finally {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
};

async function strike(folder: string, log: (line: string) => void): ReturnType<Lane> {
  const cluster = await startFaultCluster({ folder });
  const world = await createFaultWorld({ cluster, mailboxes: 16 });
  const refused: string[] = [];
  try {
    await world.pool.start({ smtpPort: world.mail.smtp.port, leaseSeconds: 10 });
    for (let round = 1; round <= rounds; round += 1) {
      await flow(world, 40);
      const ballast = fill(folder);
      const words = new Set<string>();
      // Somebody outside writes too, and is told.
      const write = (sql: string) =>
        world.test.query(sql).catch((error: Error) => {
          if (/no space left/i.test(error.message)) words.add(error.message.replace(/"[^"]*"/, 'a file'));
        });
      for (const end = Date.now() + full; Date.now() < end; await wait(200)) {
        await write('create table if not exists ballast (words text)');
        await write(
          `insert into ballast select string_agg(md5(n::text || random()), '') from generate_series(1, 40000) n`,
        );
      }
      rmSync(ballast, { force: true });
      if (words.size > 0) refused.push([...words].join('; '));
      log(`round ${round}: ${[...words].join('; ') || 'nothing was refused'}`);
      await comeBack(world);
      await world.test.query('drop table if exists ballast');
    }
    if (refused.length < rounds)
      throw new Error(`The disk was full for PostgreSQL in ${refused.length} of ${rounds} rounds only.`);
    await flow(world, 40);
    await comeToRest(world, log);
    const evidence = await world.evidence();
    return {
      violations: findViolations(evidence, { flightTime: 30_000 * timing.scale, isAtRest: true }),
      figures: { rounds, refused: [...new Set(refused)], ...summarise(evidence) },
    };
  } finally {
    await world.close();
    await cluster.stop();
  }
}

/** @returns the file that takes what room there was */
function fill(folder: string): string {
  const path = join(folder, 'ballast');
  const file = openSync(path, 'w');
  const block = Buffer.alloc(64 * 1024);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
  if (statfsSync(folder).bavail > 16) throw new Error('The disk could not be filled.');
  return path;
}

async function comeBack(world: FaultWorld): Promise<void> {
  let refusal: unknown;
  const answers = () =>
    world.test.query('select 1').then(
      () => true,
      (error: unknown) => {
        refusal = error;
        return false;
      },
    );
  for (const end = Date.now() + 60_000; !(await answers()); await wait(200))
    if (Date.now() > end)
      throw new Error(`PostgreSQL did not come back after there was room again: ${(refusal as Error).message}`, {
        cause: refusal,
      });
}

async function flow(world: FaultWorld, mails: number): Promise<void> {
  const goal = world.mail.record.count().mails + mails;
  // The database may still be refusing: what it said last is told when nothing went on.
  let refusal: unknown;
  for (const end = Date.now() + 90_000; world.mail.record.count().mails < goal; await wait(200)) {
    if (Date.now() > end)
      throw new Error(
        `Sending did not go on: ${refusal instanceof Error ? refusal.message : 'the database took everything'}`,
        { cause: refusal },
      );
    await keepBusy(world, 60).then(
      () => {
        refusal = undefined;
      },
      (error: unknown) => {
        refusal = error;
      },
    );
  }
}
