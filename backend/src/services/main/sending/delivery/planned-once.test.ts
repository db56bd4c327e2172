import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { readMailboxUse } from './mailbox-use.store';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** PostgreSQL plans for the values of the first five; after those, once for all, if it takes that for as good. */
const asked = 7;

test('what a round asks about its mailboxes is planned once a connection', async () => {
  const campaign = { id: '1', schedule: { timeZone: 'UTC' } };
  const plans = await database.database.systemSql(async (sql) => {
    for (let times = 0; times < asked; times += 1)
      await readMailboxUse(sql, campaign, [{ id: 1, time_zone: 'UTC' }], Date.UTC(2026, 10, 30));
    const { rows } = await sql.query<{ statement: string; generic_plans: number }>(
      'select statement, generic_plans::int from pg_prepared_statements',
    );
    return rows;
  });
  expect(plans).toHaveLength(4);
  for (const { statement, generic_plans: generic } of plans)
    expect({ statement, generic }).toMatchObject({ generic: 2 });
});

test('why a mail may not leave is planned once a connection', async () => {
  const settings = await database.query<{ settings: string[] }>(
    `select proconfig as settings from pg_proc where proname = 'sending_refusals'`,
  );
  expect(settings).toEqual([{ settings: ['plan_cache_mode=force_generic_plan'] }]);
});
