import type { Client } from 'pg';
import { createPlacementActions } from '../backend/src/services/main/campaigns/campaigns.api';
import { createSmartDeliveryApp } from '../backend/src/services/smart-delivery/app';
import { createOwnSeedPorts, createReportPorts } from '../backend/src/services/main/main.api';
import { fillAgency } from './harness/agency-data';
import { defineBench, type Bench } from './harness/bench';
import { createBenchApp } from './harness/bench-app';
import { openBenchPostgres } from './harness/postgres';
import { p95, watchSql } from './harness/watch-sql';

const [tests, seeds, runs] = [500, 40, 3];

/** Every page of placement tests, as the screens ask. */
const requests = (test: number, mail: number): [name: string, path: string][] => [
  ['automatic tests', '/api/smart-delivery/tests?type=auto&limit=10'],
  ['automatic tests, last page', '/api/smart-delivery/tests?type=auto&limit=10&offset=490'],
  ['automatic tests, search', '/api/smart-delivery/tests?type=auto&limit=10&search=test%2049'],
  ['automatic tests, failed', '/api/smart-delivery/tests?type=auto&limit=10&status=FAIL'],
  ['tests of a folder', '/api/smart-delivery/tests?folder_id=1&limit=10'],
  ['folders', '/api/smart-delivery/folders'],
  ['a new test', '/api/smart-delivery/choices'],
  ['mailbox insights, 14 days', '/api/smart-delivery/mailboxes?days=14'],
  ['mailbox insights, all', '/api/smart-delivery/mailboxes'],
  ['results', `/api/smart-delivery/tests/${test}`],
  ['results of an earlier run', `/api/smart-delivery/tests/${test}?run=1`],
  ['comparison', `/api/smart-delivery/tests/${test}/comparison`],
  ['one email', `/api/smart-delivery/tests/${test}/mails/${mail}`],
];

/** Tests with runs that are over: every email was found, with its headers and what they prove. @returns a test and an email of it */
async function fill(owner: Client, workspace: number): Promise<{ test: number; mail: number }> {
  const insert = async <Row extends object>(sql: string, values: unknown[]) =>
    (await owner.query<Row>(sql, values)).rows;
  await insert('insert into placement_folder (workspace_id, name, created_at) values ($1, $2, now())', [
    workspace,
    'All',
  ]);
  await insert(
    `
      insert into placement_seed (email, provider, region, is_sandbox, imap, sealed_password)
      select 'seed' || n || '@seeds.test', 'Provider ' || n % 8, 'Region ' || n % 5, true, '{}', ''
      from generate_series(1, $1) as n
    `,
    [seeds],
  );
  await insert(
    `
      insert into placement_test (
        workspace_id, folder_id, name, type, subject, body_text, sender_ids, seed_ids, every_days, next_run_at, created_at
      )
      select $1, f.id, 'Test ' || n, 'auto', 'Docks', 'Hello Sam, do you plan the docks yourself?',
        array[(select min(id) from mailbox where workspace_id = $1) + n % 50],
        (select array_agg(id) from placement_seed), 7, now() + interval '1 day', now()
      from generate_series(1, $2) as n, (select id from placement_folder where workspace_id = $1) as f
    `,
    [workspace, tests],
  );
  await insert(
    `
      insert into placement_run (workspace_id, test_id, number, started_at, settled_at)
      select $1, t.id, n, now() - make_interval(days => 30 - 7 * n), now()
      from placement_test t, generate_series(1, $2) as n
      where t.workspace_id = $1
    `,
    [workspace, runs],
  );
  await insert(
    `
      insert into placement_mail (
        workspace_id, run_id, seed_id, mailbox_id, state, send_at, token, message_id, sent_at, landed, landed_at, found_in,
        headers, body, authentication, client_ip
      )
      select $1, r.id, s.id, t.sender_ids[1], 'SENT', r.started_at, 'PT-' || r.id || '-' || s.id, r.id || '.' || s.id || '@bench',
        r.started_at, case when s.id % 5 = 0 then 'SPAM' else 'INBOX' end, r.started_at + interval '9 seconds', 'INBOX',
        repeat('Received: from out.sending.test by mx.seeds.test; Wed, 25 Nov 2026 08:00:01 +0000' || chr(10), 30),
        repeat('Hello Sam, do you plan the docks yourself? ', 50),
        '{"ip": "198.51.100.9", "sender": "a@b.test",
          "spf": {"result": "pass", "domain": null, "record": null, "text": ""},
          "dkim": [{"result": "pass", "domain": "b.test", "selector": "s", "isAligned": true, "text": ""}],
          "dmarc": {"result": "pass", "domain": "b.test", "policy": "none", "record": null, "isSpfAligned": true,
            "isDkimAligned": true, "text": ""},
          "arc": "none", "bimi": {"result": "none", "location": null}, "mtaSts": null, "isEncrypted": true}',
        '198.51.100.9'
      from placement_run r
      join placement_test t on t.workspace_id = r.workspace_id and t.id = r.test_id
      cross join placement_seed s
      where r.workspace_id = $1
    `,
    [workspace],
  );
  await owner.query('analyze');
  const [row] = await insert<{ test: number; mail: number }>(
    `
      select r.test_id as test, min(p.id) as mail
      from placement_run r
      join placement_mail p on p.workspace_id = r.workspace_id and p.run_id = r.id
      where r.workspace_id = $1 and r.number = $2
      group by r.test_id
      order by r.test_id desc
      limit 1
    `,
    [workspace, runs],
  );
  return row as { test: number; mail: number };
}

async function open(bench: Bench, url: string, owner: Client, ids: { workspace: number; user: number }) {
  const { deps, headers } = await createBenchApp(bench, { url, owner, ...ids });
  const nothing = () => Promise.reject(new Error('Nothing is asked outside of the database here.'));
  const app = createSmartDeliveryApp({
    ...deps,
    limitRate: undefined,
    reports: createReportPorts(deps),
    ownSeeds: createOwnSeedPorts(deps),
    publishTxt: null,
    actions: createPlacementActions(deps),
    isSandbox: true,
    mailPrivateHosts: [],
    noteOperator: nothing,
    tools: {
      lookUp: nothing,
      reputation: { listed: nothing, reverse: nothing, owner: nothing },
      spamChecker: null,
      askServer: nothing,
    },
  });
  return { app, headers };
}

export default defineBench({
  name: 'placement',
  summary: 'every page of 500 placement tests of 40 seeds with three runs each: the request against its own SQL',
  async run(bench) {
    const { url, owner } = await openBenchPostgres(bench);
    const ids = await fillAgency(owner, 1_000);
    const { test, mail } = await fill(owner, ids.workspace);
    const { app, headers } = await open(bench, url, owner, ids);
    const sql = watchSql();
    const repeats = bench.quick ? 8 : 20;
    const worst: number[] = [];
    const slow: Record<string, number> = {};
    for (const [name, path] of requests(test, mail)) {
      const [whole, inside]: [number[], number[]] = [[], []];
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
      slow[`p95 of “${name}”, ms`] = Math.round(request);
    }
    bench.record({
      name: 'placement',
      what: `p95 of a request over that of its SQL, for each of ${worst.length} pages of placement tests`,
      values: worst,
      unit: 'times',
      goal: { atMost: 3, text: 'under 3x' },
      figures: { tests, seeds, runs, 'highest ratio': Number(Math.max(...worst).toPrecision(3)), ...slow },
    });
  },
});
