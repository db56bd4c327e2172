import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { v1AnalyticsContract } from '@skein/contracts/v1/analytics.contract';
import { v1StatisticsContract } from '@skein/contracts/v1/statistics.contract';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import type { SignedIn } from '#main/testing';
import { makeHistory } from '../../testing/random-history';

let services: TestServices;
let me: SignedIn;
const days = { start_date: '2026-10-15', end_date: '2026-11-05' };
const range = { from: days.start_date, to: days.end_date };
const wire = () => services.asClient(v1AnalyticsContract, me);
const screens = () => services.asClient(workspaceAnalyticsContract, me);

beforeAll(async () => {
  services = await createTestServices();
  me = await services.main.signIn();
  await services.main.test.query(`update workspace set plan_type = 'pro' where id = $1`, [me.workspaceId]);
  await makeHistory(services.main, me.workspaceId, 3, {
    leads: 60,
    start: Date.parse('2026-10-15T00:00:00Z'),
    days: 18,
  });
  await makeHistory(services.main, (await services.main.signIn()).workspaceId, 4, {
    leads: 20,
    start: Date.parse('2026-10-15T00:00:00Z'),
    days: 18,
  });
});
afterAll(() => services.close());

it('answers the figures of the screens, by day, campaign and mailbox', async () => {
  const { counts } = await screens().overallStatistics({ query: range });
  const { data } = await wire().overall({ query: days });
  expect(counts.sent).toBeGreaterThan(50);
  expect(data.overall_stats).toMatchObject({
    sent: counts.sent,
    unique_lead_count: counts.contacted,
    opened: counts.opened,
    replied: counts.replied,
    positive_replied: counts.positive,
    bounced: counts.bounced,
  });
  expect((await wire().overview({ query: days })).data.overall_stats).toEqual(data.overall_stats);
  const sum = (rows: { sent: number }[]) => rows.reduce((total, row) => total + row.sent, 0);
  const byDay = (await wire().days({ query: days })).data.day_wise_stats;
  expect(byDay).toHaveLength(22);
  expect(byDay[0]).toMatchObject({ date: '15 Oct', day_name: 'Thursday' });
  expect(sum(byDay)).toBe(counts.sent);
  expect(sum((await wire().daysBySent({ query: days })).data.day_wise_stats)).toBe(counts.sent);
  expect(sum((await wire().mailboxNames({ query: days })).data.email_health_metrics)).toBe(counts.sent);
  expect(sum((await wire().mailboxDomains({ query: days })).data.domain_health_metrics)).toBe(counts.sent);
  const { overall } = (await wire().mailboxProviders({ query: days })).data.email_providers_performance_overview;
  expect(sum(overall)).toBe(counts.sent);
});

it('agrees with the statistics of each campaign', async () => {
  const { campaign_wise_performance: rows } = (await wire().campaigns({ query: days })).data;
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) {
    const top = await services
      .asClient(v1StatisticsContract, me)
      .topLevelByDate({ params: { campaignId: row.id }, query: days });
    expect([row.sent, row.opened, row.replied, row.positive_replied, row.bounced]).toEqual([
      top.sent_count,
      top.open_count,
      top.reply_count,
      top.positive_reply_count,
      top.bounce_count,
    ]);
  }
  const { campaign_wise_response_stats: responses } = (await wire().responses({ query: days })).data;
  const categories = (await wire().leadCategories({ query: days })).data.lead_responses_by_category;
  expect(responses.reduce((all, row) => all + row.positive_reply + row.neutral_reply + row.negative_reply, 0)).toBe(
    categories.reduce((all, row) => all + row.total_response, 0),
  );
  const first = rows[0]?.id as number;
  const one = await wire().overall({ query: { ...days, campaign_ids: [first] } });
  expect(one.data.overall_stats.sent).toBe(rows[0]?.sent);
  const whole = await services.asClient(v1StatisticsContract, me).topLevelByDate({ params: { campaignId: first } });
  expect(whole).toMatchObject({ start_date: null, end_date: null });
  expect(whole.sent_count).toBeGreaterThanOrEqual(rows[0]?.sent as number);
});

it('names campaigns, states and the rest, under every spelling of the address', async () => {
  const { campaign_list: list } = (await wire().campaignList({ query: {} })).data;
  const { campaign_status_stats: states } = (await wire().statuses({ query: {} })).data;
  expect(states.reduce((all, state) => all + state.count, 0)).toBe(list.length);
  expect((await wire().clientList({ query: {} })).data.client_list).toEqual([]);
  expect((await wire().clients({ query: days })).data.client_wise_performance).toEqual([]);
  expect((await wire().clientMonths({ query: {} })).data.monthly_stats).toEqual([]);
  const boxes = await services.asClient(insightsContract, me).insightMailboxes({ query: {} });
  expect(boxes.total).toBeGreaterThan(0);
  expect((await wire().mailboxes({ query: {} })).data.overall_mailbox_stats).toEqual({
    total_connected: boxes.connected,
    in_use: boxes.in_use,
    disconnected: boxes.failing,
    enabled_without_warmup: boxes.without_warmup,
  });
  const key = await services.main.apiKey(me);
  for (const path of ['campaign-list', 'campaigns/list', 'campaign/list', 'overall-stats', 'overview'])
    expect(
      (
        await services.main.app.request(
          `/api/v1/analytics/${path}?start_date=2026-10-15&end_date=2026-11-05&api_key=${key}`,
        )
      ).status,
    ).toBe(200);
  const { count } = (await wire().leads({ query: days })).data.lead_stats;
  expect(count.new + count.follow_up).toBe(count.total);
  expect((await wire().replyTimes({ query: days })).data.lead_to_reply_time.length).toBeGreaterThan(3);
  expect((await wire().followUpRate({ query: days })).data.followup_reply_rate).toBeGreaterThan(0);
  expect((await wire().leadsForReply({ query: days })).data.leads_take_for_first_reply).toBeGreaterThan(1);
  expect((await wire().team({ query: days })).data.team_board_stats).toEqual(expect.any(Array));
  expect((await wire().positiveDays({ query: days })).data.day_wise_stats).toHaveLength(22);
  await expect(wire().overall({ query: { start_date: '2026-01-01', end_date: '2026-06-01' } })).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'query.end_date' }],
  });
});
