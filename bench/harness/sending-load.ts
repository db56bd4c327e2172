import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { createKeyedHash, createMasterKey, type MasterKey } from '../../backend/src/platform/crypto/master-key';
import { createVault, type Vault } from '../../backend/src/platform/crypto/vault';
import { createDatabase, type Database } from '../../backend/src/platform/db/database';
import { createSelfSignedCertificate } from '../../backend/src/sandbox/mail-world/self-signed-certificate';
import { findRepositoryRoot } from '../../backend/src/platform/env/repository-root';
import { createLive } from '../../backend/src/platform/live/live';
import { silentLog } from '../../backend/src/platform/log/log';
import { createManualClock, type ManualClock } from '../../backend/src/platform/testing/manual-clock';
import type { MainDeps } from '../../backend/src/services/main/deps';
import { secretContext } from '../../backend/src/services/main/mailboxes/connections/mailbox-grants';
import { sendingDeps } from '../../backend/src/services/main/sending/sending-worker/sending.deps';
import type { SendingWorkerDeps } from '../../backend/src/services/main/sending/sending-worker/sending-worker';
import type { Bench } from './bench';
import { openBenchPostgres } from './postgres';

/**
 * A server of this folder as a process that belongs to nobody here, so that its CPU counts on no side.
 * @param tls the two mail servers speak TLS from the first byte on, with a certificate that nobody vouches for
 */
export async function startSink(
  bench: Bench,
  file: 'smtp-sink.mjs' | 'http-sink.mjs' | 'imap-sink.mjs' | 'http-load.mjs' | 'smtp-load.mjs' = 'smtp-sink.mjs',
  { tls = false } = {},
): Promise<{ port: number; pid: number }> {
  const script = join(findRepositoryRoot(), 'bench', 'harness', file);
  const folder = mkdtempSync(join(tmpdir(), 'skein-bench-sink-'));
  bench.cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  const certificate = tls ? join(folder, 'certificate') : '';
  if (tls) writeFileSync(certificate, JSON.stringify(createSelfSignedCertificate()), { mode: 0o600 });
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${script}" ${certificate} &`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const sink = await new Promise<{ port: number; pid: number }>((resolve) =>
    shell.stdout.once('data', (text: Buffer) => resolve(JSON.parse(text.toString()) as { port: number; pid: number })),
  );
  bench.cleanUp(() => process.kill(sink.pid));
  return sink;
}

/** About 5 KB of HTML, as a long campaign mail has. */
export const body = `<p>{Hello|Hi} {{first_name}},</p>${'<p>We help teams like {{company_name}} to answer every lead within the hour, without another tool to learn.</p>'.repeat(40)}<p><a href="https://northlight.test/plan">The plan</a></p>`;
export const subject = '{Question|A thought} for {{company_name}}';

export interface SendingLoad {
  db: Database;
  owner: Client;
  clock: ManualClock;
  deps: SendingWorkerDeps;
  workspaceId: number;
  campaignId: number;
  pid: number;
  /** of the database, as its owner */
  url: string;
  masterKey: MasterKey;
  /** An hour of campaign time a batch; the mails of a batch become due together, one a mailbox. */
  dueOf(batch: number): Date;
}

const idOf = async (owner: Client, sql: string, values: unknown[] = []) =>
  ((await owner.query<{ id: number }>(sql, values)).rows[0] as { id: number }).id;

