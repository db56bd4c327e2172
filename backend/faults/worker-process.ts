/**
 * A sending worker, or one that reads inboxes, as a process of its own: the product's own loops on a real database, real SMTP and IMAP, and
 * nothing else, so that it starts within a second and can be killed some thousand times. Its settings come as JSON in the first parameter.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCampaignClock } from '#platform/clock/campaign-clock';
import { realClock, type CampaignClock } from '#platform/clock/clock';
import { createKeyedHash, parseMasterKey, signingKeys } from '#platform/crypto/master-key';
import { createVault } from '#platform/crypto/vault';
import { createDatabase } from '#platform/db/database';
import { createSendingFence } from '#platform/instance/sending-fence';
import { inlineWork } from '#platform/workers/heavy-work';
import { createLive } from '#platform/live/live';
import { createLog } from '#platform/log/log';
import { defaultRules } from '#platform/mail/mail-server';
import { createDiskStore } from '#platform/storage/disk-store';
import type { MainDeps } from '#main/deps';
import { startInboxSync } from '#inbox/inbox-sync/inbox-sync.worker';
import { inboxSyncDeps } from '#inbox/inbox-sync/sync-due';
import { sendingDeps } from '#sending/sending-worker/sending.deps';
import { startSendingWorker } from '#sending/sending-worker/sending-worker';

const complain = (text: string | undefined) => void process.stderr.write(`${text ?? ''}\n`);

export interface WorkerSettings {
  /** What it does; it sends if not given. */
  role?: 'sends' | 'reads';
  databaseUrl: string;
  keyFile: string;
  /** where the installation's identity lies */
  dataFolder: string;
  leaseSeconds: number;
  /** real ms after which absence in Sent is looked at */
  serverTimeout: number;
  sweepEvery: number;
  /** real ms of silence on an SMTP connection */
  socketTimeout: number;
  concurrency: number;
  /** mailboxes that a reader holds at most; the product's own limit if not given */
  capacity?: number;
  /** connections of each of the two pools; 6 if not given */
  poolSize?: number;
  /** What a failover of the database does to sending; `pause` if not given. */
  failover?: 'pause' | 'resume';
  /** The port at which this worker reaches every SMTP server: a proxy of its own, which can tell its connections from all others. */
  smtpPort?: number;
  /**
   * Loads the program and then waits for the message `go`, which may change settings: a spare that is there at once when another one died.
   */
  isSpare?: boolean;
}

async function main(): Promise<void> {
  let settings = JSON.parse(process.argv[2] as string) as WorkerSettings;
  const log = createLog({ level: 'fatal' });
  // The signal may come while the clock is still being opened.
  const asked = new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('disconnect', resolve);
  });
  if (settings.isSpare) {
    const go = new Promise<Partial<WorkerSettings>>((resolve) =>
      process.once('message', (changes) => resolve(changes as Partial<WorkerSettings>)),
    );
    process.send?.('loaded');
    const changes = await Promise.race([go, asked]);
    if (!changes) process.exit(0);
    settings = { ...settings, ...changes };
  }
  const database = createDatabase({
    url: settings.databaseUrl,
    poolSize: settings.poolSize ?? 6,
    onConnectionError: () => undefined,
  });
  const campaignClock = await openCampaignClock({
    database,
    mode: 'sandbox',
    firstScale: 60,
    onError: () => undefined,
  });
  const fence = createSendingFence({ database, dataFolder: settings.dataFolder, failover: settings.failover });
  let isHeld = (await fence.check()).paused;
  const look = setInterval(
    () =>
      void fence.isPaused().then(
        (paused) => {
          isHeld = paused;
        },
        () => undefined,
      ),
    500,
  );
  const masterKey = parseMasterKey(readFileSync(settings.keyFile, 'utf8'));
  // Of the main service's dependencies those that sending and reading take.
  const main = {
    db: database,
    live: createLive(database),
    heavyWork: inlineWork,
    log,
    realClock,
    campaignClock,
    masterKey,
    hashSecret: createKeyedHash(masterKey, 'secret'),
    vault: createVault(masterKey),
    files: createDiskStore({
      folder: join(settings.dataFolder, 'files'),
      baseUrl: 'http://localhost:3000',
      keys: signingKeys(masterKey, 'storage'),
    }),
    config: { publicUrl: 'http://localhost:3000', trackingUrl: 'http://localhost:3000', isSandbox: true },
  } as unknown as MainDeps;
  const worker =
    settings.role === 'reads'
      ? startInboxSync({ ...inboxSyncDeps(main), clock: campaignClock, capacity: settings.capacity })
      : startSender(settings, main, campaignClock, () => isHeld);
  process.send?.('started');
  await asked;
  clearInterval(look);
  await worker.stop();
  await campaignClock.close();
  await database.close();
  process.exit(0);
}

function startSender(
  settings: WorkerSettings,
  main: MainDeps,
  campaignClock: CampaignClock,
  isSendingHeld: () => boolean,
) {
  const deps = sendingDeps(main, campaignClock, isSendingHeld);
  const { leaseSeconds, serverTimeout, sweepEvery, concurrency, socketTimeout, smtpPort } = settings;
  const smtpServer: typeof deps.smtpServer = async (workspaceId, mailboxId) => {
    const server = await deps.smtpServer(workspaceId, mailboxId);
    return smtpPort === undefined ? server : { ...server, port: smtpPort };
  };
  return startSendingWorker({
    ...deps,
    smtpServer,
    copyAfterSeconds: 0,
    leaseSeconds,
    serverTimeout,
    sweepEvery,
    concurrency,
    rules: {
      ...defaultRules,
      allowPrivateAddresses: true,
      verifyCertificates: false,
      connectTimeout: socketTimeout,
      greetingTimeout: socketTimeout,
      socketTimeout,
    },
  });
}

main().catch((error: Error) => {
  complain(error.stack);
  process.exit(1);
});
