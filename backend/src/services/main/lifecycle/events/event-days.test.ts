import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';

let test: TestDatabase;
let workspaceId: number;

beforeAll(async () => {
  test = await createTestDatabase();
  const [row] = await test.query<{ id: number }>(`insert into workspace (name) values ('Days') returning id`);
  workspaceId = row?.id as number;
});
afterAll(() => test.drop());
beforeEach(() => test.query('delete from event_rollup'));

/** Adds as the version before does: quarters of an hour alone. */
const add = (
  rows: readonly (readonly [dimension: string, id: number, bucket: string, count: number])[],
  before = 'true',
) =>
  test.query(
    `
      insert into event_rollup as r (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count)
      select $1, g.dimension, g.id, 'sent', g.bucket, 'OPEN', g.count, 1
      from jsonb_to_recordset($2::jsonb) as g(dimension text, id int, bucket timestamptz, count int)
      where ${before}
      on conflict (workspace_id, dimension, dimension_id, axis, bucket, kind)
      do update set count = r.count + excluded.count, first_count = r.first_count + excluded.first_count
    `,
    [workspaceId, JSON.stringify(rows.map(([dimension, id, bucket, count]) => ({ dimension, id, bucket, count })))],
  );

const days = async () =>
  (
    await test.query<{ row: string }>(
      `
        select concat_ws(' ', dimension, dimension_id, axis, to_char(bucket at time zone 'UTC', 'MM-DD HH24:MI'), count, first_count) as row
        from event_rollup
        where axis in ('event_day', 'sent_day')
        order by 1
      `,
    )
  ).map(({ row }) => row);

it('what the version before counts by quarters of an hour is summed to days of UTC', async () => {
  await add([
    ['workspace', 0, '2026-11-02T23:45:00Z', 2],
    ['workspace', 0, '2026-11-02T00:00:00Z', 3],
    ['campaign', 7, '2026-11-03T00:00:00Z', 1],
    ['step', 9, '2026-11-03T00:00:00Z', 1],
  ]);
  expect(await days()).toEqual(['campaign 7 sent_day 11-03 00:00 1 1', 'workspace 0 sent_day 11-02 00:00 5 2']);
  // One bucket that is there, and one that is not.
  await add([
    ['workspace', 0, '2026-11-02T23:45:00Z', 10],
    ['workspace', 0, '2026-11-02T12:00:00Z', 100],
  ]);
  expect(await days()).toEqual(['campaign 7 sent_day 11-03 00:00 1 1', 'workspace 0 sent_day 11-02 00:00 115 4']);
  await test.query(
    `update event_rollup set count = count - 10 where bucket = '2026-11-02T23:45:00Z' and axis = 'sent'`,
  );
  expect(await days()).toContain('workspace 0 sent_day 11-02 00:00 105 4');
});

it('who writes days as well has them summed once', async () => {
  await add([['workspace', 0, '2026-11-02T23:45:00Z', 2]], `set_config('app.sums_days', 'on', true) = 'on'`);
  expect(await days()).toEqual([]);
  await add([['workspace', 0, '2026-11-02T23:45:00Z', 2]]);
  expect(await days()).toEqual(['workspace 0 sent_day 11-02 00:00 2 1']);
});
