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
  ['search of one', '/api/inbox/conversations?limit=50&search=cruz4321%40'],
  ['search of some', '/api/inbox/conversations?limit=50&search=topic37'],
  ['search of many', '/api/inbox/conversations?limit=50&search=contract'],
  ['search of none', '/api/inbox/conversations?limit=50&search=qqxyzzy'],
];

interface Timed {
  name: string;
  p50: number;
  p99: number;
  ratio: number;
}

const at = (values: number[], share: number) =>
  quantile(
    [...values].sort((one, other) => one - other),
    share,
  );

/** The inbox over a database of so many messages. */
async function openInbox(bench: Bench, messages: number): Promise<(path: string) => Promise<void>> {
  const { url, owner } = await openBenchPostgres(bench);
  const begun = performance.now();
  const ids = await fillInbox(owner, messages);
  bench.say(`${messages.toLocaleString('en')} messages in ${Math.round((performance.now() - begun) / 1000)} s`);
  const { app, headers } = await createBenchApp(bench, { url, owner, ...ids });
  return async (path) => {
    const answer = await app.request(path, { headers });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  };
}

/** Times one request over both databases in turn: small, large, large, small, so that what drifts meets both alike. */
async function timeBoth(
  sides: readonly ((path: string) => Promise<void>)[],
  { name, path, repeats, sql }: { name: string; path: string; repeats: number; sql: ReturnType<typeof watchSql> },
): Promise<[small: Timed, large: Timed]> {
  const times = sides.map(() => ({ whole: [] as number[], inside: [] as number[] }));
  for (let turn = -5; turn < repeats; turn += 1)
    for (const side of turn % 2 ? [0, 1] : [1, 0]) {
      sql.restart();
      const begin = performance.now();
      await sides[side]?.(path);
      if (turn < 0) continue;
      times[side]?.whole.push(performance.now() - begin);
      times[side]?.inside.push(sql.spent());
    }
  return times.map(({ whole, inside }) => ({
    name,
    p50: at(whole, 0.5),
    p99: at(whole, 0.99),
    ratio: at(whole, 0.95) / at(inside, 0.95),
  })) as [Timed, Timed];
}

/** SKEIN_BENCH_MESSAGES sets the larger size where 10 million take too long. */
export default defineBench({
  name: 'inbox',
  summary: 'lists and searches of the inbox over 50 thousand and 10 million messages, against their SQL and each other',
  async run(bench) {
    const large = Number(process.env['SKEIN_BENCH_MESSAGES'] ?? (bench.quick ? 200_000 : 10_000_000));
    const repeats = bench.quick ? 20 : 200;
    const sides = [await openInbox(bench, 50_000), await openInbox(bench, large)];
    bench.say('Both are filled.');
    const sql = watchSql();
    const small: Timed[] = [];
    const grown: Timed[] = [];
    for (const [name, path] of requests) {
      const [one, other] = await timeBoth(sides, { name, path, repeats, sql });
      bench.say(
        `${name.padEnd(18)} p99 ${one.p99.toFixed(1).padStart(7)} and ${other.p99.toFixed(1).padStart(7)} ms, ` +
          `median ${one.p50.toFixed(1).padStart(7)} and ${other.p50.toFixed(1).padStart(7)} ms, ${other.ratio.toFixed(2)} x of the SQL`,
      );
      small.push(one);
      grown.push(other);
    }
    const growth = grown.map((timed, index) => timed.p99 / (small[index] as Timed).p99);
    const medians = grown.map((timed, index) => timed.p50 / (small[index] as Timed).p50);
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
        'highest ratio of medians': Number(Math.max(...medians).toPrecision(3)),
        [`p99 of “${slowest.name}”, ms`]: Math.round(slowest.p99),
      },
    });
  },
});
