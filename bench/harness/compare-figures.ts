import { join } from 'node:path';
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import type { Counts } from '@skein/contracts/analytics/figures';
import { createDatabase, type Database } from '../../backend/src/platform/db/database';
import { countEvents, countHappenings } from '../../backend/src/services/analytics/features/figures/count-events.store';
import { readCounts, readHappenings } from '../../backend/src/services/analytics/features/figures/sum-rollups.store';
import { scopeOf, type Selection } from '../../backend/src/services/analytics/features/figures/selection';
import { appendEvents } from '../../backend/src/services/main/lifecycle/events/append-events';
import type { Bench } from './bench';
import { openDuckdb } from './duckdb';
import { eventDays, fillEvents } from './events-data';
import { openBenchPostgres } from './postgres';

const range = { from: '2026-09-01', to: '2026-10-01', time_zone: 'Europe/Berlin' };

/** The figures of one group, as measures.ts defines them, over the raw events. */
const figures = `
  count(*) filter (kind = 'SENT'), count(*) filter (kind = 'SENT' and is_first),
  count(*) filter (kind = 'OPEN' and not is_machine and is_first), count(*) filter (kind = 'CLICK' and is_first),
  count(*) filter (kind = 'REPLY' and is_first), count(*) filter (kind = 'REPLY' and is_first and category_id in (1, 2, 5)),
  count(*) filter (kind = 'REPLY' and is_first and category_id = 2), count(*) filter (kind = 'BOUNCE'),
  count(*) filter (kind = 'UNSUBSCRIBE' and is_first), count(*) filter (kind = 'OPEN' and is_machine)
`;
/** For DuckDB, which keeps the word `at` for itself. */
const inRange = `"at" >= timestamptz '2026-08-31 22:00:00+00' and "at" < timestamptz '2026-10-01 22:00:00+00'`;

async function repeat(work: () => Promise<unknown>, operations: number): Promise<{ operations: number }> {
  for (let turn = 0; turn < operations; turn += 1) await work();
  return { operations };
}

export interface FiguresBench {
  /** What its rows are called, or begin with. */
  name: string;
  events: number;
  /** How many times a round asks DuckDB, so that it takes some seconds at any number of events. */
  asked: number;
  /** Whether the recount is timed, too: it is made once in any case, and must come to the same. */
  timesRecount: boolean;
}

/** The figures of 31 days, from rollups: against a recount of the events, by PostgreSQL and by DuckDB, and how soon an event is in them. */
export async function compareFigures(bench: Bench, { name, events, asked, timesRecount }: FiguresBench): Promise<void> {
  const duckdb = await openDuckdb(bench);
  const { url, pid, owner } = await openBenchPostgres(bench);
  const begun = performance.now();
  const { workspace, user } = await fillEvents(owner, events);
  const count = Number((await owner.query('select count(*) as n from event')).rows[0]?.n);
  bench.say(`${count.toLocaleString('en')} events in ${Math.round((performance.now() - begun) / 1000)} s`);
  const db = createDatabase({ url });
  bench.cleanUp(() => db.close());
  const scope = scopeOf({ workspaceId: workspace, userId: user, role: 'OWNER', client: null });
  const selection: Selection = { range: { ...range, axis: 'event', include_out_of_office: false } };
  const page = () =>
    db.tenantSql(workspace, async (sql) => ({
      total: await readCounts(workspace, sql, scope, { selection, grouping: 'total' }),
      days: await readCounts(workspace, sql, scope, { selection, grouping: 'day' }),
      happenings: await readHappenings(workspace, sql, scope, selection),
    }));
  const table = () =>
    db.tenantSql(workspace, (sql) => readCounts(workspace, sql, scope, { selection, grouping: 'campaign' }));
  const shown = { events: count, 'days of events': eventDays };
  const recount = () =>
    db.tenantSql(workspace, async (sql) => ({
      total: await countEvents(workspace, sql, scope, { selection, grouping: 'total' }),
      days: await countEvents(workspace, sql, scope, { selection, grouping: 'day' }),
      happenings: await countHappenings(workspace, sql, scope, selection),
    }));
  const [kept, counted] = [await page(), await recount()];
  if (!isDeepStrictEqual([kept.total, kept.happenings], [counted.total, counted.happenings]))
    throw new Error('The rollups and a recount of the events differ.');
  if (timesRecount)
    await bench.compare({
      name: `${name}-recount`,
      what: 'totals, days and happenings of 31 days over the whole workspace, in a zone of its own',
      against: 'the same counted on the events, by PostgreSQL',
      measure: 'wall',
      goal: { atMost: 0.2, text: 'at most 0.2x the time' },
      alsoCpuOf: [pid],
      figures: shown,
      ours: () => repeat(page, 20),
      theirs: () => repeat(recount, 1),
      control: 'ours',
    });
  if (duckdb) await compareWithDuckdb({ bench, duckdb, owner, pid, name, asked, figures: shown, page, table });
  // Last, since it adds events.
  await recordFreshness(
    bench,
    { name: `${name}-freshness`, db, workspace },
    async () => (await page()).total.get('')?.sent ?? 0,
  );
}

