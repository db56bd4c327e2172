import { startMailWorld, type MailWorld, type MailWorldOptions } from '#sandbox/mail-world/world';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createSyncSteps, inboxSyncDeps, type SyncSteps } from '#inbox/inbox-sync/sync-due';
import { mailboxDeps } from '#mailboxes/connections/mailboxes.deps';
import { openAttachment } from './open-attachment';
import { nextSendingAt, runDueSending, type SendingWorkerDeps } from '../sending-worker/sending-worker';
import { connectMailbox, type TestMailbox } from './testing/connect-mailbox';
import { runningCampaign, type TestCampaign } from './testing/running-campaign';

export { dieBeforeTheDot, dieInMailbox, endLeases } from './testing/dead-workers';
export type { TestStep } from './testing/running-campaign';
export { waitingForLocks } from './testing/waiting-for-locks';

/** A workspace with real mail servers around it, whose time moves only when the test says so. */
export interface SendingWorld {
  main: TestMain;
  me: SignedIn;
  mail: MailWorld;
  deps: SendingWorkerDeps;
  /** Reads the inboxes of mailboxes that have follow-ups to send, as the product does. */
  reading: SyncSteps;
  connect(email: string, settings?: TestMailbox): Promise<number>;
  /** A running campaign of e-mail steps with these leads. */
  campaign(campaign: TestCampaign): Promise<number>;
  /** Jumps from one due instant to the next until the given campaign time. */
  runUntil(instant: number): Promise<void>;
  close(): Promise<void>;
}

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
