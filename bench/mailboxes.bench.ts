import { Client } from 'pg';
import { defineBench } from './harness/bench';
import { createBenchApp } from './harness/bench-app';
import { startBenchPostgres } from './harness/postgres';
import { p95, watchSql } from './harness/watch-sql';

const mailboxes = 5_000;

/** The list with each filter and order, as the screen asks. */
const requests = (ids: { tag: number; client: number; last: number }): [name: string, query: string][] => [
  ['first page', 'limit=10'],
  ['a large page', 'limit=100'],
  ['by address', 'limit=50&sort=email'],
  ['by emails of 24 hours', 'limit=50&sort=sent_today'],
  ['search of one', 'limit=50&search=box4321'],
  ['search of many', 'limit=50&search=box'],
  ['connected', 'limit=50&state=connected'],
  ['failing', 'limit=50&state=failing'],
  ['provider', 'limit=50&type=OUTLOOK'],
  ['client', `limit=50&client_id=${ids.client}`],
  ['no client', 'limit=50&no_client=true'],
  ['tag', `limit=50&tag_ids=${ids.tag}`],
  ['domain', 'limit=50&domain=domain7.test'],
  ['warmup on', 'limit=50&warmup=on'],
  ['SMTP fails', 'limit=50&smtp=failing'],
  ['IMAP fails', 'limit=50&imap=failing'],
  ['in use', 'limit=50&in_use=true'],
  ['age', 'limit=50&age=30_to_90'],
  [
    'the last page',
    `limit=50&cursor=${Buffer.from(JSON.stringify([ids.last + 50, ids.last + 50])).toString('base64url')}`,
  ],
];

export default defineBench({
  name: 'mailboxes',
  summary: 'the list of 5,000 mailboxes with each filter and order: the request against its own SQL',
  async run(bench) {
    const { url } = await startBenchPostgres(bench);
    const owner = new Client({ connectionString: url });
    await owner.connect();
    bench.cleanUp(() => owner.end());
    const ids = await fill(owner);
    const { app, headers } = await createBenchApp(bench, { url, owner, ...ids });
    const sql = watchSql();
    const repeats = bench.quick ? 8 : 20;
    const ratios: number[] = [];
    let slowest = { name: '', request: 0 };
    for (const [name, query] of requests(ids)) {
      const whole: number[] = [];
      const inside: number[] = [];
      for (let turn = -3; turn < repeats; turn += 1) {
        sql.restart();
        const begin = performance.now();
        const answer = await app.request(`/api/mailboxes?${query}`, { headers });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(`${query} answered ${answer.status}: ${text.slice(0, 300)}`);
        if (turn < 0) continue;
        whole.push(performance.now() - begin);
        inside.push(sql.spent());
      }
      const [request, statements] = [p95(whole), p95(inside)];
      bench.say(
        `${name.padEnd(24)} p95 ${request.toFixed(1).padStart(7)} ms, SQL ${statements.toFixed(1).padStart(7)} ms, ratio ${(request / statements).toFixed(2)}`,
      );
      ratios.push(request / statements);
      if (request > slowest.request) slowest = { name, request };
    }
    bench.record({
      name: 'mailboxes',
      what: `p95 of a request over that of its SQL, for the list of ${mailboxes.toLocaleString('en-US')} mailboxes in ${ratios.length} filters and orders`,
      values: ratios,
      unit: 'times',
      goal: { atMost: 3, text: 'under 3x' },
      figures: {
        mailboxes,
        'highest ratio': Number(Math.max(...ratios).toPrecision(3)),
        [`p95 of “${slowest.name}”, ms`]: Math.round(slowest.request),
      },
    });
  },
});

/** A workspace with tags, clients, a campaign, and 20 emails of each mailbox in the last day. */
async function fill(owner: Client) {
  const one = async (text: string, values: unknown[] = []) =>
    (await owner.query<{ id: number }>(text, values)).rows[0]?.id as number;
  const workspace = await one(`insert into workspace (name, plan_type) values ('Fleet', 'enterprise') returning id`);
  const user = await one(
    `
      insert into app_user (workspace_id, email, name, role, is_email_verified)
      values ($1, 'owner@fleet.test', 'Owner', 'OWNER', true)
      returning id
    `,
    [workspace],
  );
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `
      insert into agency_client (workspace_id, name, email)
      select $1, 'Client ' || g, 'c' || g || '@clients.test'
      from generate_series(1, 20) as g
    `,
    [workspace],
  );
  await owner.query(`insert into tag (workspace_id, name) select $1, 'Tag ' || g from generate_series(1, 30) as g`, [
    workspace,
  ]);
  const client = await one('select min(id) as id from agency_client where workspace_id = $1', [workspace]);
  const tag = await one('select min(id) as id from tag where workspace_id = $1', [workspace]);
  await owner.query(
    `
      insert into mailbox (
        workspace_id, client_id, from_name, from_email, type, smtp_host, smtp_port, smtp_username, imap_host,
          imap_port, imap_username, is_smtp_success, is_imap_success, checked_at, warmup, created_at
      )
      select $1, case when g % 3 = 0 then $3 + g % 20 end, 'Sender ' || g, 'box' || g || '@domain' || g % 50 || '.test',
        (array['GMAIL', 'OUTLOOK', 'ZOHO', 'SMTP'])[1 + g % 4], 'smtp.test', 587, 'u', 'imap.test', 993, 'u', g % 40 <> 0,
        g % 25 <> 0, now(), jsonb_build_object('enabled', g % 2 = 0), now() - (g % 200) * interval '1 day'
      from generate_series(1, $2::int) as g
    `,
    [workspace, mailboxes, client],
  );
  await owner.query(
    `
      insert into mailbox_tag (workspace_id, mailbox_id, tag_id)
      select $1, m.id, $2 + (m.id + k) % 30
      from mailbox m, generate_series(0, 1) as k
    `,
    [workspace, tag],
  );
  const campaign = await one(`insert into campaign (workspace_id, name) values ($1, 'Campaign') returning id`, [
    workspace,
  ]);
  await owner.query(
    `
      insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id)
      select $1, $2, id
      from mailbox
      where id % 2 = 0
    `,
    [workspace, campaign],
  );
  await fillIntents(owner, workspace, campaign);
  await owner.query('set session_replication_role = origin');
  await owner.query('vacuum analyze');
  return { workspace, user, tag, client, last: await one('select min(id) as id from mailbox') };
}

const fillIntents = (owner: Client, workspace: number, campaign: number) =>
  owner.query(
    `
      insert into intent (
        workspace_id, campaign_id, mailbox_id, kind, state, slot_at, send_at, message_id, envelope_id, to_email
      )
      select $1, $2, m.id, 'CAMPAIGN', 'SENT', now() - k * interval '1 hour', now() - k * interval '1 hour',
        '<m' || m.id || '.' || k || '@fleet.test>', 'e' || m.id || '.' || k, 'lead@prospects.test'
      from mailbox m, generate_series(1, 20) as k
    `,
    [workspace, campaign],
  );
