import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createChatAccess } from '../backend/src/platform/ai/chat-access';
import { createAuthenticator } from '../backend/src/platform/auth/authenticate';
import { createKeyLimit } from '../backend/src/platform/auth/rate-limit';
import { createAccessTokens } from '../backend/src/platform/crypto/access-tokens';
import { createKeyedHash, createMasterKey, signingKeys } from '../backend/src/platform/crypto/master-key';
import { createVault } from '../backend/src/platform/crypto/vault';
import { createDatabase } from '../backend/src/platform/db/database';
import { createJobQueue } from '../backend/src/platform/jobs/job-queue';
import { createLive } from '../backend/src/platform/live/live';
import { inlineWork } from '../backend/src/platform/workers/heavy-work';
import { silentLog } from '../backend/src/platform/log/log';
import { zoneResolver } from '../backend/src/platform/mail/zone-resolver';
import { createDiskStore } from '../backend/src/platform/storage/disk-store';
import { createManualClock } from '../backend/src/platform/testing/manual-clock';
import { createMainApp } from '../backend/src/services/main/app';
import { agencyMailboxes, fillAgency, agencyCampaigns } from './harness/agency-data';
import { noIntegrations } from '../backend/src/platform/testing/no-integrations';
import { defineBench } from './harness/bench';
import { startBenchPostgres } from './harness/postgres';

/** Each list and tab with its filters, as the screens ask. */
const requests = (ids: { campaign: number; list: number }): [name: string, path: string][] => [
  ['campaigns', '/api/campaigns?limit=50'],
  ...['name', 'status', 'leads', 'sent', 'created_at'].map((sort): [string, string] => [
    `campaigns by ${sort}`,
    `/api/campaigns?limit=50&sort=${sort}`,
  ]),
  ['campaigns, search', '/api/campaigns?limit=50&search=campaign%2029'],
  ['campaigns, active', '/api/campaigns?limit=50&status=ACTIVE'],
  ['leads', '/api/leads?limit=50'],
  ['leads by address', '/api/leads?limit=50&sort=email'],
  ['leads, search of many', '/api/leads?limit=50&search=person'],
  ['leads, search of one', '/api/leads?limit=50&search=person.777123'],
  ['leads, search of none', '/api/leads?limit=50&search=qqxyzzy'],
  ['leads, two letters', '/api/leads?limit=50&search=pe'],
  ['leads, active', '/api/leads?limit=50&lead_type=active'],
  ['leads, not used', '/api/leads?limit=50&lead_type=yet_to_use'],
  ['leads, done', '/api/leads?limit=50&lead_type=previously_active'],
  ['leads, status', '/api/leads?limit=50&lead_statuses=PAUSED'],
  ['leads, category', '/api/leads?limit=50&category_ids=1'],
  ['leads, provider', '/api/leads?limit=50&providers=ZOHO'],
  ['leads, unsubscribed', '/api/leads?limit=50&is_unsubscribed=true'],
  ['leads, bounced', '/api/leads?limit=50&is_bounced=true'],
  ['leads, invalid', '/api/leads?limit=50&verification=INVALID'],
  ['leads, never verified', '/api/leads?limit=50&verification=NONE'],
  ['leads, search and unsubscribed', '/api/leads?limit=50&search=person&is_unsubscribed=true'],
  ['leads of a list', `/api/leads?limit=50&list_id=${ids.list}`],
  ['lists', '/api/lead-lists'],
  ...['all', 'active', 'replied', 'failed', 'scheduled', 'manual_followups', 'completed', 'paused', 'blocked'].map(
    (tab): [string, string] => [`campaign's leads, ${tab}`, `/api/campaigns/${ids.campaign}/leads?limit=50&tab=${tab}`],
  ),
  ["campaign's leads, counts", `/api/campaigns/${ids.campaign}/leads/counts`],
  ["campaign's leads, search", `/api/campaigns/${ids.campaign}/leads?limit=50&search=person.1`],
  ['mailboxes', '/api/mailboxes?limit=50'],
  ['mailboxes, search', '/api/mailboxes?limit=50&search=box17'],
  ...['replies', 'unread', 'important', 'sent', 'archived', 'all'].map((folder): [string, string] => [
    `inbox, ${folder}`,
    `/api/inbox/conversations?limit=50&folder=${folder}`,
  ]),
  ['inbox, counts', '/api/inbox/counts'],
  ['inbox, search', '/api/inbox/conversations?limit=50&search=person.12'],
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
    const ids = await fillAgency(owner, leads);
    const db = createDatabase({ url });
    bench.cleanUp(() => db.close());
    const clock = createManualClock(Date.now());
    const masterKey = createMasterKey();
    const tokens = createAccessTokens(masterKey, clock);
    const hashSecret = createKeyedHash(masterKey, 'secret');
    const authenticator = createAuthenticator({ db, tokens, hashSecret, clock, onError: () => undefined });
    bench.cleanUp(() => authenticator.close());
    const app = createMainApp({
      db,
      integrations: noIntegrations,
      campaignClock: clock,
      realClock: clock,
      masterKey,
      tokens,
      hashSecret,
      authenticator,
      authenticate: authenticator.authenticate,
      vault: createVault(masterKey),
      live: createLive(db),
      heavyWork: inlineWork,
      log: silentLog,
      strictAnswers: false,
      limitRate: createKeyLimit(() => db),
      jobs: createJobQueue(),
      chat: createChatAccess({ allowPrivateAddresses: false }),
      verifiers: { ask: () => Promise.reject(new Error('No verifying service is asked here.')), sandboxKey: null },
      resolver: zoneResolver({ txt: {}, mx: {} }),
      mailRoute: () => Promise.reject(new Error('No mail server is asked here.')),
      files: createDiskStore({ folder, baseUrl: '/storage', keys: signingKeys(createMasterKey(), 'storage'), clock }),
      sandbox: null,
      callServices: () => () => Promise.reject(new Error('No other service is asked here.')),
      config: {
        publicUrl: 'http://localhost:3000',
        trackingUrl: 'http://localhost:3000',
        isSandbox: true,
        systemMail: { from: 'Skein <no-reply@system.test>', smtpUrl: 'smtp://127.0.0.1:1', needsTls: false },
      },
    });
    const session = (
      await owner.query<{ id: string }>(
        `
          insert into user_session (workspace_id, user_id, refresh_hash, expires_at)
          values ($1, $2, $3, $4)
          returning id
        `,
        [ids.workspace, ids.user, randomUUID(), new Date(clock.now() + 86_400_000)],
      )
    ).rows[0]?.id as string;
    const headers = {
      authorization: `Bearer ${await tokens.sign({ userId: ids.user, workspaceId: ids.workspace, sessionId: session })}`,
    };
    const sql = watchSql();
    const repeats = bench.quick ? 8 : 20;
    const worst: number[] = [];
    const times: { name: string; request: number }[] = [];
    for (const [name, path] of requests(ids)) {
      const whole: number[] = [];
      const inside: number[] = [];
      for (let turn = -3; turn < repeats; turn += 1) {
        sql.restart();
        const begin = performance.now();
        const answer = await app.request(path, { headers });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
        if (turn >= 0) {
          whole.push(performance.now() - begin);
          inside.push(sql.spent());
        }
      }
      const [request, statements] = [p95(whole), p95(inside)];
      console.log(
        `  ${name.padEnd(34)} p95 ${request.toFixed(1).padStart(8)} ms, SQL ${statements.toFixed(1).padStart(8)} ms, ratio ${(request / statements).toFixed(2)}`,
      );
      worst.push(request / statements);
      times.push({ name, request });
    }
    bench.record({
      name: 'agency',
      what: `p95 of a request over that of its SQL, for each of ${worst.length} lists and tabs`,
      values: worst,
      unit: 'times',
      goal: { atMost: 3, text: 'under 3x' },
      figures: {
        leads,
        campaigns: agencyCampaigns,
        mailboxes: agencyMailboxes,
        'highest ratio': Number(Math.max(...worst).toPrecision(3)),
        ...slowest(times),
      },
    });
  },
});

