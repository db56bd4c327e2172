import { reportsContract } from '@skein/contracts/analytics/reports.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import type { SignedIn } from '#main/testing';
import { makeHistory, type History } from '../../testing/random-history';

/** Everything that the first page of an agency's client reads: of its own and of nobody else's. */
let services: TestServices;
let agency: SignedIn;
let acme: SignedIn;
let boar: SignedIn;
const histories = new Map<number, History>();
const start = Date.parse('2026-10-15T00:00:00Z');
const query = { from: '2026-10-10', to: '2026-11-09' };

async function addClient(seed: number): Promise<SignedIn> {
  const client = await services.main.signIn({
    workspaceId: agency.workspaceId,
    client: { permissions: ['full_access'], restrictedCategories: [3] },
  });
  const clientId = client.clientId as number;
  const history = await makeHistory(services.main, agency.workspaceId, seed, { leads: 30, start, days: 18, clientId });
  histories.set(clientId, history);
  for (const { id } of history.campaigns)
    await services.main.test.query('update campaign set name = $2 where id = $1', [id, `Of client ${clientId}`]);
  return client;
}

beforeAll(async () => {
  services = await createTestServices();
  agency = await services.main.signIn();
  await services.main.test.query(`update workspace set plan_type = 'pro' where id = $1`, [agency.workspaceId]);
  acme = await addClient(11);
  boar = await addClient(12);
});
afterAll(() => services.close());

it('counts and names campaigns of its own only', async () => {
  for (const client of [acme, boar]) {
    const { rows } = await services.asClient(workspaceAnalyticsContract, client).overallByCampaign({ query });
    const own = histories.get(client.clientId as number)?.campaigns.map(({ id }) => id) ?? [];
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.campaign_id !== null && own.includes(row.campaign_id))).toBe(true);
    const { counts } = await services.asClient(workspaceAnalyticsContract, client).overallStatistics({ query });
    expect(counts.sent).toBe(rows.reduce((sum, row) => sum + row.counts.sent, 0));
  }
});

it('leaves leads of hidden categories out of its figures', async () => {
  const hidden = await services.main.test.query<{ count: number }>(
    `
      select count(*)::int as count
      from event v
      join enrolment e on e.id = v.enrolment_id
      join campaign c on c.id = v.campaign_id
      where c.client_id = $1 and v.kind = 'SENT' and e.category_id = 3
    `,
    [acme.clientId],
  );
  expect(hidden[0]?.count).toBeGreaterThan(0);
  const own = await services.asClient(workspaceAnalyticsContract, acme).overallStatistics({ query });
  const whole = await services
    .asClient(workspaceAnalyticsContract, agency)
    .overallStatistics({ query: { ...query, client_ids: [acme.clientId as number] } });
  expect(whole.counts.sent - own.counts.sent).toBe(hidden[0]?.count);
});

it('lists reports that were made for it, and opens no other', async () => {
  const made = await services.asClient(reportsContract, agency).createReport({
    body: { name: 'For Acme', page: 'global-analytics', address: '', is_shared: true, client_id: acme.clientId },
  });
  const reports = (client: SignedIn) => services.asClient(reportsContract, client);
  expect((await reports(acme).listReports({})).reports.map(({ name }) => name)).toEqual(['For Acme']);
  expect((await reports(boar).listReports({})).reports).toEqual([]);
  await expect(reports(boar).readReport({ params: { reportId: made.id } })).rejects.toMatchObject({ status: 404 });
});

it('shows conversations of its own campaigns only', async () => {
  const { rows } = await services
    .asClient(inboxContract, boar)
    .listConversations({ query: { folder: 'all', limit: 50 } });
  expect(rows.every((row) => row.campaign.name === `Of client ${boar.clientId}`)).toBe(true);
  expect(rows.every((row) => row.category_id !== 3)).toBe(true);
});
