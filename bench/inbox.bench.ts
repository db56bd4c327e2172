import { defineBench, type Bench } from './harness/bench';
import { createBenchApp } from './harness/bench-app';
import { fillInbox } from './harness/inbox-data';
import { openBenchPostgres } from './harness/postgres';
import { quantile } from './harness/spread';
import { watchSql } from './harness/watch-sql';

const requests: [name: string, path: string][] = [
  ...['replies', 'unread', 'important', 'sent', 'archived', 'all'].map((folder): [string, string] => [
    folder,
    `/api/inbox/conversations?limit=50&folder=${folder}`,
  ]),
  ['category', '/api/inbox/conversations?limit=50&category_ids=1'],
  ['campaign', '/api/inbox/conversations?limit=50&campaign_ids=7'],
  ['search of one', '/api/inbox/conversations?limit=50&search=person.4321'],
  ['search of some', '/api/inbox/conversations?limit=50&search=topic37'],
  ['search of many', '/api/inbox/conversations?limit=50&search=contract'],
  ['search of none', '/api/inbox/conversations?limit=50&search=qqxyzzy'],
];

interface Timed {
  name: string;
  p99: number;
  ratio: number;
}

const at = (values: number[], share: number) =>
  quantile(
    [...values].sort((one, other) => one - other),
    share,
  );

/** Times every request over a database of so many messages. */
async function timesOver(bench: Bench, messages: number, repeats: number): Promise<Timed[]> {
  const { url, owner } = await openBenchPostgres(bench);
  const begun = performance.now();
  const ids = await fillInbox(owner, messages);
  bench.say(`${messages.toLocaleString('en')} messages in ${Math.round((performance.now() - begun) / 1000)} s`);
  const { app, headers } = await createBenchApp(bench, { url, owner, ...ids });
  const sql = watchSql();
  const found: Timed[] = [];
  for (const [name, path] of requests) {
    const whole: number[] = [];
    const inside: number[] = [];
    for (let turn = -5; turn < repeats; turn += 1) {
      sql.restart();
      const begin = performance.now();
      const answer = await app.request(path, { headers });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
      if (turn < 0) continue;
      whole.push(performance.now() - begin);
      inside.push(sql.spent());
    }
    const timed = { name, p99: at(whole, 0.99), ratio: at(whole, 0.95) / at(inside, 0.95) };
    bench.say(`${name.padEnd(18)} p99 ${timed.p99.toFixed(1).padStart(8)} ms, ${timed.ratio.toFixed(2)} x of the SQL`);
    found.push(timed);
  }
  return found;
}

/** SKEIN_BENCH_MESSAGES sets the larger size where 10 million take too long. */
export default defineBench({
  name: 'inbox',
  summary: 'lists and searches of the inbox over 50 thousand and 10 million messages, against their SQL and each other',
  async run(bench) {
    const large = Number(process.env['SKEIN_BENCH_MESSAGES'] ?? (bench.quick ? 200_000 : 10_000_000));
    const repeats = bench.quick ? 20 : 100;
    const small = await timesOver(bench, 50_000, repeats);
    const grown = await timesOver(bench, large, repeats);
    const growth = grown.map((timed, index) => timed.p99 / (small[index] as Timed).p99);
    const slowest = [...grown].sort((one, other) => other.p99 - one.p99)[0] as Timed;
    bench.record({
      name: 'inbox',
      what: `p95 of a request over that of its SQL, for each of ${requests.length} lists and searches`,
      values: grown.map(({ ratio }) => ratio),
      unit: 'times',
      goal: { atMost: 3 },
      figures: {
        messages: large,
        'highest ratio': Number(Math.max(...grown.map(({ ratio }) => ratio)).toPrecision(3)),
      },
    });
    bench.record({
      name: 'inbox-growth',
      what: `p99 of the same request over ${large.toLocaleString('en')} messages and over 50,000`,
      values: growth,
      unit: 'times',
      goal: { atMost: 1.5 },
      figures: {
        messages: large,
        'highest ratio': Number(Math.max(...growth).toPrecision(3)),
        [`p99 of “${slowest.name}”, ms`]: Math.round(slowest.p99),
      },
    });
  },
});
