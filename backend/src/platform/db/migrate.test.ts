import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

import { createEmptyDatabase } from '../testing/test-database';
import { runMigrations } from './migrate';

let folder: string;
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skein-migrations-'));
  empty = await createEmptyDatabase();
});

afterEach(async () => {
  await empty.drop();
  await rm(folder, { recursive: true, force: true });
});

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), sql);
}

async function rowsOf(sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: empty.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

it('applies what is missing in order, once, also when two processes start together', async () => {
  await write('1_first', 'create table a (id int);');
  await write('2_second', 'alter table a add column b text;');
  const results = await Promise.all([1, 2].map(() => runMigrations({ url: empty.url, folder })));
  expect(results.map((names) => names.length).sort()).toEqual([0, 2]);
  expect(
    await rowsOf(
      'select migration_name, applied_steps_count, length(checksum) as length from _prisma_migrations order by 1',
    ),
  ).toEqual([
    { migration_name: '1_first', applied_steps_count: 1, length: 64 },
    { migration_name: '2_second', applied_steps_count: 1, length: 64 },
  ]);
});

it('undoes a failed migration whole and names it', async () => {
  await write('1_broken', 'create table kept (id int); select nonsense;');
  await expect(runMigrations({ url: empty.url, folder })).rejects.toThrow(
    /The migration 1_broken failed: column "nonsense"/,
  );
  expect(await rowsOf(`select to_regclass('kept') as found`)).toEqual([{ found: null }]);
});

it('refuses an applied migration that was edited', async () => {
  await write('1_first', 'create table a (id int);');
  await runMigrations({ url: empty.url, folder });
  await write('1_first', 'create table a (id bigint);');
  await expect(runMigrations({ url: empty.url, folder })).rejects.toThrow(/was changed after it had been applied/);
});

it('runs a no-transaction migration statement by statement', async () => {
  await write('1_first', 'create table a (id int);');
  await write(
    '2_index',
    `
      -- no-transaction
      create index concurrently if not exists a_id on a (id);
      create index concurrently if not exists a_id2 on a (id);
    `,
  );
  await runMigrations({ url: empty.url, folder });
  expect(await rowsOf(`select count(*)::int as count from pg_indexes where tablename = 'a'`)).toEqual([{ count: 2 }]);
});

it('makes an index beside others although a second process waits for its turn meanwhile', async () => {
  await write('1_first', 'create table a (id int);');
  // The sleep lets the second process come to where it waits.
  await write(
    '2_index',
    `
    -- no-transaction
    select pg_sleep(0.3);
    create index concurrently a_id on a (id);
  `,
  );
  const results = await Promise.all([1, 2].map(() => runMigrations({ url: empty.url, folder })));
  expect(results.map((names) => names.length).sort()).toEqual([0, 2]);
  expect(await rowsOf(`select indisvalid from pg_index where indexrelid = 'a_id'::regclass`)).toEqual([
    { indisvalid: true },
  ]);
});

it('lets those who use a table pass while it waits for a long report, and changes it when the report is done', async () => {
  await write('1_first', 'create table a (id int);');
  await runMigrations({ url: empty.url, folder });
  await write('2_column', 'alter table a add column b text;');
  const report = new Client({ connectionString: empty.url });
  await report.connect();
  await report.query('begin; select * from a');
  let isApplied = false;
  const upgrade = runMigrations({ url: empty.url, folder }).then((names) => {
    isApplied = true;
    return names;
  });
  const isWaiting = async () =>
    (
      await rowsOf(
        `
          select 1
          from pg_stat_activity
          where application_name = 'skein-migrate'
            and wait_event_type = 'Lock'
            and datname = current_database()
        `,
      )
    ).length > 0;
  while (!(await isWaiting()));
  // Behind the change, which stands behind the report.
  await rowsOf('insert into a values (1)');
  expect(isApplied).toBe(false);
  await report.end();
  expect(await upgrade).toEqual(['2_column']);
  expect(await rowsOf('select * from a')).toEqual([{ id: 1, b: null }]);
});

describe('functions', () => {
  const functions = () => join(folder, 'functions');
  const writeFunction = async (name: string, sql: string) => {
    await mkdir(functions(), { recursive: true });
    await writeFile(join(functions(), `${name}.sql`), sql);
  };
  const run = () => runMigrations({ url: empty.url, folder: join(folder, 'migrations'), functions: functions() });
  const returning = (name: string, value: string) =>
    `create or replace function ${name}() returns int language sql as $$ select ${value} $$;`;

  beforeEach(() => write('migrations/1_first', 'create table a (id int);'));

  it('applies a file when it is new and when it changed, and removes what has no file any more', async () => {
    await writeFunction('one', returning('one', '1'));
    await writeFunction('two', returning('two', 'one() + 1'));
    expect(await run()).toEqual(['1_first', 'functions/one.sql', 'functions/two.sql']);
    expect(await run()).toEqual([]);
    await writeFunction('one', returning('one', '10'));
    expect(await run()).toEqual(['functions/one.sql']);
    expect(await rowsOf('select two()')).toEqual([{ two: 11 }]);
    await rm(join(functions(), 'two.sql'));
    expect(await run()).toEqual(['without functions/two.sql']);
    expect(await rowsOf(`select to_regproc('two') as found`)).toEqual([{ found: null }]);
  });

  it('makes a trigger on a table that a migration of the same start makes', async () => {
    await writeFunction(
      'mark',
      'create function mark() returns trigger language plpgsql as $$ begin new.id := 7; return new; end $$;',
    );
    await writeFunction(
      'a.mark_it',
      'create or replace trigger mark_it before insert on a for each row execute function mark();',
    );
    await run();
    expect(await rowsOf('insert into a values (1) returning id')).toEqual([{ id: 7 }]);
  });

  it('applies a function before the migration that names it', async () => {
    await writeFunction('one', returning('one', '1'));
    await write('migrations/2_uses', 'alter table a add column b int not null default one();');
    expect(await run()).toEqual(['1_first', 'functions/one.sql', '2_uses']);
  });

  it('makes the triggers that a migration names in its transaction, before one that runs alone', async () => {
    await writeFunction(
      'mark',
      'create function mark() returns trigger language plpgsql as $$ begin return new; end $$;',
    );
    await writeFunction('a.mark_it', 'create trigger mark_it before insert on a for each row execute function mark();');
    await writeFunction('one', returning('one', '1'));
    await write('migrations/2_counts', '-- triggers: a.mark_it\nalter table a add column b int;');
    await write('migrations/3_alone', '-- no-transaction\ncreate index concurrently a_id on a (id);\n');
    expect(await run()).toEqual([
      ...['1_first', '2_counts', 'functions/mark.sql', 'functions/a.mark_it.sql', '3_alone', 'functions/one.sql'],
    ]);
  });

  it('undoes the migrations of a start whose function fails, and names the file', async () => {
    await writeFunction('one', 'create function one() returns nothing_known language sql as $$ select 1 $$;');
    await expect(run()).rejects.toThrow(
      /backend\/prisma\/functions\/one\.sql failed: type "nothing_known" does not exist/,
    );
    expect(await rowsOf(`select to_regclass('a') as found`)).toEqual([{ found: null }]);
  });

  it('refuses other arguments under the same name, because running processes still call the old ones', async () => {
    await writeFunction('one', returning('one', '1'));
    await run();
    await writeFunction('one', 'create or replace function one(p int) returns int language sql as $$ select p $$;');
    await expect(run()).rejects.toThrow(/other arguments than before/);
    expect(await rowsOf('select one()')).toEqual([{ one: 1 }]);
  });

  it('leaves the functions of a newer version alone', async () => {
    await writeFunction('one', returning('one', '2'));
    await write('migrations/2_newer', 'create table b (id int);');
    await run();
    await rm(join(folder, 'migrations', '2_newer'), { recursive: true });
    await writeFunction('one', returning('one', '1'));
    expect(await run()).toEqual([]);
    expect(await rowsOf('select one()')).toEqual([{ one: 2 }]);
  });
});
