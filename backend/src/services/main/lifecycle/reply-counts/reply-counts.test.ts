import { Client } from 'pg';
import { fixedCategories, systemCategories } from '@skein/contracts/constants';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { sumReplyCounts } from './reply-counts.store';

let test: TestDatabase;
let workspaceId: number;
let campaignId: number;
let enrolmentId: number;
let ownCategory: number;
let day = 1;

type Query = (text: string, values?: unknown[]) => Promise<unknown>;
const query: Query = (text, values) => test.query(text, values);
const readId = async (text: string, values: unknown[] = []): Promise<number> =>
  (await test.query<{ id: number }>(text, values))[0]?.id as number;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.query(`select create_event_partitions('2026-11-01'::date, 2)`);
});
afterAll(() => test.drop());
beforeEach(async () => {
  workspaceId = await readId(`insert into workspace (name) values ('Replies') returning id`);
  campaignId = await readId(`insert into campaign (workspace_id, name) values ($1, 'Campaign') returning id`, [
    workspaceId,
  ]);
  ownCategory = await readId(
    `insert into lead_category (workspace_id, name, sentiment) values ($1, 'Warm', 'positive') returning id`,
    [workspaceId],
  );
  enrolmentId = await enrol();
});
afterEach(async () => {
  await test.query('delete from bulk_run');
  for (const table of ['event', 'reply_count', 'event_rollup', 'workspace']) await test.query(`delete from ${table}`);
});

async function enrol(): Promise<number> {
  const leadId = await readId(
    `insert into lead (workspace_id, email, domain) values ($1, gen_random_uuid() || '@prospects.test', 'prospects.test') returning id`,
    [workspaceId],
  );
  return readId(`insert into enrolment (workspace_id, campaign_id, lead_id) values ($1, $2, $3) returning id`, [
    ...[workspaceId, campaignId, leadId],
  ]);
}

/** A reply on a day of its own, to an email of three days before. */
const reply = (by: Query = query, { of = enrolmentId, isFirst = true } = {}) => {
  day += 1;
  return by(
    `
      insert into event (workspace_id, campaign_id, mailbox_id, enrolment_id, kind, at, sent_at, is_first)
      select $1, $2, 77, $3, 'REPLY', t.at, t.at - interval '3 days', $5
      from (select '2026-11-01T23:30:00Z'::timestamptz + $4 * interval '1 day' as at) t
    `,
    [workspaceId, campaignId, of, day % 25, isFirst],
  );
};
const categorise = (category: number | null, by: Query = query, of = enrolmentId) =>
  by('update enrolment set category_id = $2 where id = $1', [of, category]);
const mean = (sentiment: string, by: Query = query) =>
  by('update lead_category set sentiment = $2 where id = $1', [ownCategory, sentiment]);

/** Days and what was noted since, against a recount of the replies by the categories of their leads. */
const difference = `
  with of_replies as (
    select v.workspace_id, v.campaign_id, v.mailbox_id, v.at, v.sent_at, e.category_id = 2 as is_meeting
    from event v
    join enrolment e on e.id = v.enrolment_id
    where v.kind = 'REPLY' and v.is_first
      and (
        e.category_id in (1, 2, 5)
        or e.category_id in (select k.id from lead_category k where k.workspace_id = v.workspace_id and k.sentiment = 'positive')
      )
  )
  select workspace_id, dimension, dimension_id, axis, bucket, sum(positive)::int as positive, sum(meetings)::int as meetings
  from (
    select workspace_id, dimension, dimension_id, axis, bucket, positive, meetings from reply_count
    union all
    select workspace_id, dimension, dimension_id, axis, bucket, coalesce(positive, 0), coalesce(meetings, 0)
    from event_rollup
    where kind = 'ALL'
    union all
    select r.workspace_id, d.name, d.id, a.name, date_trunc('day', a.moment, 'UTC'), -1, -is_meeting::int
    from of_replies r
    cross join lateral (values ('workspace', 0), ('campaign', r.campaign_id), ('mailbox', r.mailbox_id)) d(name, id)
    cross join lateral (values ('event_day', r.at), ('sent_day', r.sent_at)) a(name, moment)
    where d.id is not null
  ) x
  group by 1, 2, 3, 4, 5
  having sum(positive) <> 0 or sum(meetings) <> 0
`;
const exact = async () => expect(await test.query(difference)).toEqual([]);
const sum = () => sumReplyCounts(test.database);
/** What is counted of the workspace, by the days of what happened, and how many parts are still to be summed. */
const counted = async () =>
  (
    await test.query<{ positive: number; meetings: number; parts: number }>(
      `
        select coalesce(sum(positive), 0)::int as positive, coalesce(sum(meetings), 0)::int as meetings,
          (select count(*)::int from reply_count) as parts
        from (
          select positive, meetings from reply_count where dimension = 'workspace' and axis = 'event_day'
          union all
          select positive, meetings from event_rollup where dimension = 'workspace' and axis = 'event_day' and kind = 'ALL'
        ) s
      `,
    )
  )[0];

