import { createTestDatabase, type TestDatabase } from '../testing/test-database';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.query(`
    create table thing (id integer primary key, body text not null);
    grant select on thing to skein_system;
    insert into thing values (1, 'one'), (2, 'two')
  `);
});

afterAll(() => test.drop());

const times = Array.from({ length: 30 }, (_, index) => index);

/** What the connection of a transaction has prepared, of the statements that hold a word. */
const preparedWith = (word: string) =>
  test.database.systemSql(async (sql) => {
    const { rows } = await sql.query<{ statement: string }>(
      `select statement from pg_prepared_statements where statement like '%${word}%' and statement not like '%pg_prepared%'`,
    );
    return rows.map((row) => row.statement);
  });

it('prepares what is asked often, through pg and through Prisma, and answers the same', async () => {
  for (const _ of times) {
    const { rows } = await test.database.systemSql((sql) =>
      sql.query<{ body: string }>('select body from thing where id = $1', [2]),
    );
    expect(rows).toEqual([{ body: 'two' }]);
    const one = await test.database.system(
      (tx) => tx.$queryRaw<{ body: string }[]>`select body as first from thing where id = ${1}`,
    );
    expect(one).toEqual([{ first: 'one' }]);
  }
  expect(await preparedWith('body from thing')).toHaveLength(1);
  expect(await preparedWith('body as first')).toHaveLength(1);
});

it('leaves alone what is asked once, what holds several statements, and what is asked for a list', async () => {
  for (const index of times) {
    await test.database.systemSql((sql) => sql.query(`select ${index} as rare from thing where id = $1`, [1]));
    await test.database.systemSql((sql) => sql.query('select 1 as several; select 2 as several'));
    await test.database.systemSql((sql) => sql.query('select 3 as listed from thing where id = any($1)', [[1, 2]]));
  }
  expect(await preparedWith('as rare')).toEqual([]);
  expect(await preparedWith('as several')).toEqual([]);
  expect(await preparedWith('as listed')).toEqual([]);
});

it('goes on when a table gets one more column', async () => {
  const read = () =>
    test.database.systemSql(async (sql) => (await sql.query('select * from thing where id = $1', [1])).rows);
  for (const _ of times) await read();
  await test.query(`alter table thing add column more integer not null default 7`);
  expect(await read()).toEqual([{ id: 1, body: 'one', more: 7 }]);
});
