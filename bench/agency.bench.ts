import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createChatAccess } from '../backend/src/platform/ai/chat-access';
import { createAuthenticator } from '../backend/src/platform/auth/authenticate';
import { createKeyLimit } from '../backend/src/platform/auth/rate-limit';
import { createAccessTokens } from '../backend/src/platform/crypto/access-tokens';
import { createKeyedHash, createMasterKey } from '../backend/src/platform/crypto/master-key';
import { createVault } from '../backend/src/platform/crypto/vault';
import { createDatabase } from '../backend/src/platform/db/database';
import { createJobQueue } from '../backend/src/platform/jobs/job-queue';
import { createLive } from '../backend/src/platform/live/live';
import { silentLog } from '../backend/src/platform/log/log';
import { zoneResolver } from '../backend/src/platform/mail/zone-resolver';
import { createDiskStore } from '../backend/src/platform/storage/disk-store';
import { createManualClock } from '../backend/src/platform/testing/manual-clock';
import { createMainApp } from '../backend/src/services/main/app';
import { defineBench } from './harness/bench';
import { startBenchPostgres } from './harness/postgres';

const campaigns = 300;
const mailboxes = 500;

/** Each list and tab with its filters, as the screens ask. */
const requests = (ids: { campaign: number; list: number }): [name: string, path: string][] => [
  ['campaigns', '/api/campaigns?limit=50'], ...['name', 'status', 'leads', 'sent', 'created_at'].map((sort): [string, string] => [`campaigns by ${sort}`, `/api/campaigns?limit=50&sort=${sort}`]),
  ['campaigns, search', '/api/campaigns?limit=50&search=campaign%2029'], ['campaigns, active', '/api/campaigns?limit=50&status=ACTIVE'],
  ['leads', '/api/leads?limit=50'], ['leads by address', '/api/leads?limit=50&sort=email'], ['leads, search of many', '/api/leads?limit=50&search=person'], ['leads, search of one', '/api/leads?limit=50&search=person.777123'], ['leads, search of none', '/api/leads?limit=50&search=qqxyzzy'],
  ['leads, two letters', '/api/leads?limit=50&search=pe'], ['leads, active', '/api/leads?limit=50&lead_type=active'], ['leads, not used', '/api/leads?limit=50&lead_type=yet_to_use'], ['leads, done', '/api/leads?limit=50&lead_type=previously_active'],
  ['leads, status', '/api/leads?limit=50&lead_statuses=PAUSED'], ['leads, category', '/api/leads?limit=50&category_ids=1'], ['leads, provider', '/api/leads?limit=50&providers=ZOHO'], ['leads, unsubscribed', '/api/leads?limit=50&is_unsubscribed=true'], ['leads, bounced', '/api/leads?limit=50&is_bounced=true'],
  ['leads, invalid', '/api/leads?limit=50&verification=INVALID'], ['leads, never verified', '/api/leads?limit=50&verification=NONE'], ['leads, search and unsubscribed', '/api/leads?limit=50&search=person&is_unsubscribed=true'], ['leads of a list', `/api/leads?limit=50&list_id=${ids.list}`], ['lists', '/api/lead-lists'],
  ...['all', 'active', 'replied', 'failed', 'scheduled', 'manual_followups', 'completed', 'paused', 'blocked'].map((tab): [string, string] => [`campaign's leads, ${tab}`, `/api/campaigns/${ids.campaign}/leads?limit=50&tab=${tab}`]),
  ["campaign's leads, counts", `/api/campaigns/${ids.campaign}/leads/counts`], ["campaign's leads, search", `/api/campaigns/${ids.campaign}/leads?limit=50&search=person.1`],
  ['mailboxes', '/api/mailboxes?limit=50'], ['mailboxes, search', '/api/mailboxes?limit=50&search=box17'],
  ...['replies', 'unread', 'important', 'sent', 'archived', 'all'].map((folder): [string, string] => [`inbox, ${folder}`, `/api/inbox/conversations?limit=50&folder=${folder}`]), ['inbox, counts', '/api/inbox/counts'], ['inbox, search', '/api/inbox/conversations?limit=50&search=person.12'],
];

