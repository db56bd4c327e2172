import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { Client } from 'pg';

import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { compareWithBaseline, readReplacedMigrations, withReplaced } from './baseline';
import { migrationsAreCurrent, runMigrations } from './migrate';
import { migrationsFolder } from './migration';

const replaced = readReplacedMigrations();
let test: TestDatabase;

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

/** Makes the database look as the replaced migrations left it: their names, and functions that no file made. */
async function asMadeBy(names: readonly string[]): Promise<void> {
  await test.query('delete from _prisma_migrations where migration_name = any($1)', [replaced.baseline]);
  await test.query(
    `
      insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      select gen_random_uuid(), repeat('0', 64), name, now(), 1
      from unnest($1::text[]) name
    `,
    [names],
  );
  await test.query(`comment on function record_sent_mails is null`);
  await test.query(
    `create or replace function trigger_outcomes(p_counts jsonb) returns int language sql immutable as 'select 7'`,
  );
  await test.query(`comment on function trigger_outcomes is null`);
}

it('takes over a database that the replaced migrations made, with its data and the present functions', async () => {
  await asMadeBy(replaced.replaces);
  await test.query(`insert into workspace (name, plan_type) values ('Kept', 'pro')`);
  expect(await runMigrations({ url: test.url })).toEqual([
    'functions/trigger_outcomes.sql',
    'functions/record_sent_mails.sql',
  ]);
  expect(await test.query(`select trigger_outcomes('{"sent": 2}') as sent, name from workspace`)).toEqual([
    { sent: 2, name: 'Kept' },
  ]);
  const owner = new Client({ connectionString: test.url });
  await owner.connect();
  expect(await migrationsAreCurrent((sql) => owner.query(sql))).toBe(true);
  await owner.end();
  expect(await runMigrations({ url: test.url })).toEqual([]);
});

it('refuses a database that has only some of the replaced migrations, changes nothing, and says how to keep its data', async () => {
  await asMadeBy(replaced.replaces.slice(0, -2));
  const [last, another] = replaced.replaces.slice(-2);
  expect(last && another).toBeTruthy();
  await expect(runMigrations({ url: test.url })).rejects.toThrow(
    new RegExp(`too old .*it lacks ${last} and 1 more.*npm run backup -- FOLDER.*npm run restore -- FOLDER`),
  );
  expect(await test.query(`select trigger_outcomes('{}') as still`)).toEqual([{ still: 7 }]);
});

it('knows a new database, one of today and one of before', () => {
  const names = { baseline: ['b1', 'b2'], replaces: ['o1', 'o2'] };
  expect(compareWithBaseline([], names)).toEqual({ state: 'EMPTY' });
  expect(compareWithBaseline(['b1', 'b2', 'later'], names)).toEqual({ state: 'CURRENT' });
  expect(compareWithBaseline(['o1', 'o2'], names)).toEqual({ state: 'REPLACES' });
  expect(compareWithBaseline(['o1'], names)).toEqual({ state: 'TOO_OLD', missing: ['o2'] });
});

it('counts a backup of before as one that this version can restore', () => {
  const names = { baseline: ['b1', 'b2'], replaces: ['o1', 'o2'] };
  expect([...withReplaced(['b1', 'b2', 'later'], names)].sort()).toEqual(['b1', 'b2', 'later', 'o1', 'o2']);
  expect([...withReplaced(['b1'], names)]).toEqual(['b1']);
});

it('names migrations of the baseline that exist, and replaced ones that do not', () => {
  const exists = (name: string) => existsSync(join(migrationsFolder(), name));
  expect(replaced.baseline.filter((name) => !exists(name))).toEqual([]);
  expect(replaced.replaces.filter(exists)).toEqual([]);
});
