import { answerLeads } from './answer-leads';
import { chooseReaderDeath, type ReaderDeath } from './deaths';
import { wait } from './fault';
import type { FaultWorld } from './fault-world';
import { createRandom } from './random';
import type { StormSize } from './storm-size';
import type { RunningWorker } from './worker-pool';

/**
 * Kills the processes that read the inboxes, one after the other and now and then both, while leads reply: before,
 * during and after. What they held comes to the next one as soon as they are known to be dead.
 * @returns how many were killed, once that many were or it is over, and how many mailboxes they held together
 */
export async function killReaders(
  world: FaultWorld,
  options: {
    seed: number;
    kills: number;
    deaths?: readonly ReaderDeath[];
    size: StormSize;
    running: Set<RunningWorker>;
    isOver: () => boolean;
  },
): Promise<{ kills: number; held: number }> {
  const { readers: alive, readerCapacity, repliesFactor } = options.size;
  let next = 0;
  let kills = 0;
  let held = 0;
  for (const worker of world.readers.alive()) {
    worker.kill('SIGTERM');
    await worker.gone;
  }

  async function place(): Promise<void> {
    while (next < options.kills && !options.isOver()) {
      const number = next;
      next += 1;
      const random = createRandom(Math.imul(options.seed, 104_729) + number);
      const death = options.deaths?.[number] ?? chooseReaderDeath(random);
      const worker = await world.readers.start(readerCapacity ? { capacity: readerCapacity, poolSize: 3 } : {});
      options.running.add(worker);
      // Of a list each is to die with mailboxes in its hands, however slow the machine is.
      while (options.deaths && worker.isAlive() && (await findHeld(world, worker)).length === 0) await wait(50);
      await Promise.race([wait(death.livesFor), worker.gone]);
      if (death.afterReply !== null) {
        await answerLeads(world, random, 1);
        await wait(death.afterReply);
      }
      worker.kill('SIGKILL');
      await worker.gone;
      options.running.delete(worker);
      if (worker.wasKilled()) {
        kills += 1;
        const unread = await findHeld(world, worker);
        held += unread.length;
        await answerLeads(world, random, death.repliesMeanwhile * repliesFactor, unread);
      }
      await wait(death.awayFor);
    }
  }

  await Promise.all(Array.from({ length: alive }, place));
  if (!options.isOver()) await world.readers.start();
  return { kills, held };
}

/** Mailboxes whose lease the dead process still has: nobody reads them. */
async function findHeld(world: FaultWorld, worker: RunningWorker): Promise<number[]> {
  const rows = await world.test.query<{ id: number }>('select id from mailbox where sync_owner like $1', [
    `%:${worker.pid}:%`,
  ]);
  return rows.map((row) => row.id);
}
