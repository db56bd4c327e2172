import { defineBench } from './harness/bench';
import { createBenchApp } from './harness/bench-app';
import { fillMailboxes, mailboxes } from './harness/mailboxes-data';
import { openBenchPostgres } from './harness/postgres';
import { p95, watchSql } from './harness/watch-sql';

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
    const { url, owner } = await openBenchPostgres(bench);
    const ids = await fillMailboxes(owner);
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
