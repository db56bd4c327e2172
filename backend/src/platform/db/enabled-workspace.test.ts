import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { inItsTime } from './enabled-workspace';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const end = Date.parse('2026-01-05T09:00:00Z');
const workspacesAt = async (now: number): Promise<string[]> =>
  (
    await test.query<{ name: string }>(`select name from workspace where ${inItsTime('$1', 'id')} order by name`, [
      new Date(now),
    ])
  ).map(({ name }) => name);

it('an engine in a past works for the workspace whose past it is, that of the present for all others', async () => {
  for (const name of ['demo', 'other']) await test.query('insert into workspace (name) values ($1)', [name]);
  expect(await workspacesAt(end)).toEqual(['demo', 'other']);

  await test.query(`update workspace set history_until = $1 where name = 'demo'`, [new Date(end)]);
  expect(await workspacesAt(end - 1)).toEqual(['demo']);
  expect(await workspacesAt(end)).toEqual(['other']);
});

it('no workspace is read while none is in its past', async () => {
  await test.query('update workspace set history_until = null');
  const plan = await test.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off) select from campaign where ${inItsTime('$1')}`.replaceAll(
      '$1',
      `'${new Date(end).toISOString()}'`,
    ),
  );
  const lines = plan.map((row) => row['QUERY PLAN']);
  expect(lines.filter((line) => / on workspace /.test(line) && !line.includes('never executed'))).toEqual([]);
});
