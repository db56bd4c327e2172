import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { functionsFolder } from '#platform/db/function-files';
import { runMigrations } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/migration';
import { wait } from './fault';
import type { FaultWorld } from './fault-world';
import { keepBusy } from './keep-busy';

/** What a later version might add to the tables that every mail goes through, in the manner of docs/operating.md. */
const addition = `
  -- no-transaction
  alter table enrolment add column if not exists lane_note text, add column if not exists lane_count int not null default 0;
  alter table intent add column if not exists lane_note text;
  drop index concurrently if exists lane_enrolment;
  create index concurrently lane_enrolment on enrolment (campaign_id, lane_count);
  drop index concurrently if exists lane_intent;
  create index concurrently lane_intent on intent (mailbox_id, lane_note);
`;

/** Mails that have to leave while each of the two waits. */
const leastMails = 20;

export interface UpgradeFigures {
  /** what this version's own folder had to do, and the addition */
  migrations: string[];
  /** mails accepted while a report held the tables and the change of them waited */
  sentBehindReport: number;
  /** mails accepted while an index was being made */
  sentBesideIndex: number;
  /** mails accepted from the first migration to the last */
  sentMeanwhile: number;
  upgradeMs: number;
}

/** A folder with this version's migrations and the addition. */
function migrationsWithAddition(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-upgrade-'));
  cpSync(migrationsFolder(), folder, { recursive: true });
  mkdirSync(join(folder, '99990101000000_lane'));
  writeFileSync(join(folder, '99990101000000_lane', 'migration.sql'), addition);
  return folder;
}

/** Somebody reads and keeps what was read as of then. */
async function startReport(world: FaultWorld, reports: Client[], words: string): Promise<Client> {
  const report = new Client({ connectionString: world.test.url });
  report.on('error', () => undefined);
  await report.connect();
  await report.query(`begin isolation level repeatable read; ${words}`);
  reports.push(report);
  return report;
}

/** A statement of the migration that waits for a lock. */
const stateOfMigration = async (world: FaultWorld) =>
  (
    await world.test.query<{ pid: number; query: string }>(
      `
        select pid, query
        from pg_stat_activity
        where application_name = 'skein-migrate'
          and datname = current_database()
          and state = 'active'
          and wait_event_type = 'Lock'
      `,
    )
  )[0];

/** What one of two processes has applied; the other one must have failed. */
async function oneOfTwo(world: FaultWorld, starts: Promise<PromiseSettledResult<string[]>[]>): Promise<string[]> {
  let ended: PromiseSettledResult<string[]>[] | undefined;
  void starts.then((result) => {
    ended = result;
  });
  await sendUntil(world, 'the migrations end', async () => ended !== undefined);
  const [failed, done] = [
    ended?.filter(({ status }) => status === 'rejected') ?? [],
    ended?.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])) ?? [],
  ];
  if (failed.length !== 1) throw new Error(`One of two processes should have failed: ${JSON.stringify(ended)}`);
  return done;
}

async function refuseInvalidIndexes(world: FaultWorld): Promise<void> {
  const invalid = await world.test.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where not indisvalid',
  );
  if (invalid.length > 0) throw new Error(`Left invalid: ${invalid.map(({ name }) => name).join(', ')}`);
}

/**
 * Brings the world's database up to date while its workers send: two processes of the new version start at once, a report first holds
 * the tables that are changed, another one then delays the index, and the process that makes it loses its connection in the middle of it.
 * @throws Error when sending stood still, a worker ended, or an index was left invalid
 */
export async function upgradeBesideSending(world: FaultWorld, log: (line: string) => void): Promise<UpgradeFigures> {
  const folder = migrationsWithAddition();
  const begin = Date.now();
  const accepted = () => world.mail.record.count().mails;
  const workers = world.pool.alive().length;
  const before = accepted();
  const reports: Client[] = [];
  const waitsFor = (what: string, part: RegExp) =>
    sendUntil(world, what, async () => part.test((await stateOfMigration(world))?.query ?? ''));
  const sendMore = async (what: string) => {
    const goal = accepted() + leastMails;
    const from = accepted();
    await sendUntil(world, what, async () => accepted() >= goal);
    return accepted() - from;
  };
  try {
    const own = await runMigrations({ url: world.test.url });
    log(`its own: ${own.join(', ') || 'nothing'}`);
    const onTables = await startReport(world, reports, 'select count(*) from enrolment; select count(*) from intent');
    const starts = Promise.allSettled(
      [0, 1].map(() =>
        runMigrations({
          url: world.test.url,
          folder,
          functions: functionsFolder(),
          onApplied: (name) => log(`applied ${name}`),
        }),
      ),
    );
    await waitsFor('the change of the tables waits for the report', /alter table/i);
    const sentBehindReport = await sendMore('mails left while a change of their tables waited for a report');
    // The second report uses no table of ours: it delays only what is made concurrently.
    const onSnapshot = await startReport(world, reports, 'select count(*) from pg_class');
    await onTables.end();
    await waitsFor('an index waits for the second report', /create index concurrently "?lane_/i);
    const sentBesideIndex = await sendMore('mails left while an index was made');
    const maker = await stateOfMigration(world);
    if (maker) await world.test.query('select pg_terminate_backend($1)', [maker.pid]);
    log('the process that made the index lost its connection');
    await sendUntil(
      world,
      'the other process makes the index again',
      async () =>
        (
          await world.test.query(
            `select 1 from pg_index where indexrelid::regclass::text like 'lane_%' and not indisvalid`,
          )
        ).length > 0 && /lane_/.test((await stateOfMigration(world))?.query ?? ''),
    );
    await onSnapshot.end();
    const done = await oneOfTwo(world, starts);
    await refuseInvalidIndexes(world);
    if (world.pool.alive().length !== workers)
      throw new Error('A worker of the older version ended while the database was brought up to date.');
    return {
      migrations: [...own, ...done],
      sentBehindReport,
      sentBesideIndex,
      sentMeanwhile: accepted() - before,
      upgradeMs: Date.now() - begin,
    };
  } finally {
    for (const report of reports) await report.end().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Real time. */
async function sendUntil(world: FaultWorld, what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; !(await isTrue()); await wait(100)) {
    if (Date.now() > end) throw new Error(`It did not come true that ${what}.`);
    await keepBusy(world, 60);
  }
}