export default defineBench({
  name: 'agency',
  summary: 'every list and tab over 300 campaigns, a million leads and 500 mailboxes: the request against its own SQL',
  async run(bench) {
    const { url } = await startBenchPostgres(bench);
    const folder = mkdtempSync(join(tmpdir(), 'skein-bench-agency-'));
    bench.cleanUp(() => rmSync(folder, { recursive: true, force: true }));
    const owner = new Client({ connectionString: url });
    await owner.connect();
    bench.cleanUp(() => owner.end());
    const leads = bench.quick ? 100_000 : 1_000_000;
    const ids = await fill(owner, leads);
    const db = createDatabase({ url });
    bench.cleanUp(() => db.close());
    const clock = createManualClock(Date.now());
    const masterKey = createMasterKey();
    const tokens = createAccessTokens(masterKey, clock);
    const hashSecret = createKeyedHash(masterKey, 'secret');
    const authenticator = createAuthenticator({ db, tokens, hashSecret, clock, onError: () => undefined });
    bench.cleanUp(() => authenticator.close());
    const app = createMainApp({
      db, campaignClock: clock, realClock: clock, masterKey, tokens, hashSecret, authenticator, authenticate: authenticator.authenticate, vault: createVault(masterKey), live: createLive(db), log: silentLog, strictAnswers: false, limitRate: createKeyLimit(), jobs: createJobQueue(),
      chat: createChatAccess({ allowPrivateAddresses: false }), resolver: zoneResolver({ txt: {}, mx: {} }), mailRoute: () => Promise.reject(new Error('No mail server is asked here.')), files: createDiskStore({ folder, baseUrl: '/storage', key: Buffer.alloc(32, 1), clock }), sandbox: null,
      callServices: () => () => Promise.reject(new Error('No other service is asked here.')), config: { publicUrl: 'http://localhost:3000', trackingUrl: 'http://localhost:3000', isSandbox: true, systemMail: { from: 'Skein <no-reply@system.test>', smtpUrl: 'smtp://127.0.0.1:1' } },
    });
    const session = (await owner.query<{ id: string }>('INSERT INTO user_session (workspace_id, user_id, refresh_hash, expires_at) VALUES ($1, $2, $3, $4) RETURNING id', [ids.workspace, ids.user, randomUUID(), new Date(clock.now() + 86_400_000)])).rows[0]?.id as string;
    const headers = { authorization: `Bearer ${await tokens.sign({ userId: ids.user, workspaceId: ids.workspace, sessionId: session })}` };
    const sql = watchSql();
    const repeats = bench.quick ? 8 : 20;
    const worst: number[] = [];
    for (const [name, path] of requests(ids)) {
      const whole: number[] = [];
      const inside: number[] = [];
      for (let turn = -3; turn < repeats; turn += 1) {
        sql.restart();
        const begin = performance.now();
        const answer = await app.request(path, { headers });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
        if (turn >= 0) { whole.push(performance.now() - begin); inside.push(sql.spent()); }
      }
      const [request, statements] = [p95(whole), p95(inside)];
      console.log(`  ${name.padEnd(34)} p95 ${request.toFixed(1).padStart(8)} ms, SQL ${statements.toFixed(1).padStart(8)} ms, ratio ${(request / statements).toFixed(2)}`);
      worst.push(request / statements);
    }
    bench.record({ name: 'agency', what: `p95 of a request over that of its SQL, for each of ${worst.length} lists and tabs`, values: worst, unit: 'times', goal: { atMost: 3, text: 'under 3x' }, figures: { leads, campaigns, mailboxes } });
  },
});