it('the database knows which fixed categories are positive, and which one asks for a meeting', async () => {
  for (const { id, name, sentiment } of [...fixedCategories, ...systemCategories])
    expect(await test.query('select * from category_counts($1, $2)', [workspaceId, id])).toEqual([
      { positive: Number(sentiment === 'positive'), meetings: Number(name === 'Meeting Request') },
    ]);
});

it('counts first replies through everything that happens to them, and the days take over what was noted', async () => {
  await reply();
  expect(await counted()).toEqual({ positive: 0, meetings: 0, parts: 0 });
  await categorise(2);
  await reply(query, { isFirst: false });
  await exact();
  expect(await counted()).toEqual({ positive: 1, meetings: 1, parts: 6 });
  await sum();
  await exact();
  expect(await counted()).toEqual({ positive: 1, meetings: 1, parts: 0 });
  // One whose lead has its category already, and one with another meaning.
  const other = await enrol();
  await categorise(5, query, other);
  await reply(query, { of: other });
  await categorise(3);
  await exact();
  expect(await counted()).toMatchObject({ positive: 1, meetings: 0 });
  await sum();
  await exact();
  // It is withdrawn, or its lead leaves: erased, or with its campaign.
  await test.query('update event set enrolment_id = null where enrolment_id = $1', [other]);
  await exact();
  await categorise(1);
  await test.query('delete from event where enrolment_id = $1', [enrolmentId]);
  await exact();
  expect(await counted()).toMatchObject({ positive: 0, meetings: 0 });
  await reply();
  await exact();
  await test.query('delete from campaign where id = $1', [campaignId]);
  await exact();
  await sum();
  await exact();
  expect(await counted()).toEqual({ positive: 0, meetings: 0, parts: 0 });
});

it('a category of the workspace counts for what it means today', async () => {
  await reply();
  await categorise(ownCategory);
  await exact();
  expect(await counted()).toMatchObject({ positive: 1, meetings: 0 });
  await sum();
  await mean('negative');
  await exact();
  expect(await counted()).toMatchObject({ positive: 0 });
  await test.query(`update lead_category set name = 'Warmer' where id = $1`, [ownCategory]);
  await mean('positive');
  await exact();
  await test.query('update enrolment set category_id = null where category_id = $1', [ownCategory]);
  await test.query('delete from lead_category where id = $1', [ownCategory]);
  await exact();
  expect(await counted()).toMatchObject({ positive: 0 });
});

it('events that are added to a day afterwards count as before', async () => {
  await reply();
  await categorise(1);
  await sum();
  expect(
    await test.query(
      `select sent + opens as others, positive from event_rollup where dimension = 'campaign' and axis = 'event_day'`,
    ),
  ).toEqual([{ others: 0, positive: 1 }]);
});

it('a workspace keeps its own figures', async () => {
  await reply();
  await categorise(1);
  const [other] = await test.query<{ id: number }>(`insert into workspace (name) values ('Other') returning id`);
  const seen = (id: number) =>
    test.database.tenantSql(id, async (sql) => (await sql.query('select from reply_count')).rowCount);
  expect(await seen(workspaceId)).toBe(6);
  expect(await seen(other?.id as number)).toBe(0);
});

