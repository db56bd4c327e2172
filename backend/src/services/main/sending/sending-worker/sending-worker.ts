import type { CampaignClock } from '#platform/clock/clock';
import { announceWorker } from '#platform/workers/worker-presence';
import { createDeadWorkerSweep } from '#mailboxes/mailboxes.api';
import { createSendingLoops } from './sending-loops';
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
  const loops = createSendingLoops(deps);
  const running = new Set<Promise<unknown>>();
  // What was just reserved, here or by another process, may be due at once.
  const listening = deps.db.listen(sendingChannel, loops.wakeAll).catch((error: Error) => {
    deps.log.error({ error }, 'new reservations are found by looking only');
    return async () => undefined;
  });

  loops.run('triggers', async () => {
    while (!loops.isStopping() && (await fireDueTrigger(deps, deps.now())));
    return nextTriggerAt(deps.db, deps.now());
  });
  loops.run('lanes', async () => {
    while (!loops.isStopping() && presence.isPresent() && running.size < deps.concurrency) {
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
  loops.run('linkedin', async () => {
    while (!loops.isStopping() && (await runDueLinkedIn(deps, deps.now())));
    return nextLinkedInAt(deps, deps.now());
  });
  // In a loop of its own: LinkedIn's answers take long, and what leads wrote must not wait for what is done for others.
  const messages = createMessageReader(deps);
  loops.run('linkedin messages', async () => {
    while (!loops.isStopping() && (await messages.readDue(deps.now())));
    return messages.nextAt(deps.now());
  });
  loops.runEvery(pushInterval, 'pushes', () => pushWaiting(deps.db, deps.now()));
  loops.runEvery(deps.sweepEvery ?? sweepInterval, 'sweeps', async () => {
    await markLost(deps);
    await settleDoubts(deps);
  });
  loops.runEvery(deadWorkerInterval, 'dead workers', createDeadWorkerSweep(deps.db));
  // In a loop of its own: a slow IMAP server must not keep the outcomes of lost mails waiting.
  loops.runEvery(deps.sweepEvery ?? copyInterval, 'sent copies', async () => {
    while (!loops.isStopping() && !deps.isSendingHeld() && (await fileSentCopies(deps)) > 0);
  });

  return {
    worker,
    async stop() {
      loops.stop();
      await (
        await listening
      )();
      await loops.ended();
      await Promise.all(running);
      await presence.end();
    },
  };
}