/** The slowest requests by name, in milliseconds of a p95, and how many take more than 300. */
const slowest = (times: { name: string; request: number }[]): Record<string, number> => ({
  'median p95 of a request, ms': Math.round(
    [...times].sort((one, other) => one.request - other.request)[Math.floor(times.length / 2)]?.request ?? 0,
  ),
  'requests with a p95 above 300 ms': times.filter(({ request }) => request > 300).length,
  ...Object.fromEntries(
    [...times]
      .sort((one, other) => other.request - one.request)
      .slice(0, 3)
      .map(({ name, request }) => [`p95 of “${name}”, ms`, Math.round(request)]),
  ),
});

const p95 = (values: number[]): number =>
  [...values].sort((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] as number;

/** Adds up the time between each statement and its answer, over all connections of the process. */
function watchSql(): { restart(): void; spent(): number } {
  let spent = 0;
  const prototype = Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const plain = prototype.query;
  prototype.query = function query(this: unknown, ...given: unknown[]) {
    const begin = performance.now();
    const end = () => {
      spent += performance.now() - begin;
    };
    const last = given.at(-1);
    if (typeof last === 'function')
      given[given.length - 1] = (...answer: unknown[]) => {
        end();
        (last as (...all: unknown[]) => void)(...answer);
      };
    const result = plain.apply(this, given);
    if (result instanceof Promise) result.then(end, end);
    return result;
  };
  return {
    restart: () => {
      spent = 0;
    },
    spent: () => spent,
  };
}