it('waits with a workspace while the rows of an archive come in, and not for an archive that was refused', async () => {
  const other = await enrol();
  await reply();
  await reply(query, { of: other });
  await categorise(1);
  const run = await readId(
    `
      insert into bulk_run (workspace_id, kind, status, place)
      values ($1, 'WORKSPACE_IMPORT', 'FAILED', '{"stage": "ROWS", "table": 0, "line": 0}')
      returning id
    `,
    [workspaceId],
  );
  await sum();
  expect(await counted()).toMatchObject({ parts: 6 });
  await test.query(`update bulk_run set place = '{"stage": "FILES", "file": 0}' where id = $1`, [run]);
  await sum();
  await exact();
  expect(await counted()).toEqual({ positive: 1, meetings: 0, parts: 0 });
  await test.query('update bulk_run set place = null where id = $1', [run]);
  await categorise(1, query, other);
  await sum();
  await exact();
  expect(await counted()).toEqual({ positive: 2, meetings: 0, parts: 0 });
});

describe('at the same time', () => {
  let clients: Client[];
  let first: Query;
  let second: Query;
  beforeEach(async () => {
    clients = [new Client({ connectionString: test.url }), new Client({ connectionString: test.url })];
    for (const client of clients) {
      await client.connect();
      await client.query('begin');
    }
    [first, second] = clients.map(
      (client): Query =>
        (text, values) =>
          client.query(text, values),
    ) as [Query, Query];
  });
  afterEach(async () => {
    for (const client of clients) await client.end();
  });
  /** Until the second connection waits for the first. */
  const secondWaits = async () => {
    const { processID } = clients[1] as unknown as { processID: number };
    const waits = async () =>
      (await test.query<{ waits: boolean }>('select cardinality(pg_blocking_pids($1)) > 0 as waits', [processID]))[0]
        ?.waits === true;
    while (!(await waits()));
  };

  it('two people change the categories of two leads whose replies share their days, in either order', async () => {
    const other = await enrol();
    for (const lead of [enrolmentId, other]) {
      await reply(query, { of: lead });
      day -= 1;
    }
    await categorise(1, first);
    await categorise(2, second, other);
    // Neither has waited, though all six days are the same.
    await second('commit');
    await first('commit');
    await exact();
    expect(await counted()).toMatchObject({ positive: 2, meetings: 1 });
  });

  it('a reply waits for the new category of its lead', async () => {
    await categorise(1, first);
    const arrives = reply(second);
    await secondWaits();
    await first('commit');
    await arrives;
    await second('commit');
    await exact();
    expect(await counted()).toMatchObject({ positive: 1 });
  });

  it('a lead gets a category that is just being given another meaning', async () => {
    await reply();
    await mean('negative', first);
    const change = categorise(ownCategory, second);
    await secondWaits();
    await first('commit');
    await change;
    await second('commit');
    await exact();
    expect(await counted()).toMatchObject({ positive: 0 });
  });

  it('a category is given another meaning while a lead is getting it', async () => {
    await reply();
    await categorise(ownCategory, first);
    const change = mean('negative', second);
    await secondWaits();
    await first('commit');
    await change;
    await second('commit');
    await exact();
    expect(await counted()).toMatchObject({ positive: 0 });
  });

  it('days are summed while somebody changes a category, and what that came to is summed the next time', async () => {
    await reply();
    await categorise(1);
    const other = await enrol();
    await reply(query, { of: other });
    await categorise(2, first, other);
    await sum();
    expect(await counted()).toEqual({ positive: 1, meetings: 0, parts: 0 });
    await first('commit');
    await exact();
    await sum();
    await exact();
    expect(await counted()).toEqual({ positive: 2, meetings: 1, parts: 0 });
  });

  it('two jobs sum each part once', async () => {
    await reply();
    await categorise(1);
    // The first has taken all six, and the second leaves them to it.
    await first('select from reply_count for update');
    await sum();
    expect(await counted()).toMatchObject({ parts: 6 });
    await first('commit');
    await Promise.all([sum(), sum()]);
    await exact();
    expect(await counted()).toEqual({ positive: 1, meetings: 0, parts: 0 });
  });
});
