import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a block list that is imported in one statement into an empty list reads none of it again for each row', async () => {
  const [workspace] = await database.query<{ id: number }>(`insert into workspace (name) values ('Bulk') returning id`);
  await database.query('begin');
  await database.query(
    `
      insert into suppression (workspace_id, kind, value, source)
      select $1, 'email', 'blocked.' || n || '@elsewhere.test', 'import'
      from generate_series(1, 1000) n
    `,
    [workspace?.id],
  );
  const [read] = await database.query<{ rows: string }>(
    `select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'suppression'`,
  );
  await database.query('commit');
  expect(Number(read?.rows)).toBeLessThan(2_000);
});