/** From an event's transaction to the figures that hold it: they are in no queue, so that they are fresh as soon as it is committed. */
async function recordFreshness(
  bench: Bench,
  { name, db, workspace }: { name: string; db: Database; workspace: number },
  sent: () => Promise<number>,
): Promise<void> {
  const values: number[] = [];
  for (let turn = 0; turn < (bench.quick ? 5 : 30); turn += 1) {
    const before = await sent();
    const begin = performance.now();
    await db.systemSql((sql) =>
      appendEvents(sql, [
        { workspaceId: workspace, kind: 'SENT', at: new Date('2026-09-15T10:00:00Z'), campaignId: 1, isFirst: false },
      ]),
    );
    while ((await sent()) <= before)
      if (performance.now() - begin > 60_000) throw new Error('An event of a minute ago is in no figure.');
    values.push(performance.now() - begin);
  }
  bench.record({
    name,
    what: 'from the beginning of an event’s transaction to the totals of 31 days that count it',
    values,
    unit: 'ms',
    goal: { atMost: 2000 },
  });
}

interface Duckdb {
  bench: Bench;
  duckdb: NonNullable<Awaited<ReturnType<typeof openDuckdb>>>;
  owner: Client;
  pid: number | undefined;
  name: string;
  asked: number;
  figures: Record<string, number>;
  page: () => Promise<{ total: Map<string, Counts> }>;
  table: () => Promise<unknown>;
}

async function compareWithDuckdb({
  bench,
  duckdb,
  owner,
  pid,
  name,
  asked,
  figures: shown,
  page,
  table,
}: Duckdb): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'skein-bench-events-'));
  chmodSync(folder, 0o777);
  bench.cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'events.csv');
  await owner.query(
    `COPY (
      select kind, at at time zone 'UTC' as at, campaign_id, mailbox_id, is_machine, is_first, category_id
      from event
    ) TO '${file}' (format csv, header)`,
  );
  await duckdb.connection.run(
    `create table event as select * replace ("at"::timestamp at time zone 'UTC' as "at") from read_csv('${file}') order by 2`,
  );
  const ask = async (sql: string) => (await duckdb.connection.runAndReadAll(sql)).getRowObjects();
  const day = `("at" at time zone 'Europe/Berlin')::date`;

  const { total } = await page();
  const [theirs] = await ask(`select count(*) filter (kind = 'SENT') as sent from event where ${inRange}`);
  if (total.get('')?.sent !== Number(theirs?.['sent']))
    throw new Error(`Skein counts ${total.get('')?.sent} sent, DuckDB ${String(theirs?.['sent'])}.`);
  const shared = {
    measure: 'wall' as const,
    against: `DuckDB ${duckdb.version} in memory, over the events`,
    goal: { atMost: 0.2, text: 'at most 0.2x the time' },
    alsoCpuOf: [pid],
    figures: shown,
  };
  await bench.compare({
    ...shared,
    name,
    what: 'totals, days and happenings of 31 days over the whole workspace, in a zone of its own',
    ours: () => repeat(page, 20),
    theirs: () =>
      repeat(async () => {
        await ask(`select ${figures} from event where ${inRange}`);
        await ask(`select ${day} as day, ${figures} from event where ${inRange} group by 1`);
      }, asked),
  });
  await bench.compare({
    ...shared,
    name: `${name}-campaigns`,
    what: 'figures of 31 days for each of 300 campaigns',
    ours: () => repeat(table, 100),
    theirs: () => repeat(() => ask(`select campaign_id, ${figures} from event where ${inRange} group by 1`), asked),
  });
}
