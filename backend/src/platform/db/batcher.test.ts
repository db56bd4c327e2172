import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { createBatcher } from './batcher';

let source: TestDatabase;

beforeAll(async () => {
  source = await createTestDatabase();
  await source.query('create table outcome (id int primary key, transaction bigint not null)');
  await source.query('grant all on outcome to skein_system');
});
afterAll(async () => {
  await source.drop();
});

const write = (ids: number[]) =>
  source.database.systemSql(async (sql) => {
    for (const id of ids) await sql.query('insert into outcome values ($1, txid_current())', [id]);
    return ids;
  });

test('does what comes at the same time in one transaction, and one that fails takes no other with it', async () => {
  const gather = createBatcher<number, number>({
    most: 32,
    together: write,
    alone: async (id) => (await write([id]))[0] as number,
  });
  expect(await Promise.all([1, 2, 3, 4, 5].map(gather))).toEqual([1, 2, 3, 4, 5]);
  const rows = await source.query<{ transaction: string }>('select * from outcome');
  expect(rows).toHaveLength(5);
  expect(new Set(rows.map((row) => row.transaction)).size).toBe(1);

  // 3 is there already: its own promise is refused, the others are durable.
  const results = await Promise.allSettled([6, 7, 3, 8].map(gather));
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await source.query('select id from outcome order by id')).toHaveLength(8);
});

test('begins when everybody who was expected has come, and takes no more than it may', async () => {
  const batches: number[][] = [];
  const together = async (items: number[]) => {
    batches.push(items);
    return items;
  };
  const gather = createBatcher<number, number>({
    most: 3,
    expected: () => 5,
    patience: 60_000,
    together,
    alone: async (item) => item,
  });
  const first = [1, 2].map(gather);
  await new Promise((resolve) => setImmediate(resolve));
  expect(batches).toEqual([]);
  await Promise.all([...first, gather(3)]);
  expect(batches).toEqual([[1, 2, 3]]);
});
