import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCampaignClock } from '#platform/clock/campaign-clock';
import type { CampaignClock } from '#platform/clock/clock';
import { createMasterKey } from '#platform/crypto/master-key';
import { createVault } from '#platform/crypto/vault';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { startMailWorld, type MailWorld } from '#sandbox/mail-world/world';
import type { AnswerEvidence, Evidence, StopEvidence } from '../checker/evidence';
import { gatherEvidence } from '../checker/gather-evidence';
import { startByteProxy, type ByteProxy } from './byte-proxy';
import { startCommitProxy, type CommitProxy } from './commit-proxy';
import type { FaultCluster } from './fault-database';
import { addCampaigns, addMailboxes, addWorkspace, leadSource } from './fault-workspace';
import { writeKeyFile } from './key-file';
import { readSentFolders } from './sent-folders';
import { createWorkerPool, type WorkerPool } from './worker-pool';

/** A workspace in full flow, whose mail leaves by real worker processes through a proxy that can stop at any byte. */
export interface FaultWorld {
  test: TestDatabase;
  clock: CampaignClock;
  mail: MailWorld;
  proxy: ByteProxy;
  pool: WorkerPool;
  /** Processes that read the inboxes; one is running. */
  readers: WorkerPool;
  /** between the workers and their database */
  commits: CommitProxy;
  /** the PostgreSQL of its own that may be killed; null on one that others use too */
  cluster: FaultCluster | null;
  workspaceId: number;
  mailboxIds: number[];
  /** around the clock, two steps within hours (longer apart than a doubt takes to be settled): what the faults strike */
  busyCampaignId: number;
  /** with windows, caps and a daily limit of new leads: what a fault must not break */
  strictCampaignId: number;
  dataFolder: string;
  /** Rows of each import during sending. */
  importedLeads: number;
  /** What somebody outside stopped, for the checker. */
  stops: StopEvidence[];
  /** Replies that were put into mailboxes, for the checker. */
  answers: AnswerEvidence[];
  addLeads(campaignId: number, count: number): Promise<void>;
  evidence(): Promise<Evidence>;
  close(): Promise<void>;
}

/**
 * Real ms. Short, so that a campaign of some hundred faults takes minutes; in the order that docs/engine.md needs: a
 * frozen worker wakes before absence in Sent is looked at.
 */
export const timing = {
  scale: 1440,
  leaseSeconds: 3,
  freeze: 4_500,
  socketTimeout: 2_000,
  serverTimeout: 7_000,
  sweepEvery: 500,
};

const namedBoxes = ['ada', 'ben', 'cleo', 'dora', 'emil'];

export interface FaultWorldOptions {
  /** A PostgreSQL of its own, for faults that kill it. */
  cluster?: FaultCluster;
  /** Mailboxes in all, at least 5. */
  mailboxes?: number;
  /** Minutes of campaign time between two rounds of the busy campaign. */
  pace?: number;
  importedLeads?: number;
  /** What stands between the workers and their database: the address that they are given. */
  onTheWay?: (url: string) => Promise<string>;
}

export async function createFaultWorld({
  cluster,
  mailboxes = namedBoxes.length,
  pace = 12,
  importedLeads = 5_000,
  onTheWay = async (url) => url,
}: FaultWorldOptions = {}): Promise<FaultWorld> {
  const boxes = [...namedBoxes, ...Array.from({ length: mailboxes - namedBoxes.length }, (_, index) => `box${index}`)];
  const test = await (cluster?.createDatabase() ?? createTestDatabase());
  const databaseUrl = new URL(await onTheWay(test.url));
  const commits = await startCommitProxy({ host: databaseUrl.hostname, port: Number(databaseUrl.port) });
  databaseUrl.port = String(commits.port);
  const dataFolder = mkdtempSync(join(tmpdir(), 'skein-faults-'));
  const masterKey = createMasterKey();
  const vault = createVault(masterKey);
  const keyFile = writeKeyFile(dataFolder, masterKey);
  // A Monday morning, so that the strict campaign's first window is open.
  const clock = await openCampaignClock({
    database: test.database,
    mode: 'sandbox',
    firstScale: timing.scale,
    firstInstant: Date.parse('2026-03-23T07:30:00Z'),
    onError: () => undefined,
  });
  const mail = await startMailWorld({ store: createMemoryMailStore(), clock, seed: 'faults', mode: 'stepped' });
  const proxy = await startByteProxy(mail.smtp);
  const place = await addWorkspace(test.query);
  const { workspaceId } = place;
  const mailboxIds = await addMailboxes(place, mail, { names: boxes, smtpPort: proxy.port, vault });
  const { busyCampaignId, strictCampaignId } = await addCampaigns(place, mailboxIds, { now: clock.now(), pace });
  const settings = {
    databaseUrl: databaseUrl.href,
    keyFile,
    dataFolder,
    leaseSeconds: timing.leaseSeconds,
    serverTimeout: timing.serverTimeout,
    sweepEvery: timing.sweepEvery,
    socketTimeout: timing.socketTimeout,
    concurrency: 8,
  };
  const pool = createWorkerPool(settings);
  const readers = createWorkerPool({ ...settings, role: 'reads' });
  await readers.start();
  const answers: AnswerEvidence[] = [];
  const stops: StopEvidence[] = [];
  return {
    test,
    clock,
    mail,
    proxy,
    pool,
    readers,
    commits,
    cluster: cluster ?? null,
    workspaceId,
    mailboxIds,
    busyCampaignId,
    strictCampaignId,
    dataFolder,
    importedLeads,
    stops,
    answers,
    addLeads: leadSource(place, clock),
    async evidence() {
      const sentFolders = await readSentFolders(mail, boxes);
      return gatherEvidence({ query: test.query, mail, workspaceId, stops, answers, sentFolders, now: clock.now() });
    },
    async close() {
      await pool.close();
      await readers.close();
      await proxy.close();
      await commits.close();
      await mail.close();
      await clock.close();
      await test.drop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
