import { startMailWorld, type MailWorldOptions } from '#sandbox/mail-world/world';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { createTestMain, type TestMain } from '#main/testing';
import { createSyncSteps, inboxSyncDeps, type SyncSteps } from '#inbox/inbox-sync/sync-due';
import { mailboxDeps } from '#mailboxes/connections/mailboxes.deps';
import { openAttachment } from './open-attachment';
import { nextSendingAt, runDueSending, type SendingWorkerDeps } from '../sending-worker/sending-worker';
import { connectMailbox } from './testing/connect-mailbox';
import { runningCampaign } from './testing/running-campaign';
import type { SendingWorld } from './testing/sending-world';

export { dieBeforeTheDot, dieInMailbox, endLeases } from './testing/dead-workers';
export type { SendingWorld } from './testing/sending-world';
export type { TestStep } from './testing/running-campaign';
export { waitingForLocks } from './testing/waiting-for-locks';

export async function createSendingWorld(
  options: {
    after?: (world: SendingWorld) => Promise<void>;
    mail?: Pick<MailWorldOptions, 'tls' | 'verifyToken'>;
  } = {},
): Promise<SendingWorld> {
  const main = await createTestMain();
  const me = await main.signIn();
  const mail = await startMailWorld({
    store: createMemoryMailStore(),
    clock: main.clock,
    seed: 'sending',
    mode: 'stepped',
    concurrency: 1,
    ...options.mail,
  });
  const reading = createSyncSteps(inboxSyncDeps(main.deps));
  // In real time, whatever the test's clock says.
  let isReadOld = false;
  const ageing = setInterval(() => (isReadOld = true), 60_000);
  /** The instant for which reads count. */
  let readFor = main.clock.now();
  const deps = workerDeps(main, reading);
  const world: SendingWorld = {
    main,
    me,
    mail,
    deps,
    reading,
    connect: (email, settings) => connectMailbox({ main, me, mail, reading }, email, settings),
    campaign: (campaign) =>
      runningCampaign({ query: main.test.query, workspaceId: me.workspaceId }, main.clock.now(), campaign),
    async runUntil(instant) {
      for (;;) {
        if (isReadOld) {
          await reading.syncDueMailboxes();
          isReadOld = false;
        }
        // The test moved time, and what it put into the mailboxes has lain there for as long.
        if (main.clock.now() !== readFor) {
          await reading.outdateReads();
          readFor = main.clock.now();
        }
        await runDueSending(deps, 'test-worker');
        await mail.tick(main.clock.now());
        await options.after?.(world);
        const next = [await nextSendingAt(deps), mail.nextDueAt()].filter(
          (time): time is number => time !== null && time > main.clock.now(),
        );
        const target = Math.min(instant, ...next);
        if (target <= main.clock.now() || main.clock.now() >= instant) return;
        main.clock.set(target);
      }
    },
    async close() {
      clearInterval(ageing);
      await reading.close();
      await mail.close();
      await main.close();
    },
  };
  return world;
}

/** What the sending worker gets in a test. */
function workerDeps(main: TestMain, reading: SyncSteps): SendingWorkerDeps {
  const boxes = mailboxDeps(main.deps);
  return {
    readInboxes: reading.readInboxes,
    db: main.deps.db,
    live: main.deps.live,
    clock: main.clock,
    now: () => main.clock.now(),
    realNow: () => main.realClock.now(),
    isSendingHeld: () => false,
    concurrency: 8,
    identityKey: derivePurposeKey(main.deps.masterKey, 'message-identity'),
    trackingKey: derivePurposeKey(main.deps.masterKey, 'tracking'),
    trackingBase: 'http://localhost:3000',
    smtpServer: boxes.servers.smtp,
    imapServer: boxes.servers.imap,
    readAttachment: (file) => openAttachment(main.deps.files, file),
    rules: boxes.rules,
    serverTimeout: 1000,
    log: main.deps.log,
  };
}
