import { agencyMailboxes, fillAgency, agencyCampaigns } from './harness/agency-data';
import { defineBench } from './harness/bench';
import { createBenchApp } from './harness/bench-app';
import { openBenchPostgres } from './harness/postgres';
import { p95, watchSql } from './harness/watch-sql';

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
    const { url, owner } = await openBenchPostgres(bench);
    const leads = bench.quick ? 100_000 : 1_000_000;
    const ids = await fillAgency(owner, leads);
    const { app, headers } = await createBenchApp(bench, { url, owner, ...ids });
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
