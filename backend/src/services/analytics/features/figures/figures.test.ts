import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import { measures, type Measure, type TimeAxis } from '@skein/contracts/analytics/measures';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import type { NewEvent } from '#lifecycle/events/new-event';
import type { SignedIn } from '#main/testing';
import { makeHistory, type History } from '../../testing/random-history';
import { countEvents } from './count-events.store';
import { scopeOf, type Selection } from './selection';
import { readCounts } from './sum-rollups.store';

let services: TestServices;
let me: SignedIn;
let history: History;
// Over the end of European summer time (25 October 2026).
const start = Date.parse('2026-10-15T00:00:00Z');

beforeAll(async () => {
  services = await createTestServices();
  me = await services.main.signIn();
  history = await makeHistory(services.main, me.workspaceId, 1, { leads: 160, start, days: 18 });
  const other = await services.main.signIn();
  await makeHistory(services.main, other.workspaceId, 2, { leads: 30, start, days: 18 });
});
afterAll(() => services.close());

const range = (more: Partial<Selection['range']> = {}) => ({
  from: '2026-10-10',
  to: '2026-11-09',
  time_zone: 'Europe/Berlin',
  axis: 'event' as TimeAxis,
  include_out_of_office: false,
  ...more,
});
const zones = ['Etc/GMT', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Chatham'];
const ranges = [
  {},
  { from: '2026-10-24', to: '2026-10-26' },
  { from: '2026-10-20', to: '2026-10-20' },
  { from: undefined, to: undefined },
];
const all = () =>
  zones.flatMap((time_zone) =>
    (['event', 'sent'] as const).flatMap((axis) =>
      ranges.flatMap((days) =>
        [false, true].map((include_out_of_office) => range({ ...days, time_zone, axis, include_out_of_office })),
      ),
    ),
  );
/** Groups that hold anything. */
const filled = (groups: Map<string, object>) =>
  Object.fromEntries([...groups].filter(([, counts]) => Object.values(counts).some((count) => count > 0)));
const campaignIdOf = (index: number) => history.campaigns[index]?.id as number;

it('sums rollups to exactly what the raw events count to, in every zone, range, axis and grouping', async () => {
  const scope = scopeOf({ workspaceId: me.workspaceId, userId: me.userId, role: 'OWNER', client: null });
  await services.main.deps.db.tenantSql(me.workspaceId, async (sql) => {
    for (const given of all()) {
      for (const selection of [
        { range: given },
        { range: given, campaignIds: [campaignIdOf(0)] },
        { range: given, mailboxIds: [history.mailboxIds[0] as number] },
      ] as Selection[]) {
        for (const grouping of ['total', 'day'] as const)
          expect(filled(await readCounts(me.workspaceId, sql, scope, { selection, grouping }))).toEqual(
            filled(await countEvents(me.workspaceId, sql, scope, { selection, grouping })),
          );
      }
      for (const grouping of ['campaign', 'mailbox'] as const)
        expect(filled(await readCounts(me.workspaceId, sql, scope, { selection: { range: given }, grouping }))).toEqual(
          filled(await countEvents(me.workspaceId, sql, scope, { selection: { range: given }, grouping })),
        );
    }
  });
});

/** Counted in the test's own words, without SQL. */
function recount(measure: Measure, of: (event: NewEvent) => boolean): number {
  const kind: Partial<Record<Measure, string>> = {
    sent: 'SENT',
    contacted: 'SENT',
    opened: 'OPEN',
    clicked: 'CLICK',
    replied: 'REPLY',
    bounced: 'BOUNCE',
    sender_bounced: 'SENDER_BOUNCE',
    unsubscribed: 'UNSUBSCRIBE',
  };
  const events = history.events.filter((event) => event.kind === kind[measure] && of(event) && !event.isMachine);
  return ['sent', 'bounced', 'sender_bounced'].includes(measure)
    ? events.length
    : new Set(events.filter((event) => event.isFirst).map((event) => event.enrolmentId)).size;
}

it('shows over HTTP what the history says, and as many rows behind each figure', async () => {
  const campaign = services.asClient(campaignAnalyticsContract, me);
  for (const axis of ['event', 'sent'] as const) {
    const query = { from: '2026-10-20', to: '2026-11-05', time_zone: 'Etc/GMT', axis };
    const inside = (event: NewEvent) => {
      const at = ((axis === 'event' ? event.at : event.sentAt) as Date).toISOString().slice(0, 10);
      return event.campaignId === campaignIdOf(1) && at >= query.from && at <= query.to;
    };
    const { counts } = await campaign.campaignStatistics({ params: { campaignId: campaignIdOf(1) }, query });
    for (const measure of measures) {
      if (measure !== 'positive' && measure !== 'meetings')
        expect([measure, counts[measure]]).toEqual([measure, recount(measure, inside)]);
      const rows = await allRows(measure, query);
      expect([measure, rows.length]).toEqual([measure, counts[measure]]);
    }
    expect(counts.positive).toBeGreaterThan(counts.meetings);
    expect(counts.positive).toBeLessThanOrEqual(counts.replied);
  }
});

async function allRows(measure: Measure, query: object) {
  const rows = [];
  let cursor: string | undefined;
  do {
    const page = await services.asClient(campaignAnalyticsContract, me).campaignRows({
      params: { campaignId: campaignIdOf(1) },
      query: { ...query, measure, limit: 7, ...(cursor ? { cursor } : {}) },
    });
    rows.push(...page.rows);
    cursor = page.next_cursor ?? undefined;
    expect(page.total).toBeGreaterThanOrEqual(rows.length);
  } while (cursor);
  expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  return rows;
}

it('gives every day of the range a row, and the days sum to the figures', async () => {
  const campaign = services.asClient(campaignAnalyticsContract, me);
  for (const include_out_of_office of [true, false]) {
    const input = { params: { campaignId: campaignIdOf(0) }, query: range({ include_out_of_office }) };
    const { days } = await campaign.campaignDays(input);
    expect(days.map((day) => day.date)).toEqual(
      Array.from({ length: 31 }, (_, index) =>
        new Date(Date.parse('2026-10-10T00:00:00Z') + index * 86_400_000).toISOString().slice(0, 10),
      ),
    );
    const { counts } = await campaign.campaignStatistics(input);
    for (const measure of measures)
      expect([measure, days.reduce((sum, day) => sum + day[measure], 0)]).toEqual([measure, counts[measure]]);
  }
});

it('counts out-of-office answers only when asked, and a lead never twice', async () => {
  const overall = services.asClient(workspaceAnalyticsContract, me);
  const without = await overall.overallStatistics({ query: {} });
  const withThem = await overall.overallStatistics({ query: { include_out_of_office: true } });
  const answered = new Set(history.events.filter((event) => event.kind === 'REPLY').map((event) => event.enrolmentId));
  const either = new Set(
    history.events
      .filter((event) => event.kind === 'REPLY' || event.kind === 'AUTO_REPLY')
      .map((event) => event.enrolmentId),
  );
  expect(without.counts.replied).toBe(answered.size);
  expect(withThem.counts.replied).toBe(either.size);
  expect(either.size).toBeGreaterThan(answered.size);
  expect(withThem.happenings.machine_opens).toBe(
    history.events.filter((event) => event.kind === 'OPEN' && event.isMachine).length,
  );
  expect(withThem.rates.replied).toBe(Math.round((either.size / without.counts.contacted) * 1000) / 10);
});

it('lets campaigns, mailboxes, steps and variants sum to the whole', async () => {
  const overall = services.asClient(workspaceAnalyticsContract, me);
  const whole = (await overall.overallStatistics({ query: range() })).counts;
  const campaigns = await overall.overallByCampaign({ query: { ...range(), limit: 200 } });
  const mailboxes = await overall.overallByMailbox({ query: { ...range(), limit: 200 } });
  for (const measure of measures) {
    expect(campaigns.rows.reduce((sum, row) => sum + row.counts[measure], 0)).toBe(whole[measure]);
    expect(mailboxes.rows.reduce((sum, row) => sum + row.counts[measure], 0)).toBe(whole[measure]);
  }
  const client = services.asClient(campaignAnalyticsContract, me);
  const params = { campaignId: campaignIdOf(2) };
  const { counts } = await client.campaignStatistics({ params, query: range() });
  const { steps } = await client.campaignSteps({ params, query: range() });
  for (const measure of ['sent', 'replied', 'positive', 'bounced', 'sender_bounced', 'unsubscribed'] as const) {
    expect(steps.reduce((sum, step) => sum + step.counts[measure], 0)).toBe(counts[measure]);
    for (const step of steps)
      expect(step.variants.reduce((sum, variant) => sum + variant.counts[measure], 0)).toBe(step.counts[measure]);
  }
  for (const step of steps) {
    for (const variant of step.variants) {
      const { total } = await client.campaignRows({
        params,
        query: { ...range(), measure: 'opened', variant_id: variant.variant_id },
      });
      expect(total).toBe(variant.counts.opened);
      expect(variant.counts.opened).toBeLessThanOrEqual(variant.counts.sent);
    }
  }
  const ofMailboxes = await client.campaignMailboxes({ params, query: range() });
  expect(ofMailboxes.mailboxes.reduce((sum, row) => sum + row.counts.replied, 0)).toBe(counts.replied);
});

it('exports the same figures, with formulas disarmed', async () => {
  await services.main.test.query(
    `
      update lead
      set first_name = '=HYPERLINK("http://evil.test")'
      where workspace_id = $1 and first_name = 'Lead 3'
    `,
    [me.workspaceId],
  );
  const read = async (path: string) =>
    (await (await services.apps.analytics?.request(path, { headers: me.headers }))?.text())?.trim().split('\r\n') ?? [];
  const { counts } = await services.asClient(workspaceAnalyticsContract, me).overallStatistics({ query: range() });
  const query = 'from=2026-10-10&to=2026-11-09&time_zone=Europe/Berlin';
  const days = await read(`/api/analytics/overall/export?what=days&${query}`);
  expect(days).toHaveLength(32);
  expect(days.slice(1).reduce((sum, line) => sum + Number(line.split(',')[1]), 0)).toBe(counts.sent);
  const rows = await read(`/api/analytics/overall/export?what=rows&measure=contacted&${query}`);
  expect(rows).toHaveLength(counts.contacted + 1);
  expect(rows.filter((line) => /(^|,|")=/.test(line))).toEqual([]);
  expect((await read(`/api/analytics/campaigns/${campaignIdOf(0)}/export?what=steps&${query}`)).length).toBe(5);
});

it('keeps a sum when a campaign is deleted', async () => {
  const overall = services.asClient(workspaceAnalyticsContract, me);
  const before = (await overall.overallStatistics({ query: range() })).counts.sent;
  await services.main.test.query('delete from enrolment where campaign_id = $1', [campaignIdOf(2)]);
  await services.main.test.query('delete from campaign where id = $1', [campaignIdOf(2)]);
  expect((await overall.overallStatistics({ query: range() })).counts.sent).toBe(before);
  const { rows } = await overall.overallByCampaign({ query: { ...range(), limit: 200 } });
  expect(rows.find((row) => row.campaign_id === null)?.name).toBe('Deleted campaigns');
  expect(rows.reduce((sum, row) => sum + row.counts.sent, 0)).toBe(before);
});

it('refuses ranges that are too long, backwards, half, or on days that do not exist', async () => {
  const status = async (query: string) =>
    (await services.apps.analytics?.request(`/api/analytics/overall/days?${query}`, { headers: me.headers }))?.status;
  expect(await status('from=2026-10-01&to=2026-10-31')).toBe(200);
  for (const query of [
    'from=2026-10-01&to=2026-11-01',
    'from=2026-10-02&to=2026-10-01',
    'from=2026-10-01',
    'to=2026-10-01',
    '',
    'from=2026-02-31&to=2026-03-01',
    'from=2026-10-01&to=2026-10-02&time_zone=Mars/Olympus',
    'from=2026-10-01&to=2026-10-02&axis=never',
  ])
    expect([query, await status(query)]).toEqual([query, 400]);
});

it('shows clients and limited members only what is theirs', async () => {
  const client = await services.main.signIn({ workspaceId: me.workspaceId, client: { permissions: ['full_access'] } });
  const limited = await services.main.signIn({ workspaceId: me.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  const stranger = await services.main.signIn();
  for (const person of [client, limited, stranger]) {
    expect(
      (await services.asClient(workspaceAnalyticsContract, person).overallStatistics({ query: {} })).counts.sent,
    ).toBe(0);
    await expect(
      services
        .asClient(campaignAnalyticsContract, person)
        .campaignStatistics({ params: { campaignId: campaignIdOf(0) }, query: {} }),
    ).rejects.toMatchObject({ status: 404 });
  }
  await services.main.test.query('update campaign set client_id = $2, team_member_id = $3 where id = $1', [
    campaignIdOf(0),
    client.clientId,
    limited.userId,
  ]);
  const { counts } = await services
    .asClient(campaignAnalyticsContract, me)
    .campaignStatistics({ params: { campaignId: campaignIdOf(0) }, query: {} });
  for (const person of [client, limited]) {
    expect(
      (await services.asClient(workspaceAnalyticsContract, person).overallStatistics({ query: {} })).counts,
    ).toEqual(counts);
    const { rows } = await services
      .asClient(workspaceAnalyticsContract, person)
      .overallByMailbox({ query: { limit: 200 } });
    expect(rows.reduce((sum, row) => sum + row.counts.sent, 0)).toBe(counts.sent);
  }
});

it("hides leads of a client's restricted categories from figures and rows alike", async () => {
  const client = await services.main.signIn({
    workspaceId: me.workspaceId,
    client: { permissions: ['full_access'], restrictedCategories: [1, 2] },
  });
  await services.main.test.query('update campaign set client_id = $2 where id = $1', [
    campaignIdOf(0),
    client.clientId,
  ]);
  const params = { campaignId: campaignIdOf(0) };
  const { counts } = await services
    .asClient(campaignAnalyticsContract, client)
    .campaignStatistics({ params, query: {} });
  const rows = await services
    .asClient(campaignAnalyticsContract, client)
    .campaignRows({ params, query: { measure: 'replied', limit: 200 } });
  expect(rows.total).toBe(counts.replied);
  expect(rows.rows.filter((row) => row.category_id === 1 || row.category_id === 2)).toEqual([]);
  expect(counts.meetings).toBe(0);
});