async function addMailboxes(
  owner: Client,
  vault: Vault,
  {
    workspaceId,
    sinkPort,
    mailboxes,
    portType,
  }: { workspaceId: number; sinkPort: number; mailboxes: number; portType: 'NONE' | 'SSL' },
): Promise<void> {
  const { rows: boxes } = await owner.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_port_type, smtp_username, imap_host,
          imap_port, imap_port_type, imap_username, is_smtp_success, is_imap_success, files_sent_mail,
          message_per_day, min_time_to_wait_minutes
      )
      select $1, 'Rosa Kessler', 'rosa' || n || '@northlight.test', '127.0.0.1', $2, $4, 'rosa' || n,
        '127.0.0.1', 1, 'NONE', 'rosa' || n, true, true, true, 400, 3
      from generate_series(1, $3::int) n
      returning id
    `,
    [workspaceId, sinkPort, mailboxes, portType],
  );
  for (const { id } of boxes)
    await owner.query(
      `insert into mailbox_secret (workspace_id, mailbox_id, kind, sealed) values ($1, $2, 'smtp', $3)`,
      [workspaceId, id, Buffer.from(vault.seal('password', secretContext(workspaceId, id, 'smtp')))],
    );
}

interface LoadCampaign {
  workspaceId: number;
  campaignId: number;
  stepId: number;
  variantId: number;
}

/** A campaign that runs at all hours, with a follow-up that is never due. */
async function addCampaign(owner: Client, workspaceId: number): Promise<LoadCampaign> {
  const campaignId = await idOf(
    owner,
    `
      insert into campaign (
        workspace_id, status, sending_days, window_start, window_end, track_opens, track_clicks,
          bounce_guard_enabled
      )
      values ($1, 'ACTIVE', '{1,2,3,4,5,6,7}', '00:00', '24:00', true, true, false)
      returning id
    `,
    [workspaceId],
  );
  const stepId = await idOf(
    owner,
    'insert into sequence_step (workspace_id, campaign_id, seq_number) values ($1, $2, 1) returning id',
    [workspaceId, campaignId],
  );
  await idOf(
    owner,
    `
      insert into sequence_step (workspace_id, campaign_id, seq_number, delay_days)
      values ($1, $2, 2, 300)
      returning id
    `,
    [workspaceId, campaignId],
  );
  const variantId = await idOf(
    owner,
    `
      insert into step_variant (workspace_id, step_id, label, subject, email_body)
      values ($1, $2, 'A', $3, $4)
      returning id
    `,
    [workspaceId, stepId, subject, body],
  );
  return { workspaceId, campaignId, stepId, variantId };
}

/** A lead and a reserved mail for each mailbox and batch. */
async function reserveMails(
  owner: Client,
  { workspaceId, campaignId, stepId, variantId }: LoadCampaign,
  { batches, start }: { batches: number; start: Date },
): Promise<void> {
  await owner.query(
    `
      with given as (
          select b, row_number() over () as n, m.id as mailbox_id
          from generate_series(0, $2::int - 1) b
          cross join (select id from mailbox where workspace_id = $1) m
        ),
        l as (
          insert into lead (workspace_id, email, domain, first_name, company_name)
          select $1, 'lead' || n || '@company' || (n % 900) || '.test', 'company' || (n % 900) || '.test',
            'Lead' || n, 'Company ' || n
          from given
          returning id, email
        ),
        e as (
          insert into enrolment (workspace_id, campaign_id, lead_id, mailbox_id)
          select $1, $3, l.id, g.mailbox_id
          from l
          join given g on l.email = 'lead' || g.n || '@company' || (g.n % 900) || '.test'
          returning id, lead_id, mailbox_id
        ),
        i as (
          insert into intent (
            workspace_id, kind, campaign_id, enrolment_id, step_id, seq_number, variant_id, mailbox_id, state,
              slot_at, send_at, is_new_lead, message_id, envelope_id, to_email
          )
          select $1, 'CAMPAIGN', $3, e.id, $4, 1, $5, e.mailbox_id, 'RESERVED',
            $6::timestamptz + g.b * interval '1 hour', $6::timestamptz + g.b * interval '1 hour', true,
            '<m' || g.n || '@northlight.test>', 'e' || g.n, l.email
          from e
          join l on l.id = e.lead_id
          join given g on l.email = 'lead' || g.n || '@company' || (g.n % 900) || '.test'
          returning id, enrolment_id
        )
      select count(*)
      from i
    `,
    [workspaceId, batches, campaignId, stepId, variantId, start],
  );
  await owner.query('update enrolment e set open_intent_id = i.id from intent i where i.enrolment_id = e.id');
}

/** A database with mailboxes at the sink and batches of reserved mails, one a mailbox and batch. */
export async function createSendingLoad(
  bench: Bench,
  sinkPort: number,
  { mailboxes, batches, portType = 'NONE' }: { mailboxes: number; batches: number; portType?: 'NONE' | 'SSL' },
): Promise<SendingLoad> {
  const { url, pid, owner } = await openBenchPostgres(bench);
  const db = createDatabase({ url, poolSize: 20 });
  bench.cleanUp(() => db.close());
  const masterKey = createMasterKey();
  const vault = createVault(masterKey);
  const clock = createManualClock('2026-03-02T09:00:00Z');
  const start = clock.now();
  const dueOf = (batch: number) => new Date(start + batch * 3_600_000);
  const workspaceId = await idOf(
    owner,
    `insert into workspace (name, plan_type, is_subscribed) values ('Bench', 'enterprise', true) returning id`,
  );
  await addMailboxes(owner, vault, { workspaceId, sinkPort, mailboxes, portType });
  const campaign = await addCampaign(owner, workspaceId);
  await reserveMails(owner, campaign, { batches, start: new Date(start) });
  await owner.query('vacuum analyze');
  const deps = sendingDeps(
    {
      db,
      live: createLive(db),
      log: silentLog,
      realClock: { now: () => Date.now() },
      campaignClock: clock,
      masterKey,
      hashSecret: createKeyedHash(masterKey, 'secret'),
      vault,
      config: { publicUrl: 'http://localhost:3000', trackingUrl: 'http://localhost:3000', isSandbox: true },
    } as unknown as MainDeps,
    clock,
    () => false,
  );
  if (portType === 'SSL') deps.rules = { ...deps.rules, verifyCertificates: false };
  return { db, owner, clock, deps, workspaceId, campaignId: campaign.campaignId, pid, url, masterKey, dueOf };
}