const p95 = (values: number[]): number => [...values].sort((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] as number;

/** Adds up the time between each statement and its answer, over all connections of the process. */
function watchSql(): { restart(): void; spent(): number } {
  let spent = 0;
  const prototype = Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const plain = prototype.query;
  prototype.query = function query(this: unknown, ...given: unknown[]) {
    const begin = performance.now();
    const end = () => { spent += performance.now() - begin; };
    const last = given.at(-1);
    if (typeof last === 'function') given[given.length - 1] = (...answer: unknown[]) => { end(); (last as (...all: unknown[]) => void)(...answer); };
    const result = plain.apply(this, given);
    if (result instanceof Promise) result.then(end, end);
    return result;
  };
  return { restart: () => { spent = 0; }, spent: () => spent };
}

/** Fills a workspace by SQL alone. */
async function fill(owner: Client, leads: number): Promise<{ workspace: number; user: number; campaign: number; list: number }> {
  const one = async (text: string, values: unknown[] = []) => (await owner.query<{ id: number }>(text, values)).rows[0]?.id as number;
  const workspace = await one(`INSERT INTO workspace (name, plan_type) VALUES ('Agency', 'enterprise') RETURNING id`);
  const user = await one(`INSERT INTO app_user (workspace_id, email, name, role, is_email_verified) VALUES ($1, 'agency@company.test', 'Agency', 'OWNER', true) RETURNING id`, [workspace]);
  await owner.query(`INSERT INTO campaign (workspace_id, name, status, updated_at) SELECT $1, 'Campaign ' || n, (ARRAY['ACTIVE', 'PAUSED', 'COMPLETED', 'DRAFTED'])[1 + n % 4], now() - n * interval '1 hour' FROM generate_series(1, $2::int) n`, [workspace, campaigns]);
  await owner.query(`INSERT INTO mailbox (workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username) SELECT $1, 'Sender ' || n, 'box' || n || '@sender.test', 'h', 1, 'u', 'h', 1, 'u' FROM generate_series(1, $2::int) n`, [workspace, mailboxes]);
  await owner.query(`INSERT INTO sequence_step (workspace_id, campaign_id, seq_number) SELECT workspace_id, id, n FROM campaign, generate_series(1, 3) n WHERE workspace_id = $1`, [workspace]);
  const first = await one('SELECT min(id) AS id FROM campaign WHERE workspace_id = $1', [workspace]);
  const box = await one('SELECT min(id) AS id FROM mailbox WHERE workspace_id = $1', [workspace]);
  await owner.query('INSERT INTO campaign_mailbox (workspace_id, campaign_id, mailbox_id) SELECT $1, $2 + n % $4::int, $3 + n % $5::int FROM generate_series(0, 2999) n ON CONFLICT DO NOTHING', [workspace, first, box, campaigns, mailboxes]);
  await owner.query(
    `INSERT INTO lead (workspace_id, email, domain, first_name, last_name, company_name, provider, is_unsubscribed, is_bounced, verification, custom_fields)
     SELECT $1, 'person.' || n || '@company' || n % 20000 || '.test', 'company' || n % 20000 || '.test', 'Name' || n % 5000, 'Family' || n % 9000, 'Company ' || n % 20000, (ARRAY['OTHER', 'GMAIL', 'OUTLOOK', 'OTHER', 'OTHER', 'ZOHO'])[1 + n % 6], n % 997 = 0, n % 1009 = 0, CASE WHEN n % 50 = 0 THEN 'VALID' WHEN n % 501 = 0 THEN 'INVALID' END, '{"city": "Springfield"}'
     FROM generate_series(1, $2::int) n`, [workspace, leads]);
  // The first campaign is the largest by far, the last tenth of the leads is in none.
  await owner.query(
    `INSERT INTO enrolment (workspace_id, campaign_id, lead_id, status, mailbox_id, provider, steps_sent, last_seq_number, reply_count, last_reply_at, last_inbound_at, category_id, is_read, first_sent_at, last_sent_at, next_due_at)
     SELECT $1, CASE WHEN n % 10 = 0 THEN $2 ELSE $2 + n % $4::int END, l.id, (ARRAY['STARTED', 'INPROGRESS', 'INPROGRESS', 'COMPLETED', 'COMPLETED', 'STOPPED', 'PAUSED', 'BLOCKED'])[1 + n % 8], $3 + n % $5::int, l.provider, n % 4, n % 4, (n % 20 = 0)::int, CASE WHEN n % 20 = 0 THEN now() - n * interval '1 second' END, CASE WHEN n % 20 = 0 THEN now() - n * interval '1 second' END,
       CASE WHEN n % 40 = 0 THEN 1 + n % 7 END, n % 60 <> 0, now() - n * interval '1 second', now() - n * interval '1 second', now() + n * interval '1 second'
     FROM (SELECT id, provider, row_number() OVER (ORDER BY id)::int AS n FROM lead WHERE workspace_id = $1) l WHERE n <= $6::int * 0.9`, [workspace, first, box, campaigns, mailboxes, leads]);
  await owner.query(
    `INSERT INTO message (workspace_id, direction, mailbox_id, campaign_id, enrolment_id, lead_id, message_id, dedupe_key, from_email, subject, text_body, snippet, at)
     SELECT e.workspace_id, 'in', e.mailbox_id, e.campaign_id, e.id, e.lead_id, '<m' || e.id || '@x>', '<m' || e.id || '@x>', l.email, 'Re: Question', 'Thanks, tell me more about it.', 'Thanks, tell me more', e.last_reply_at FROM enrolment e JOIN lead l ON l.id = e.lead_id WHERE e.workspace_id = $1 AND e.reply_count > 0`, [workspace]);
  await owner.query(`INSERT INTO event_rollup (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count) SELECT $1, 'campaign', $2 + c, 'event', date_trunc('day', now()) - d * interval '1 day', k, 20, 18 FROM generate_series(0, $3::int - 1) c, generate_series(0, 29) d, unnest(ARRAY['SENT', 'OPEN', 'REPLY', 'BOUNCE']) k`, [workspace, first, campaigns]);
  const list = await one(`INSERT INTO lead_list (workspace_id, name) VALUES ($1, 'Large') RETURNING id`, [workspace]);
  await owner.query('INSERT INTO lead_list_member (workspace_id, list_id, lead_id) SELECT $1, $2, id FROM lead WHERE workspace_id = $1 ORDER BY id DESC LIMIT 100000', [workspace, list]);
  await owner.query('VACUUM ANALYZE');
  return { workspace, user, campaign: first, list };
}
