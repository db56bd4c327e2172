import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { performRun } from '../backend/src/platform/bulk-runs/perform-run';
import { createDatabase, type Database } from '../backend/src/platform/db/database';
import { createMasterKey, signingKeys } from '../backend/src/platform/crypto/master-key';
import { createJobQueue } from '../backend/src/platform/jobs/job-queue';
import { createLive } from '../backend/src/platform/live/live';
import { silentLog } from '../backend/src/platform/log/log';
import { createDiskStore } from '../backend/src/platform/storage/disk-store';
import { createManualClock } from '../backend/src/platform/testing/manual-clock';
import { inlineWork } from '../backend/src/platform/workers/heavy-work';
import type { MainDeps } from '../backend/src/services/main/deps';
import { createUpload } from '../backend/src/services/main/leads/uploads/create-upload';
import { leadUploadRun } from '../backend/src/services/main/leads/uploads/lead-upload.run';
import { startUpload } from '../backend/src/services/main/leads/uploads/start-upload';
import { defineBench, type Bench } from './harness/bench';
import { cpuTime } from './harness/measure-once';
import { openBenchPostgres } from './harness/postgres';

const header = 'email,first_name,last_name,phone_number,company_name,website,location,linkedin_profile,city,industry';

/** A file of distinct leads as an export has them: about 190 bytes a row, one row in a hundred quoted. */
async function writeFile(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path);
  file.write(`${header}\n`);
  for (let row = 0; row < rows; row += 1) {
    const name = `Name${row % 5000}`;
    const company = row % 100 === 0 ? `"Company ${row % 20_000}, Inc."` : `Company ${row % 20_000}`;
    const line = `person.${row}@company${row % 20_000}.test,${name},Family${row % 9000},+1 555 ${String(row % 1_000_000).padStart(6, '0')},${company},https://www.company${row % 20_000}.test,"Springfield, IL",https://www.linkedin.com/in/person-${row},Springfield,Industry ${row % 40}\n`;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

const peerSql = {
  stage: `
    create temp table staging (
      email text, first_name text, last_name text, phone_number text, company_name text, website text,
        location text, linkedin_profile text, city text, industry text
    ) on commit drop
  `,
  copy: 'copy staging from stdin with (format csv, header)',
  insert: `
    insert into lead (
      workspace_id, upload_id, email, domain, first_name, last_name, phone_number, company_name, website,
        location, linkedin_profile, custom_fields
    )
    select $1, 1, lower(email), split_part(lower(email), '@', 2), first_name, last_name, phone_number,
      company_name, website, location, linkedin_profile,
      jsonb_build_object('city', city, 'industry', industry)
    from staging
    on conflict (workspace_id, email)
    do update set first_name = excluded.first_name, last_name = excluded.last_name
  `,
};

/** What an import needs of the product. */
function importDeps(db: Database, folder: string): MainDeps {
  const clock = createManualClock(Date.now());
  return {
    db,
    files: createDiskStore({
      folder: join(folder, 'files'),
      baseUrl: '/storage',
      keys: signingKeys(createMasterKey(), 'storage'),
      clock,
    }),
    campaignClock: clock,
    realClock: clock,
    live: createLive(db),
    jobs: createJobQueue(),
    heavyWork: inlineWork,
    log: silentLog,
    masterKey: createMasterKey(),
  } as unknown as MainDeps;
}

type Importer = Awaited<ReturnType<typeof addPerson>>;

async function addPerson(owner: Client) {
  const workspaceId = (
    await owner.query<{ id: number }>(
      `insert into workspace (name, plan_type) values ('Bench', 'enterprise') returning id`,
    )
  ).rows[0]?.id as number;
  const userId = (
    await owner.query<{ id: number }>(
      `
        insert into app_user (workspace_id, email, name, role)
        values ($1, 'bench@company.test', 'Bench', 'OWNER')
        returning id
      `,
      [workspaceId],
    )
  ).rows[0]?.id as number;
  return { workspaceId, userId, role: 'OWNER' as const, client: null };
}

async function emptyLeads(owner: Client): Promise<void> {
  await owner.query('TRUNCATE lead, lead_upload, bulk_run, enrolment, lead_count CASCADE');
  await owner.query('delete from graphile_worker._private_jobs');
  await owner.query('update workspace set lead_credits_used = 0');
  await owner.query('CHECKPOINT');
}

/** Uploads, maps and imports a file, and answers how many leads are new. */
async function importFile(owner: Client, deps: MainDeps, who: Importer, file: string): Promise<number> {
  const upload = await createUpload(deps as never, who, { fileName: 'leads.csv', content: createReadStream(file) });
  await startUpload(deps as never, who, upload.id, { mapping: upload.mapping });
  const read = async () => {
    const { rows: found } = await owner.query<{ id: number; status: string; done: number; new: number }>(
      `
        select r.id, r.status, r.done, (r.counts ->> 'IMPORTED_NEW')::int as new
        from bulk_run r join lead_upload u on u.run_id = r.id
        where u.id = $1
      `,
      [upload.id],
    );
    return found[0] as (typeof found)[0];
  };
  await performRun(deps, [leadUploadRun], { workspaceId: who.workspaceId, runId: (await read()).id });
  const done = await read();
  if (done.status !== 'COMPLETED' || done.new !== done.done)
    throw new Error(`The import ended as ${JSON.stringify(done)}.`);
  return done.done;
}

/** The same rows by COPY and one INSERT. */
async function copyFile(owner: Client, workspaceId: number, file: string): Promise<void> {
  await owner.query('BEGIN');
  await owner.query(peerSql.stage);
  await pipeline(createReadStream(file), owner.query(copyFrom(peerSql.copy)));
  await owner.query(peerSql.insert, [workspaceId]);
  await owner.query('COMMIT');
}

export default defineBench({
  name: 'import',
  summary:
    'CSV parsed, mapped, validated, de-duplicated, one outcome a row, against COPY into a staging table and INSERT .. ON CONFLICT',
  async run(bench) {
    const { url, pid, owner } = await openBenchPostgres(bench);
    const folder = mkdtempSync(join(tmpdir(), 'skein-bench-import-'));
    bench.cleanUp(() => rmSync(folder, { recursive: true, force: true }));
    const db = createDatabase({ url });
    bench.cleanUp(() => db.close());
    const who = await addPerson(owner);
    const { workspaceId } = who;
    const empty = () => emptyLeads(owner);
    const deps = importDeps(db, folder);
    const ours = (file: string) => importFile(owner, deps, who, file);
    const theirs = (file: string) => copyFile(owner, workspaceId, file);
    // Of CPU the larger file: what an import costs once, whatever its size, shows in a small one.
    const [rows, cpuRows] = bench.quick ? [30_000, 60_000] : [50_000, 100_000];
    const [path, cpuPath] = [join(folder, 'leads.csv'), join(folder, 'cpu-leads.csv')];
    await writeFile(path, rows);
    await writeFile(cpuPath, cpuRows);

    const timed = async (work: (file: string) => Promise<unknown>, of: 'wall' | 'cpu', count: number) => {
      await empty();
      const cpu = cpuTime([pid]);
      const begin = performance.now();
      await work(of === 'wall' ? path : cpuPath);
      const spent = of === 'wall' ? performance.now() - begin : cpuTime([pid]) - cpu;
      return { value: (count / spent) * 1000 };
    };
    // First, in a process that has done nothing else: memory that was used once is not returned.
    await memory(bench, { folder, empty, ours });
    const shared = {
      against: 'copy into a staging table and insert .. on conflict',
      versions: {
        postgres:
          (
            await owner
              .query<{ v: string }>('SHOW server_version AS v')
              .catch(() => owner.query<{ v: string }>(`select current_setting('server_version') as v`))
          ).rows[0]?.v ?? '',
      },
      note: `${rows.toLocaleString('en-US')} rows (${cpuRows.toLocaleString('en-US')} where CPU is measured) of about 190 bytes into an empty table with all its indexes; ours begins with receiving the file and detecting encoding, delimiter and columns`,
    };
    await bench.compare({
      name: 'import',
      what: 'rows imported a second',
      measure: 'value',
      unit: 'rows a second',
      goal: { atLeast: 0.8, text: 'at least 0.8x' },
      ours: () => timed(ours, 'wall', rows),
      theirs: () => timed(theirs, 'wall', rows),
      ...shared,
    });
    await bench.compare({
      name: 'import-cpu',
      what: 'rows imported a second of CPU, PostgreSQL included',
      measure: 'value',
      unit: 'rows a CPU second',
      goal: { atLeast: 0.8, text: 'at least 0.8x' },
      ours: () => timed(ours, 'cpu', cpuRows),
      theirs: () => timed(theirs, 'cpu', cpuRows),
      ...shared,
    });
  },
});

/** Highest memory of the importing process over a small and a large file. */
async function memory(
  bench: Bench,
  { folder, empty, ours }: { folder: string; empty: () => Promise<void>; ours: (file: string) => Promise<number> },
): Promise<void> {
  const large = bench.quick ? 200_000 : 1_000_000;
  const peaks: number[] = [];
  let seconds = 0;
  for (const rows of [10_000, large]) {
    const file = join(folder, `leads-${rows}.csv`);
    await writeFile(file, rows);
    await empty();
    global.gc?.();
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const begin = performance.now();
    await ours(file);
    clearInterval(timer);
    seconds = (performance.now() - begin) / 1000;
    peaks.push(peak);
  }
  const [small, big] = peaks as [number, number];
  bench.record({
    name: 'import-memory',
    what: `highest memory of the importing process at ${large.toLocaleString('en-US')} rows, divided by that at 10,000`,
    values: [big / small],
    unit: 'times',
    goal: { atMost: 1.2, text: 'at most 1.2x' },
    figures: {
      'MB at 10,000': Math.round(small / 2 ** 20),
      [`MB at ${large.toLocaleString('en-US')}`]: Math.round(big / 2 ** 20),
      'rows a second at the large size': Math.round(large / seconds),
    },
  });
}
