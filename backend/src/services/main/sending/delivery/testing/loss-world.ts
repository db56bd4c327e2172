import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trackingUrls } from '#platform/tracking/tracking-token';
import { backUp, restore } from '#platform/backup/back-up';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { createSendingFence } from '#platform/instance/sending-fence';
import { openJournal, type Journal } from '#platform/journal/journal';
import { createLive } from '#platform/live/live';
import { openDiskFiles, type StoredFiles } from '#platform/storage/disk-store';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { testedMails } from '#services/smart-delivery/tested-mails.store';
import { trackingRoutes } from '#services/tracking/tracking.routes';
import { createSyncSteps, inboxSyncDeps } from '#inbox/inbox-sync/sync-due';
import { recordUnsubscribe, recordVisits } from '#lifecycle/lifecycle.api';
import { mailboxDeps } from '#mailboxes/connections/mailboxes.deps';
import { nextSendingAt, runDueSending, type SendingWorkerDeps } from '../../sending-worker/sending-worker';
import { learnWhatLeft } from '../learn-what-left';
import { createSendingWorld, type SendingWorld } from '../testing';

/** The same installation on the database that was put back. */
export interface RestoredWorld {
  test: TestDatabase;
  /** The journal as the loss left it. */
  journalFolder: string;
  deps: SendingWorkerDeps;
  learn: () => ReturnType<typeof learnWhatLeft>;
  runUntil(instant: number): Promise<void>;
}

/** A sending world that keeps a journal and whose database can be lost. */
export interface LossWorld extends SendingWorld {
  folder: string;
  journal: Journal;
  backUp(): Promise<void>;
  /** The database is lost, and the last backup is put into another one; the journal may be lost with it. */
  lose(options?: { losesJournal: boolean }): Promise<RestoredWorld>;
  /** As somebody follows the link in an email. */
  unsubscribe(intentId: string, restored?: RestoredWorld): Promise<number>;
}

interface Loss {
  world: SendingWorld;
  backup: string;
  /** The journal as it was left. */
  kept: string;
  key: Uint8Array;
  files: StoredFiles;
  closing: (() => Promise<void>)[];
}

/** The same installation on another database, into which the backup is put. */
async function restoreInto({ world, backup, kept, key, files, closing }: Loss): Promise<RestoredWorld> {
  const { main } = world;
  const test = await createTestDatabase();
  closing.push(() => test.drop());
  await restore({ url: test.url, files }, backup);
  const inner = { ...main.deps, db: test.database, live: createLive(test.database) };
  const boxes = mailboxDeps(inner);
  const reading = createSyncSteps(inboxSyncDeps(inner));
  closing.unshift(() => reading.close());
  const deps: SendingWorkerDeps = {
    ...world.deps,
    db: test.database,
    live: inner.live,
    journal: undefined,
    readInboxes: reading.readInboxes,
    smtpServer: boxes.servers.smtp,
    imapServer: boxes.servers.imap,
  };
  return {
    test,
    journalFolder: kept,
    deps,
    learn: () => learnWhatLeft(deps, { folder: kept, key }),
    async runUntil(instant) {
      while (main.clock.now() < instant) {
        await reading.outdateReads();
        await runDueSending(deps, 'after-the-loss');
        await world.mail.tick(main.clock.now());
        const next = [await nextSendingAt(deps), world.mail.nextDueAt()].filter(
          (time): time is number => time !== null && time > main.clock.now(),
        );
        main.clock.set(Math.min(instant, ...next));
      }
    },
  };
}

export async function createLossWorld(): Promise<LossWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'skein-loss-'));
  const journalFolder = join(folder, 'journal');
  const world = await createSendingWorld();
  const { main } = world;
  const key = derivePurposeKey(main.deps.masterKey, 'journal');
  const trackingKey = derivePurposeKey(main.deps.masterKey, 'tracking');
  await createSendingFence({ database: main.test.database, dataFolder: folder }).check();
  const journal = await openJournal({ folder: journalFolder, database: main.test.database, key, log: main.deps.log });
  world.deps.journal = journal;
  const files = openDiskFiles(join(folder, 'files'));
  const closing: (() => Promise<void>)[] = [];
  let backups = 0;

  return {
    ...world,
    folder,
    journal,
    async backUp() {
      backups += 1;
      await backUp({ url: main.test.url, files }, join(folder, `backup-${backups}`));
    },
    async lose({ losesJournal } = { losesJournal: false }) {
      // As it lies on the disk at this moment: nothing is written down any more.
      const kept = join(folder, `journal-after-${backups}`);
      if (!losesJournal) cpSync(journalFolder, kept, { recursive: true });
      await journal.stop();
      return restoreInto({ world, backup: join(folder, `backup-${backups}`), kept, key, files, closing });
    },
    async unsubscribe(intentId, restored) {
      const routes = trackingRoutes({
        authenticate: async () => null,
        log: main.deps.log,
        strictAnswers: true,
        db: restored?.deps.db ?? main.deps.db,
        live: restored?.deps.live ?? main.deps.live,
        visits: { recordUnsubscribe, recordVisits, lookOf: async () => null, lookOfWorkspace: async () => null },
        tests: testedMails,
        journal: restored ? undefined : journal,
        trackingKey,
        now: () => main.clock.now(),
      });
      const { unsubscribe } = trackingUrls(trackingKey, 'http://localhost', BigInt(intentId));
      const answer = await routes.request(new URL(unsubscribe).pathname, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
      });
      return answer.status;
    },
    async close() {
      for (const close of closing) await close();
      await journal.stop();
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
