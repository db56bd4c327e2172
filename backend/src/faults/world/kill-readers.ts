import { answerLeads } from './answer-leads';
import { wait } from './fault';
import type { FaultWorld } from './fault-world';
import { createRandom } from './random';
import type { StormSize } from './storm-size';
import type { RunningWorker } from './worker-pool';

/** How one reader dies: in its sleep, or while it takes in a reply; and how long it is away. Follows from the seed and the number alone. */
function chooseReaderDeath(seed: number, number: number) {
  const random = createRandom(Math.imul(seed, 104_729) + number);
  return {
    random,
    livesFor: 1_000 + random.below(5_000),
    /** Milliseconds between a reply's arrival and the kill; null when it dies without one. */
    afterReply: random.below(3) > 0 ? random.below(120) : null,
    awayFor: random.below(4) === 0 ? 3_000 + random.below(3_000) : random.below(1_500),
    repliesMeanwhile: random.below(4),
  };
}

/**
 * Kills the processes that read the inboxes, one after the other and now and then both, while leads reply: before, during and after. What they
 * held comes to the next one as soon as they are known to be dead.
 * @returns how many were killed, once that many were or it is over, and how many mailboxes they held together
 */
export async function killReaders(
  world: FaultWorld,
  options: { seed: number; kills: number; size: StormSize; running: Set<RunningWorker>; isOver: () => boolean },
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
      const death = chooseReaderDeath(options.seed, number);
      const worker = await world.readers.start(readerCapacity ? { capacity: readerCapacity, poolSize: 3 } : {});
      options.running.add(worker);
      await Promise.race([wait(death.livesFor), worker.gone]);
      if (death.afterReply !== null) {
        await answerLeads(world, death.random, 1);
        await wait(death.afterReply);
      }
      worker.kill('SIGKILL');
      await worker.gone;
      options.running.delete(worker);
      if (worker.wasKilled()) {
        kills += 1;
        const unread = await findHeld(world, worker);
        held += unread.length;
        await answerLeads(world, death.random, death.repliesMeanwhile * repliesFactor, unread);
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
