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

interface Added {
  rows: readonly (readonly [dimension: string, id: number, bucket: string, count: number])[];
  axis?: string;
  setting?: string;
}

/** Adds openings as versions before do: quarters of an hour alone, or, with the setting `on`, days of single kinds as well. */
const add = ({ rows, axis = 'sent', setting = '' }: Added) =>
  test.query(
    `
      insert into event_rollup as r (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count)
      select $1, g.dimension, g.id, $3, g.bucket, 'OPEN', g.count, 1
      from jsonb_to_recordset($2::jsonb) as g(dimension text, id int, bucket timestamptz, count int)
      where set_config('app.sums_days', $4, true) = $4
      on conflict (workspace_id, dimension, dimension_id, axis, bucket, kind)
      do update set count = r.count + excluded.count, first_count = r.first_count + excluded.first_count
    `,
    [
      workspaceId,
      JSON.stringify(rows.map(([dimension, id, bucket, count]) => ({ dimension, id, bucket, count }))),
      axis,
      setting,
    ],
  );

/** Days by kind with both counts, and whole days with opens, leads that opened, and emails sent. */
const days = async () =>
  (
    await test.query<{ row: string }>(
      `
        select concat_ws(' ', dimension, dimension_id, axis, to_char(bucket at time zone 'UTC', 'MM-DD HH24:MI'),
          case kind when 'ALL' then concat_ws(' ', 'opens', opens, 'opened', opened, 'sent', sent)
            else concat_ws(' ', kind, count, first_count) end) as row
        from event_rollup
        where axis in ('event_day', 'sent_day')
        order by 1
      `,
    )
  ).map(({ row }) => row);

it('quarters of an hour alone are summed to days of UTC, by kind and as a whole', async () => {
  await add({
    rows: [
      ['workspace', 0, '2026-11-02T23:45:00Z', 2],
      ['workspace', 0, '2026-11-02T00:00:00Z', 3],
      ['campaign', 7, '2026-11-03T00:00:00Z', 1],
      ['step', 9, '2026-11-03T00:00:00Z', 1],
    ],
  });
  expect(await days()).toEqual([
    'campaign 7 sent_day 11-03 00:00 OPEN 1 1',
    'campaign 7 sent_day 11-03 00:00 opens 1 opened 1 sent 0',
    'workspace 0 sent_day 11-02 00:00 OPEN 5 2',
    'workspace 0 sent_day 11-02 00:00 opens 5 opened 2 sent 0',
  ]);
  // One bucket that is there, and one that is not.
  await add({
    rows: [
      ['workspace', 0, '2026-11-02T23:45:00Z', 10],
      ['workspace', 0, '2026-11-02T12:00:00Z', 100],
    ],
  });
  expect((await days()).slice(2)).toEqual([
    'workspace 0 sent_day 11-02 00:00 OPEN 115 4',
    'workspace 0 sent_day 11-02 00:00 opens 115 opened 4 sent 0',
  ]);
  await test.query(
    `update event_rollup set count = count - 10 where bucket = '2026-11-02T23:45:00Z' and axis = 'sent'`,
  );
  expect((await days()).slice(2)).toEqual([
    'workspace 0 sent_day 11-02 00:00 OPEN 105 4',
    'workspace 0 sent_day 11-02 00:00 opens 105 opened 4 sent 0',
  ]);
});

it('the days of single kinds that the version before writes are summed to whole days', async () => {
  const rows = [['workspace', 0, '2026-11-02T00:00:00Z', 2]] as const;
  await add({ rows, axis: 'sent_day', setting: 'on' });
  await add({ rows: [['workspace', 0, '2026-11-02T23:45:00Z', 2]], setting: 'on' });
  await add({ rows, axis: 'sent_day', setting: 'on' });
  expect(await days()).toEqual([
    'workspace 0 sent_day 11-02 00:00 OPEN 4 2',
    'workspace 0 sent_day 11-02 00:00 opens 4 opened 2 sent 0',
  ]);
});

it('who sums days says so, and they are summed once', async () => {
  await add({ rows: [['workspace', 0, '2026-11-02T23:45:00Z', 2]], setting: 'all' });
  await add({ rows: [['workspace', 0, '2026-11-03T00:00:00Z', 2]], axis: 'sent_day', setting: 'all' });
  expect(await days()).toEqual(['workspace 0 sent_day 11-03 00:00 OPEN 2 1']);
});
