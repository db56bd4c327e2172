import { announceWorker } from '#platform/workers/worker-presence';
import type { CampaignClock } from '#platform/clock/clock';
import { receiveDueWarmup } from './receive-warmup';
import { sendWarmup } from './send-warmup';
import type { WarmupWorkerDeps } from './warmup-worker.deps';
import { claimWarmupMails, markWarmupLost, nextWarmupAt } from './warmup-lane.store';
import { planDueMailbox } from './warmup-plan.store';

/** Mails that leave at the same time from one process. */
const concurrency = 8;
/** How long at most the loop sleeps, in real milliseconds. */
const longestSleep = 1_000;

/**
 * Does everything that is due at the present campaign time: plans days, sends, looks at receivers. For whoever steps
 * through time, and for the loop.
 * @returns what was done
 */
export async function runDueWarmup(
  deps: WarmupWorkerDeps,
  worker: string,
): Promise<{ planned: number; sent: number; found: number }> {
  const done = { planned: 0, sent: 0, found: 0 };
  await markWarmupLost(deps.db);
  while (await planDueMailbox(deps, deps.now())) done.planned += 1;
  for (;;) {
    const claims = deps.isSendingHeld() ? [] : await claimWarmupMails(deps.db, deps.now(), worker, concurrency);
    await Promise.all(claims.map((claim) => sendWarmup(deps, claim)));
    const found = await receiveDueWarmup(deps);
    done.sent += claims.length;
    done.found += found;
    if (claims.length === 0 && found === 0) return done;
  }
}

/** The warmup loop of one process. Any number may run at the same time. */
export function startWarmupWorker(deps: WarmupWorkerDeps & { clock: CampaignClock }): { stop: () => Promise<void> } {
  const presence = announceWorker(deps.db);
  const worker = presence.id;
  const stopping = new AbortController();
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (stopping.signal.aborted) return resolve();
      const timer = setTimeout(done, milliseconds);
      function done() {
        clearTimeout(timer);
        stopping.signal.removeEventListener('abort', done);
        resolve();
      }
      stopping.signal.addEventListener('abort', done, { once: true });
    });
  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (presence.isPresent()) await runDueWarmup(deps, worker);
        const next = await nextWarmupAt(deps.db, deps.now());
        await pause(
          next === null ? longestSleep : Math.min(longestSleep, Math.max(200, deps.clock.realDelayUntil(next))),
        );
      } catch (error) {
        deps.log.error({ error }, 'the warmup loop met an error and continues');
        await pause(longestSleep);
      }
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      await running;
      await presence.end();
    },
  };
}
