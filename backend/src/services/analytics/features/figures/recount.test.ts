import { sumReplyCounts } from '#lifecycle/reply-counts/reply-counts.store';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import { recountFilters } from '../../testing/recount-env';
import { makeHistory, seededRandom, type History } from '../../testing/random-history';
import { countEvents } from './count-events.store';
import { scopeOf, type Selection } from './selection';
import { readCounts } from './sum-rollups.store';

/** `npm run recount` takes 10,000 filters; the suite a share of them, others in each run that names another number. */
const filters = recountFilters();
const start = Date.parse('2026-10-15T00:00:00Z');
const zones = ['Etc/GMT', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Chatham', 'Asia/Tehran'];

let services: TestServices;
let history: History;
let workspaceId: number;
let userId: number;

beforeAll(async () => {
  services = await createTestServices();
  ({ workspaceId, userId } = await services.main.signIn());
  history = await makeHistory(services.main, workspaceId, 7, { leads: 200, start, days: 24 });
});
afterAll(() => services.close());

/** A filter as somebody may choose it: any range, zone and axis, some campaigns or mailboxes. */
function randomSelection(random: () => number): {
  selection: Selection;
  grouping: 'total' | 'day' | 'campaign' | 'mailbox';
} {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const some = <T>(list: readonly T[]): T[] => list.filter(() => random() < 0.5);
  const day = (index: number) => new Date(start + index * 86_400_000).toISOString().slice(0, 10);
  const first = Math.floor(random() * 30) - 3;
  const days = random() < 0.1 ? {} : { from: day(first), to: day(first + Math.floor(random() * 31)) };
  return {
    grouping: pick(['total', 'day', 'campaign', 'mailbox'] as const),
    selection: {
      range: {
        ...days,
        time_zone: pick(zones),
        axis: pick(['event', 'sent'] as const),
        include_out_of_office: random() < 0.5,
      },
      ...(random() < 0.4 ? { campaignIds: some(history.campaigns.map(({ id }) => id)) } : {}),
      ...(random() < 0.3 ? { mailboxIds: some(history.mailboxIds) } : {}),
    },
  };
}

const filled = (groups: Map<string, object>) =>
  Object.fromEntries([...groups].filter(([, counts]) => Object.values(counts).some((count) => count > 0)));

/** Holds sums to a recount for so many random filters. @returns how many of them had figures */
async function compare(random: () => number, count: number): Promise<number> {
  const scope = scopeOf({ workspaceId, userId, role: 'OWNER', client: null });
  let withFigures = 0;
  await services.main.deps.db.tenantSql(workspaceId, async (sql) => {
    for (let index = 0; index < count; index += 1) {
      const { selection, grouping } = randomSelection(random);
      // A mailbox has figures of its own, not one for each campaign: both at once are counted from the rows anyway.
      if (selection.campaignIds && selection.mailboxIds) delete selection.mailboxIds;
      const summed = filled(await readCounts(workspaceId, sql, scope, { selection, grouping }));
      const counted = filled(await countEvents(workspaceId, sql, scope, { selection, grouping }));
      expect({ index, grouping, selection, groups: summed }).toEqual({ index, grouping, selection, groups: counted });
      if (Object.keys(summed).length > 0) withFigures += 1;
    }
  });
  return withFigures;
}

it(`sums rollups to a recount of the rows for ${filters.count} random filters`, async () => {
  // The filters mean something.
  expect(await compare(seededRandom(filters.seed), filters.count)).toBeGreaterThan(filters.count / 3);
});

it('sums positive replies to a recount while categories change, in between and behind what a job has brought to the days', async () => {
  const { db } = services.main.deps;
  const random = seededRandom(filters.seed + 1);
  const share = Math.ceil(filters.count / 6);
  const change = (sql: string, values: unknown[] = []) => services.main.test.query(sql, values);
  await sumReplyCounts(db);
  await compare(random, share);
  // The half of them that the job has seen, and the half that it has not.
  await change('update enrolment set category_id = 8 - category_id where category_id < 8 and id % 2 = 0');
  await compare(random, share);
  await sumReplyCounts(db);
  await change(`update lead_category set sentiment = 'negative' where id = $1`, [history.categoryId]);
  await change('update enrolment set category_id = $1 where category_id = 3', [history.categoryId]);
  await compare(random, share);
  await change(`update lead_category set sentiment = 'positive' where id = $1`, [history.categoryId]);
  await change('update event set enrolment_id = null, lead_id = null where enrolment_id % 7 = 0');
  await compare(random, share);
  await sumReplyCounts(db);
  await compare(random, share);
  expect(await change('select from reply_count')).toEqual([]);
});

it('counts positive replies by the category that a lead has today', async () => {
  const { main } = services;
  const categories = () =>
    main.test.query<{ wrong: number; right: number }>(
      `
        select count(*) filter (where v.category_id is distinct from e.category_id)::int as wrong,
          count(*) filter (where v.category_id = e.category_id)::int as right
        from event v
        join enrolment e on e.id = v.enrolment_id
        where v.kind = 'REPLY' and v.is_first
      `,
    );
  const [made] = await categories();
  expect(made).toEqual({ wrong: 0, right: expect.any(Number) });
  expect(made?.right).toBeGreaterThan(5);
  await main.test.query('update enrolment set category_id = 7 - category_id where category_id in (1, 2, 5, 6)');
  expect(await categories()).toEqual([{ ...made, wrong: 0 }]);
});
