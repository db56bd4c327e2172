import type { CampaignClock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

/** How long at most the loops sleep, in real milliseconds: NOTIFY and timers are only ever a hint. */
const longestSleep = 500;

interface SendingLoops {
  isStopping(): boolean;
  /** Ends every sleep, so that each loop looks at once. */
  wakeAll(): void;
  /** @param step returns the campaign time of what is due next, null when nothing is */
  run(name: string, step: () => Promise<number | null>): void;
  /** @param interval real milliseconds between two beginnings of the work, at least */
  runEvery(interval: number, name: string, work: () => Promise<unknown>): void;
  stop(): void;
  ended(): Promise<unknown>;
}

/** The loops of one worker: each sleeps until something of its own is due, and all stop together. */
export function createSendingLoops({ clock, log }: { clock: CampaignClock; log: Pick<Log, 'error'> }): SendingLoops {
  const loops: Promise<void>[] = [];
  const sleepers = new Set<() => void>();
  let isStopping = false;
  const wakeAll = () => {
    for (const wake of [...sleepers]) wake();
  };

  const pause = async (until: number | null) => {
    const real = until === null ? longestSleep : Math.min(longestSleep, Math.max(0, clock.realDelayUntil(until)));
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, Math.max(real, 5));
      function done() {
        clearTimeout(timer);
        sleepers.delete(done);
        resolve();
      }
      sleepers.add(done);
      if (isStopping) done();
    });
  };

  /** Runs until the worker stops; an error (a lost database) is logged, and the loop continues after a second. */
  async function loop(name: string, step: () => Promise<number | null>): Promise<void> {
    while (!isStopping) {
      try {
        await pause(await step());
      } catch (error) {
        log.error({ error, loop: name }, 'a sending loop met an error and continues');
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }

  return {
    isStopping: () => isStopping,
    wakeAll,
    run: (name, step) => void loops.push(loop(name, step)),
    runEvery(interval, name, work) {
      let last = 0;
      const step = async () => {
        if (Date.now() - last >= interval) {
          last = Date.now();
          await work();
        }
        return null;
      };
      loops.push(loop(name, step));
    },
    stop() {
      isStopping = true;
      wakeAll();
    },
    ended: () => Promise.all(loops),
  };
}
