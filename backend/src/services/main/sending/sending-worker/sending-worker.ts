import type { CampaignClock } from '#platform/clock/clock';
import { announceWorker } from '#platform/workers/worker-presence';
import { createDeadWorkerSweep } from '#mailboxes/mailboxes.api';
import { createMessageReader, type ReadMessagesDeps } from '../linkedin/read-messages';
import { nextLinkedInAt, runDueLinkedIn, type LinkedInDeps } from '../linkedin/run-linkedin';
import { claimLanes, nextSendAt } from '../delivery/lane.store';
import { fireDueTrigger, nextTriggerAt, sendingChannel, type TriggerDeps } from '../delivery/trigger.store';
import { sendIntent } from '../delivery/send-intent';
import type { SendDeps } from '../delivery/settle-sending';
import { fileSentCopies } from '../delivery/file-sent-copies';
import { markLost, settleDoubts, type DoubtDeps } from '../delivery/settle-doubt';
import { nextPushAt, pushWaiting } from '#lifecycle/lifecycle.api';

export interface SendingWorkerDeps
  extends SendDeps, TriggerDeps, DoubtDeps, Pick<LinkedInDeps, 'linkedIn'>, Pick<ReadMessagesDeps, 'messagesUrl'> {
  clock: CampaignClock;
  concurrency: number;
  log: SendDeps['log'];
  /** Real milliseconds between two looks for lost and doubtful mails; ten seconds if not given. */
  sweepEvery?: number;
}

/** How long at most the loops sleep, in real milliseconds: NOTIFY and timers are only ever a hint. */
const longestSleep = 500;
const sweepInterval = 10_000;
/** Real milliseconds between two looks for copies that Sent wants: the sooner it has them, the less a restore has to ask. */
const copyInterval = 1_000;
/** Real milliseconds between two looks for dead workers. */
const deadWorkerInterval = 1_000;
/** How often states that have lasted (silence) are looked for, in real milliseconds. */
const pushInterval = 2_000;

/**
 * Fires every trigger and sends every mail that is due at the present campaign time. For whoever steps through time (history, tests).
 * @returns what was done
 */
export async function runDueSending(
  deps: SendingWorkerDeps,
  worker: string,
): Promise<{ triggers: number; mails: number }> {
  let triggers = 0;
  let mails = 0;
  await pushWaiting(deps.db, deps.now());
  for (;;) {
    const fired = await fireDueTrigger(deps, deps.now());
    if (fired) {
      triggers += 1;
      continue;
    }
    const claims = await claimLanes(deps.db, {
      now: deps.now(),
      worker,
      most: deps.concurrency,
      lease: deps.leaseSeconds,
    });
    if (claims.length === 0) {
      if (await runDueLinkedIn(deps, deps.now())) continue;
      return { triggers, mails };
    }
    await Promise.all(claims.map((claim) => sendIntent(deps, claim)));
    mails += claims.length;
  }
}

/** Campaign time of the next thing to do, or null. */
export async function nextSendingAt(deps: Pick<SendingWorkerDeps, 'db' | 'now'>): Promise<number | null> {
  const { db } = deps;
  const now = deps.now();
  const times = (
    await Promise.all([nextTriggerAt(db, now), nextSendAt(db, now), nextPushAt(db, now), nextLinkedInAt(deps, now)])
  ).filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** The sending loops of one process. Any number may run at the same time, on any number of machines. */
export function startSendingWorker(deps: SendingWorkerDeps): { stop: () => Promise<void>; worker: string } {
  const presence = announceWorker(deps.db);
  const worker = presence.id;
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();

  const sleepers = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of [...sleepers]) wake();
  };
  const pause = async (until: number | null) => {
    const real = until === null ? longestSleep : Math.min(longestSleep, Math.max(0, deps.clock.realDelayUntil(until)));
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, Math.max(real, 5));
      function done() {
        clearTimeout(timer);
        sleepers.delete(done);
        resolve();
      }
      sleepers.add(done);
      if (stopping.signal.aborted) done();
    });
  };
  // What was just reserved, here or by another process, may be due at once.
  const listening = deps.db.listen(sendingChannel, wakeAll).catch((error: Error) => {
    deps.log.error({ error }, 'new reservations are found by looking only');
    return async () => undefined;
  });

  /** Runs a loop until the worker stops; an error (a lost database) is logged, and the loop goes on after a second. */
  const loop = async (name: string, step: () => Promise<number | null>) => {
    while (!stopping.signal.aborted) {
      try {
        await pause(await step());
      } catch (error) {
        deps.log.error({ error, loop: name }, 'a sending loop met an error and continues');
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  };

  const triggers = loop('triggers', async () => {
    while (!stopping.signal.aborted && (await fireDueTrigger(deps, deps.now())));
    return nextTriggerAt(deps.db, deps.now());
  });

  const lanes = loop('lanes', async () => {
    while (!stopping.signal.aborted && presence.isPresent() && running.size < deps.concurrency) {
      const claims = await claimLanes(deps.db, {
        now: deps.now(),
        worker,
        most: deps.concurrency - running.size,
        lease: deps.leaseSeconds,
      });
      if (claims.length === 0) break;
      for (const claim of claims) {
        const sending = sendIntent(deps, claim)
          .catch((error) => deps.log.error({ error, intent: claim.intentId }, 'an email could not be settled'))
          .finally(() => running.delete(sending));
        running.add(sending);
      }
    }
    if (running.size >= deps.concurrency) await Promise.race(running);
    return nextSendAt(deps.db, deps.now());
  });

  let lastPush = 0;
  const pushes = loop('pushes', async () => {
    if (Date.now() - lastPush >= pushInterval) {
      lastPush = Date.now();
      await pushWaiting(deps.db, deps.now());
    }
    return null;
  });

  const linkedIn = loop('linkedin', async () => {
    while (!stopping.signal.aborted && (await runDueLinkedIn(deps, deps.now())));
    return nextLinkedInAt(deps, deps.now());
  });

  // In a loop of its own: LinkedIn's answers take long, and what leads wrote must not wait for what is done for others.
  const messages = createMessageReader(deps);
  const linkedInMessages = loop('linkedin messages', async () => {
    while (!stopping.signal.aborted && (await messages.readDue(deps.now())));
    return messages.nextAt(deps.now());
  });

  let lastSweep = 0;
  const sweeps = loop('sweeps', async () => {
    if (Date.now() - lastSweep >= (deps.sweepEvery ?? sweepInterval)) {
      lastSweep = Date.now();
      await markLost(deps);
      await settleDoubts(deps);
    }
    return null;
  });

  const sweepDead = createDeadWorkerSweep(deps.db);
  let lastLook = 0;
  const deadWorkers = loop('dead workers', async () => {
    if (Date.now() - lastLook >= deadWorkerInterval) {
      lastLook = Date.now();
      await sweepDead();
    }
    return null;
  });

  // In a loop of its own: a slow IMAP server must not keep the outcomes of lost mails waiting.
  let lastCopies = 0;
  const copies = loop('sent copies', async () => {
    if (Date.now() - lastCopies >= (deps.sweepEvery ?? copyInterval)) {
      lastCopies = Date.now();
      while (!stopping.signal.aborted && !deps.isSendingHeld() && (await fileSentCopies(deps)) > 0);
    }
    return null;
  });

  return {
    worker,
    async stop() {
      stopping.abort();
      wakeAll();
      await (
        await listening
      )();
      await Promise.all([triggers, lanes, linkedIn, linkedInMessages, pushes, sweeps, deadWorkers, copies]);
      await Promise.all(running);
      await presence.end();
    },
  };
}
