import { createTestDatabase, type TestDatabase } from '../../../../platform/testing/test-database';
import { createSettler } from './settle-together';

let source: TestDatabase;

beforeAll(async () => {
  source = await createTestDatabase();
  await source.query('create table outcome (id int primary key, transaction bigint not null)');
  await source.query('grant all on outcome to skein_system');
});
afterAll(async () => { await source.drop(); });

test('writes what comes at the same time in one transaction, and one that fails takes no other with it', async () => {
  const settle = createSettler(source.database);
  const write = (id: number) => settle({ mailboxId: id, write: async (sql) => void (await sql.query('insert into outcome values ($1, txid_current())', [id])) });
  await Promise.all([1, 2, 3, 4, 5].map(write));
  const rows = await source.query<{ id: number; transaction: string }>('select * from outcome order by id');
  expect(rows).toHaveLength(5);
  // The first begins at once, the others wait for it together.
  expect(new Set(rows.slice(1).map((row) => row.transaction)).size).toBe(1);

  // 3 is there already: its own promise is refused, the others are durable.
  const results = await Promise.allSettled([6, 7, 3, 8].map(write));
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await source.query('select id from outcome order by id')).toHaveLength(8);
});
