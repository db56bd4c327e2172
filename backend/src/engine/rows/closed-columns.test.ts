import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { closedColumns } from './closed-columns';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The values that the check of a column lets in, whatever else its table checks; null where none closes it. */
async function checkedValues(table: string, column: string): Promise<string[] | null> {
  const found = await database.query<{ text: string }>(
    `
      select pg_get_constraintdef(c.oid) as text
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
      where c.conrelid = $1::regclass and c.contype = 'c' and c.convalidated and a.attname = $2
    `,
    [table, column],
  );
  const one = `'(.*)'::text`;
  const several = `ANY \\('\\{(.*)\\}'::text\\[\\]\\)`;
  const list = new RegExp(`^CHECK \\(\\(${column} = (?:${one}|${several})\\)\\)$`).exec(found[0]?.text ?? '');
  return list && found.length === 1 ? (list[1] ?? (list[2] as string)).split(',') : null;
}

const columns = Object.entries(closedColumns).flatMap(([table, lists]) =>
  Object.entries(lists).map(([column, values]) => [table, column, values as readonly string[]] as const),
);

it.each(columns)('%s.%s holds what the code lists, and nothing else', async (table, column, values) => {
  expect((await checkedValues(table, column))?.toSorted()).toEqual([...new Set(values)].toSorted());
});

/** Columns of the four tables that say what a row is, and the reason for which one is not closed. */
const named = /(^|_)(status|state|reason|kind|code|class|type|method)$/;
const open: Readonly<Record<string, string>> = {
  'intent.smtp_code': 'The number of an SMTP reply.',
};

it('every status, kind and reason of the four tables is closed', async () => {
  const rows = await database.query<{ name: string; column: string }>(
    `
      select table_name as name, column_name as column
      from information_schema.columns
      where table_schema = 'public' and table_name = any($1)
    `,
    [Object.keys(closedColumns)],
  );
  const closed = new Set(columns.map(([table, column]) => `${table}.${column}`));
  const found = rows.filter(({ column }) => named.test(column)).map(({ name, column }) => `${name}.${column}`);
  expect(found.filter((name) => !closed.has(name)).toSorted()).toEqual(Object.keys(open));
});
