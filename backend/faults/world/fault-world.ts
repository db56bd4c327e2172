import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { openCampaignClock } from '#platform/clock/campaign-clock';
import type { CampaignClock } from '#platform/clock/clock';
import { createMasterKey } from '#platform/crypto/master-key';
import { createVault } from '#platform/crypto/vault';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { startMailWorld, type MailWorld } from '#sandbox/mail-world/world';
import { secretContext } from '#mailboxes/connections/mailbox-grants';
import type { AnswerEvidence, Evidence, StopEvidence } from '../checker/evidence';
import { gatherEvidence } from '../checker/gather-evidence';
import { startByteProxy, type ByteProxy } from './byte-proxy';
import { startCommitProxy, type CommitProxy } from './commit-proxy';
import type { FaultCluster } from './fault-database';
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

/** The Message-IDs in a mailbox's Sent folder, read as any mail program reads them. */
async function readSent(mail: MailWorld, email: string): Promise<string[]> {
  const client = new ImapFlow({
    ...mail.imap,
    secure: false,
    auth: { user: email, pass: 'right-password' },
    logger: false,
  });
  await client.connect();
  const sent = (await client.list()).find((folder) => folder.specialUse === '\\Sent');
  const found: string[] = [];
  if (sent) {
    const opened = await client.mailboxOpen(sent.path);
    if (opened.exists > 0)
      for await (const message of client.fetch('1:*', { envelope: true }))
        found.push(message.envelope?.messageId ?? '');
  }
  await client.logout();
  return found;
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
  const keyFile = join(dataFolder, 'master.key');
  writeFileSync(keyFile, [...masterKey.keys].map(([id, key]) => `${id}:${key.toString('base64')}`).join('\n'), {
    mode: 0o600,
  });
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
  const one = async (sql: string, values: unknown[]) =>
    (await test.query<{ id: number }>(sql, values))[0]?.id as number;
  const workspaceId = await one(
    `
      insert into workspace (name, plan_type, is_subscribed, trial_start_at, trial_end_at)
      values ('Faults', 'enterprise', true, now(), now() + interval '12 days')
      returning id
    `,
    [],
  );
  const mailboxIds: number[] = [];
  for (const [index, name] of boxes.entries()) {
    const email = `${name}@northlight.test`;
    // Some providers file what is submitted, others do not: absence proves something only at the first.
    const filesSent = index % 2 === 0;
    await mail.createMailbox({ email, password: 'right-password', autoFileSent: filesSent });
    const isStrict = name === 'emil';
    const id = await one(
      `
        insert into mailbox (
          workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_port_type, smtp_username, imap_host,
            imap_port, imap_port_type, imap_username, is_smtp_success, is_imap_success, files_sent_mail,
            message_per_day, min_time_to_wait_minutes, time_zone
        )
        values (
          $1, 'Rosa Kessler', $2, '127.0.0.1', $3, 'NONE', $2, '127.0.0.1', $4, 'NONE', $2, true, true, $5,
            $6, $7, 'Europe/Berlin'
        )
        returning id
      `,
      [workspaceId, email, proxy.port, mail.imap.port, filesSent, isStrict ? 12 : 400, isStrict ? 20 : 5],
    );
    await test.query('insert into mailbox_secret (workspace_id, mailbox_id, kind, sealed) values ($1, $2, $3, $4)', [
      workspaceId,
      id,
      'smtp',
      Buffer.from(vault.seal('right-password', secretContext(workspaceId, id, 'smtp'))),
    ]);
    mailboxIds.push(id);
  }
  const campaign = async (settings: Record<string, unknown>, mailboxes: number[], hours: number[]) => {
    const given = {
      status: 'ACTIVE',
      sending_days: [1, 2, 3, 4, 5, 6, 7],
      next_trigger_at: new Date(clock.now()),
      bounce_guard_enabled: false,
      ...settings,
    };
    const names = Object.keys(given);
    const id = await one(
      `insert into campaign (workspace_id, ${names.join(', ')})
        values ($1, ${names.map((_, index) => `$${index + 2}`).join(', ')}) returning id`,
      [workspaceId, ...Object.values(given)],
    );
    for (const mailboxId of mailboxes)
      await test.query('insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id) values ($1, $2, $3)', [
        workspaceId,
        id,
        mailboxId,
      ]);
    for (const [index, delay] of hours.entries()) {
      const stepId = await one(
        `
          insert into sequence_step (workspace_id, campaign_id, seq_number, delay_days, delay_hours)
          values ($1, $2, $3, 0, $4)
          returning id
        `,
        [workspaceId, id, index + 1, delay],
      );
      await test.query(
        `
          insert into step_variant (workspace_id, step_id, label, subject, email_body)
          values ($1, $2, 'A', $3, $4)
        `,
        [
          workspaceId,
          stepId,
          index === 0 ? '{Hello|Hi} {{first_name}}' : '',
          '<p>{Hello|Hi} {{first_name}}</p><p>.</p><p>A line that ends with a dot.</p>',
        ],
      );
    }
    return id;
  };
  const busyCampaignId = await campaign(
    {
      window_start: '00:00',
      window_end: '24:00',
      min_time_btwn_emails: pace,
      max_leads_per_day: 5000,
      follow_up_percentage: 50,
    },
    mailboxIds.filter((_, index) => index !== 4),
    [0, 8],
  );
  const strictCampaignId = await campaign(
    {
      window_start: '08:00',
      window_end: '18:00',
      time_zone: 'Europe/Berlin',
      min_time_btwn_emails: 15,
      max_leads_per_day: 7,
    },
    mailboxIds.slice(3, 5),
    [0, 5],
  );
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
  let leads = 0;
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
    async addLeads(campaignId, count) {
      const first = leads;
      leads += count;
      await test.query(
        `
          with l as (
            insert into lead (workspace_id, email, first_name, domain)
            select $1, 'silent.' || n || '@' || 'd' || (n % 50) || '.prospects-' || (n % 7) || '.test',
              'Lead' || n, 'd' || (n % 50) || '.prospects-' || (n % 7) || '.test'
            from generate_series($3::int, $4::int) n
            returning id
          )
          insert into enrolment (workspace_id, campaign_id, lead_id, created_at)
          select $1, $2, id, $5
          from l
        `,
        [workspaceId, campaignId, first, first + count - 1, new Date(clock.now())],
      );
      await test.query('update campaign set next_trigger_at = coalesce(next_trigger_at, $2) where id = $1', [
        campaignId,
        new Date(clock.now()),
      ]);
    },
    async evidence() {
      const sentFolders: Evidence['sentFolders'] = [];
      const waiting = [...boxes];
      const lane = async () => {
        for (let name = waiting.shift(); name; name = waiting.shift())
          for (const messageId of await readSent(mail, `${name}@northlight.test`))
            sentFolders.push({ mailbox: name, messageId });
      };
      await Promise.all(Array.from({ length: 16 }, lane));
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
