import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';

let test: TestDatabase;
let workspaceId: number;
let campaignId: number;
let enrolmentId: number;

const readId = async (text: string, values: unknown[] = []): Promise<number> =>
  (await test.query<{ id: number }>(text, values))[0]?.id as number;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.query(`select create_event_partitions('2026-11-01'::date, 2)`);
  workspaceId = await readId(`insert into workspace (name) values ('Replies') returning id`);
  campaignId = await readId(`insert into campaign (workspace_id, name) values ($1, 'Campaign') returning id`, [
    workspaceId,
  ]);
});
afterAll(() => test.drop());

beforeEach(async () => {
  await test.query('delete from event');
  const leadId = await readId(
    `insert into lead (workspace_id, email, domain) values ($1, gen_random_uuid() || '@prospects.test', 'prospects.test') returning id`,
    [workspaceId],
  );
  enrolmentId = await readId(
    `insert into enrolment (workspace_id, campaign_id, lead_id) values ($1, $2, $3) returning id`,
    [workspaceId, campaignId, leadId],
  );
});

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

const addEvent = (kind: string, isFirst: boolean, query: Query = (text, values) => test.query(text, values)) =>
  query(
    `
      insert into event (workspace_id, campaign_id, enrolment_id, kind, at, is_first)
      values ($1, $2, $3, $4, '2026-11-${isFirst ? '02' : '03'}T09:00:00Z', $5)
    `,
    [workspaceId, campaignId, enrolmentId, kind, isFirst],
  );
const categorise = (category: number | null, query: Query = (text, values) => test.query(text, values)) =>
  query('update enrolment set category_id = $2 where id = $1', [enrolmentId, category]);
const categories = async () =>
  (
    await test.query<{ row: string }>(
      `select concat_ws(' ', kind, case when is_first then 'first' end, category_id) as row from event order by at, kind`,
    )
  ).map(({ row }) => row);

it('a first reply bears the category that its lead has, and follows it', async () => {
  await categorise(1);
  await addEvent('SENT', true);
  await addEvent('REPLY', true);
  await addEvent('REPLY', false);
  expect(await categories()).toEqual(['REPLY first 1', 'SENT first', 'REPLY']);
  await categorise(2);
  expect(await categories()).toEqual(['REPLY first 2', 'SENT first', 'REPLY']);
  await categorise(null);
  expect(await categories()).toEqual(['REPLY first', 'SENT first', 'REPLY']);
});

it('a reply without a lead has no category', async () => {
  await categorise(1);
  await addEvent('REPLY', true);
  await test.query('update event set enrolment_id = null');
  expect(await categories()).toEqual(['REPLY first']);
  await test.query('update event set enrolment_id = $1', [enrolmentId]);
  expect(await categories()).toEqual(['REPLY first 1']);
  await test.query('delete from enrolment where id = $1', [enrolmentId]);
  expect(await categories()).toEqual(['REPLY first']);
});

describe('while somebody else changes the category of the lead', () => {
  let first: Client;
  let second: Client;
  beforeEach(async () => {
    first = new Client({ connectionString: test.url });
    second = new Client({ connectionString: test.url });
    await Promise.all([first.connect(), second.connect()]);
    await Promise.all([first.query('begin'), second.query('begin')]);
  });
  afterEach(() => Promise.all([first.end(), second.end()]));
  /** Until the second connection waits for the first. */
  const secondWaits = async () => {
    const { processID } = second as unknown as { processID: number };
    let waits = false;
    while (!waits) {
      const rows = await test.query<{ waits: boolean }>('select cardinality(pg_blocking_pids($1)) > 0 as waits', [
        processID,
      ]);
      waits = rows[0]?.waits === true;
    }
  };

  it('a reply waits for the new category', async () => {
    await categorise(2, (text, values) => first.query(text, values));
    const reply = addEvent('REPLY', true, (text, values) => second.query(text, values));
    await secondWaits();
    await first.query('commit');
    await reply;
    await second.query('commit');
    expect(await categories()).toEqual(['REPLY first 2']);
  });

  it('a category waits for the reply', async () => {
    await addEvent('REPLY', true, (text, values) => first.query(text, values));
    const change = categorise(2, (text, values) => second.query(text, values));
    await secondWaits();
    await first.query('commit');
    await change;
    await second.query('commit');
    expect(await categories()).toEqual(['REPLY first 2']);
  });
});
