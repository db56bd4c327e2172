import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { measures } from '@skein/contracts/analytics/measures';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import type { NewEvent } from '#lifecycle/events/new-event';
import type { SignedIn } from '#main/testing';
import { makeHistory, seededRandom, type History } from '../../testing/random-history';

let services: TestServices;
let me: SignedIn;
let history: History;
const start = Date.parse('2026-10-15T00:00:00Z');
const query = { from: '2026-10-10', to: '2026-11-09', time_zone: 'Etc/GMT' };
const client = () => services.asClient(insightsContract, me);

beforeAll(async () => {
  services = await createTestServices();
  me = await services.main.signIn();
  await services.main.test.query(`update workspace set plan_type = 'pro' where id = $1`, [me.workspaceId]);
  history = await makeHistory(services.main, me.workspaceId, 1, { leads: 120, start, days: 18 });
  const other = await services.main.signIn();
  await makeHistory(services.main, other.workspaceId, 2, { leads: 20, start, days: 18 });
});
afterAll(() => services.close());

const kinds = { sent: 'SENT', bounced: 'BOUNCE', sender_bounced: 'SENDER_BOUNCE', replied: 'REPLY' } as const;
/** Counted in the test's own words, without SQL. */
const recount = (measure: keyof typeof kinds, of: (event: NewEvent) => boolean) =>
  history.events.filter(
    (event) => event.kind === kinds[measure] && (measure !== 'replied' || event.isFirst) && of(event),
  ).length;
const dayOf = (event: NewEvent) => (event.at as Date).toISOString().slice(0, 10);

it('counts each group as its rows do, in 200 random ranges, filters and groupings', async () => {
  const random = seededRandom(7);
  const day = (at: number) => new Date(start + at * 86_400_000).toISOString().slice(0, 10);
  for (let round = 0; round < 200; round += 1) {
    const first = Math.floor(random() * 18);
    const from = day(first);
    const to = day(first + Math.floor(random() * 12));
    const by = (['campaign', 'mailbox', 'domain', 'provider', 'client'] as const)[Math.floor(random() * 5)] ?? 'client';
    const campaignId = random() < 0.5 ? history.campaigns[Math.floor(random() * 3)]?.id : undefined;
    const inside = (event: NewEvent) =>
      dayOf(event) >= from && dayOf(event) <= to && (campaignId === undefined || event.campaignId === campaignId);
    const { groups } = await client().insightGroups({
      query: { ...query, from, to, by, ...(campaignId ? { campaign_ids: [campaignId] } : {}) },
    });
    for (const measure of Object.keys(kinds) as (keyof typeof kinds)[]) {
      const sum = groups.reduce((total, group) => total + group.counts[measure], 0);
      expect([round, by, measure, sum]).toEqual([round, by, measure, recount(measure, inside)]);
      if (by === 'campaign' || by === 'mailbox')
        for (const group of groups)
          expect(group.counts[measure]).toBe(
            recount(
              measure,
              (event) => inside(event) && String(by === 'campaign' ? event.campaignId : event.mailboxId) === group.key,
            ),
          );
    }
  }
});

it('spreads first replies over the spans of time, and counts the same in the matrix of providers', async () => {
  const replies = history.events.filter((event) => event.kind === 'REPLY' && event.isFirst && dayOf(event) <= query.to);
  const { times, steps, categories } = await client().insightReplyTimes({ query });
  const day = 86_400_000;
  const took = replies.map((event) => (event.at as Date).getTime() - (event.sentAt as Date).getTime());
  expect(times.count).toBe(replies.length);
  expect(times.spans.find((span) => span.from_seconds === 86_400)?.count).toBe(
    took.filter((ms) => ms >= day && ms < 2 * day).length,
  );
  expect(steps.reduce((sum, step) => sum + step.replied, 0)).toBe(replies.length);
  expect(categories.reduce((sum, category) => sum + category.count, 0)).toBe(replies.length);
  const { cells } = await client().insightMatrix({ query });
  expect(cells.reduce((sum, cell) => sum + cell.replied, 0)).toBe(replies.length);
  expect(cells.reduce((sum, cell) => sum + cell.sent, 0)).toBe(
    recount('sent', (event) => dayOf(event) >= query.from && dayOf(event) <= query.to),
  );
});

it('knows a positive reply as waiting until its answer is sent, and then how long it took', async () => {
  const before = await client().insightAnswers({ query });
  const { groups } = await client().insightGroups({ query: { ...query, by: 'client' } });
  expect(before.positive).toBe(groups.reduce((sum, group) => sum + group.counts.positive, 0));
  expect(before.answered).toBe(0);
  const [reply] = await services.main.test.query<{ enrolment_id: number; mailbox_id: number; at: Date }>(
    `
      select v.enrolment_id, v.mailbox_id, v.at
      from event v
      join enrolment e on e.id = v.enrolment_id
      where v.workspace_id = $1 and v.kind = 'REPLY' and v.is_first and e.category_id = 1
      order by v.at
    `,
    [me.workspaceId],
  );
  if (!reply) throw new Error('The history has a reply of the category Interested');
  await services.main.test.query(
    `
      insert into intent (
        workspace_id, kind, enrolment_id, mailbox_id, state, slot_at, send_at, sent_at, message_id, envelope_id, to_email,
          created_by
      )
      values ($1, 'REPLY', $2, $3, 'SENT', $4, $4, $4::timestamptz + interval '10 minutes', '<a@b>', 'e', 'a@b.test', $5)
    `,
    [me.workspaceId, reply.enrolment_id, reply.mailbox_id, reply.at, me.userId],
  );
  const after = await client().insightAnswers({ query });
  expect(after).toMatchObject({ positive: before.positive, answered: 1, in_time: 1 });
  expect(after.times.median_seconds).toBe(600);
  expect(after.team).toMatchObject([{ user_id: me.userId, answered: 1, in_time: 1 }]);
});

it('sums a year from its days', async () => {
  const recap = await client().yearRecap({ query: { year: 2026 } });
  const inYear = (event: NewEvent) => dayOf(event) <= '2026-12-31';
  expect(recap.counts.sent).toBe(recount('sent', inYear));
  expect(recap.months.reduce((sum, month) => sum + month.positive, 0)).toBe(recap.counts.positive);
  const positives = recap.campaigns.map(({ positive }) => positive);
  expect(positives).toEqual([...positives].sort((one, other) => other - one));
  expect(positives.reduce((sum, positive) => sum + positive, 0)).toBe(recap.counts.positive);
  const home = recap.campaigns.find(({ id }) => id === recap.best_email?.campaign_id);
  expect(recap.best_email?.campaign_name).toBe(home?.name);
  expect(recap.best_email?.positive).toBeGreaterThan(0);
  expect(recap.best_email?.positive).toBeLessThanOrEqual(home?.positive ?? 0);
  expect(recap.people).toEqual([{ name: expect.any(String) as string, answered: 1, median_seconds: 600 }]);
  const empty = await client().yearRecap({ query: { year: 2020 } });
  expect(measures.every((measure) => empty.counts[measure] === 0)).toBe(true);
  expect(empty).toMatchObject({ best_email: null, campaigns: [], people: [], best_day: null });
});

it('is closed on a plan without global analytics', async () => {
  const trial = await services.main.signIn();
  await services.main.test.query(`update workspace set plan_type = 'trial' where id = $1`, [trial.workspaceId]);
  await expect(
    services.asClient(insightsContract, trial).insightGroups({ query: { ...query, by: 'client' } }),
  ).rejects.toMatchObject({
    code: 'PLAN_REQUIRED',
  });
});
