import { createTestDatabase, type TestDatabase } from './test-database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('to log in costs a single hash', async () => {
  const [role] = await database.query<{ stored: string }>(
    `select split_part(rolpassword, ':', 1) as stored from pg_authid where rolname = current_user`,
  );
  expect(role?.stored).toBe('SCRAM-SHA-256$1');
});

test('a connection of the owner that is lost is replaced', async () => {
  const { rows } = await database.owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const lost = new Promise((resolve) => {
    database.owner.once('error', resolve);
  });
  await database.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await lost;
  const next = await database.owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  expect(next.rows[0]?.pid).not.toBe(rows[0]?.pid);
});
