import { fireEvent, screen, within } from '@testing-library/react';
import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AnalyticsArea } from '../analytics-area';

const address = '/app/global-analytics';
const longName = `Autumn outreach to ${'the procurement of manufacturers '.repeat(6).trim()}`;
const counts = { sent: 90, contacted: 80, replied: 7, positive: 5, meetings: 2, bounced: 3 };
const rates = { replied: 8.8, positive: 6.3, bounced: 3.3 };
const campaign = { campaign_id: 3, name: 'Yard time', status: 'ACTIVE', counts, rates } as const;
const given = (server: FakeServer) =>
  void server
    .answer(workspaceAnalyticsContract, 'overallStatistics', { counts, rates })
    .answer(workspaceAnalyticsContract, 'overallDays', {})
    .answer(workspaceAnalyticsContract, 'overallByCampaign', { rows: [campaign], total: 1 })
    .answer(workspaceAnalyticsContract, 'overallByMailbox', {
      rows: [{ mailbox_id: 8, from_email: 'rosa@one.test', counts, rates }],
      total: 1,
    })
    .answer(insightsContract, 'insightAttention', {})
    .answer(insightsContract, 'insightGroups', {})
    .answer(campaignsContract, 'listTags', {});
const closed = {
  as: person({
    user: { isClient: true, client_permissions: { permission: ['reply_master_inbox'], retricted_category: [] } },
  }),
  shows: 'You don’t have access to Analytics',
};

async function open(change: (server: FakeServer) => void = () => undefined) {
  const server = productServer();
  given(server);
  change(server);
  return { server, page: await renderPage(AnalyticsArea, { address, server }) };
}

describe.each([
  ['by campaign', 'overallByCampaign', 'Loading Figures by campaign', 'Yard time'],
  ['by mailbox', 'overallByMailbox', 'Loading Figures by mailbox', 'rosa@one.test'],
] as const)('figures %s', (_name, call, loading, data) => {
  testPageStates({
    page: 'mfe-analytics/src/global/global-analytics.page.tsx',
    area: AnalyticsArea,
    address,
    given,
    reads: [workspaceAnalyticsContract, call],
    loading,
    data,
    empty: {
      given: (server) => server.answer(workspaceAnalyticsContract, call, {}),
      shows: 'Nothing in this period',
    },
    noAccess: closed,
  });
});

it.each([
  ['shows', true],
  ['does not ask for', false],
])('%s what a plan with insights adds: %s', async (_word, has) => {
  const server = productServer();
  given(server);
  const as = person({ features: { global_analytics_access: has }, ...(has ? {} : { planType: 'trial' as const }) });
  await renderPage(AnalyticsArea, { address, server, as });
  await screen.findByText('Yard time');
  expect(screen.queryByRole('region', { name: 'Needs attention today' }) !== null).toBe(has);
  expect(server.calls(insightsContract, 'insightAttention').length > 0).toBe(has);
});

it('neither waits for figures that failed nor claims that there are none, and reads them again', async () => {
  const { server } = await open((given_) =>
    given_
      .fail(workspaceAnalyticsContract, 'overallStatistics', { message: 'The figures are being counted.' })
      .fail(workspaceAnalyticsContract, 'overallDays'),
  );
  const alert = (await screen.findByText('The figures are being counted.')).closest('[role="alert"]') as HTMLElement;
  await screen.findByText('Yard time');
  expect(screen.queryByText('There is nothing to show for this period.')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'By day' })).toBeNull();
  expect(screen.queryByText('Contacted', { selector: 'dt, dt *' })).toBeNull();
  given(server);
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'By day' });
  expect(screen.queryByText('The figures are being counted.')).toBeNull();
});

it('pages through a great many campaigns, with long names whole', async () => {
  const { server, page } = await open((given_) =>
    given_.answer(workspaceAnalyticsContract, 'overallByCampaign', ({ query }) => ({
      rows: [{ ...campaign, name: query.page > 1 ? 'The next campaign' : longName }],
      total: 12_345,
    })),
  );
  await screen.findByText(longName);
  const pages = screen.getByRole('navigation', { name: 'Pages of Figures by campaign' });
  within(pages).getByText('1 to 1 of 12,345');
  fireEvent.click(within(pages).getByRole('button', { name: 'Next' }));
  await screen.findByText('The next campaign');
  expect(page.address()).toBe(`${address}?campaigns=-sent.2`);
  expect(server.calls(workspaceAnalyticsContract, 'overallByCampaign').at(-1)?.query.page).toBe(2);
});

it('tells what a count rose from where the period before had next to none', async () => {
  await open((given_) =>
    given_.answer(workspaceAnalyticsContract, 'overallStatistics', {
      ...{ counts, rates },
      previous: {
        from: '2026-10-01',
        to: '2026-10-31',
        counts: { ...counts, contacted: 3, sent: 60, meetings: 0 },
        rates,
      },
    }),
  );
  const under = async (label: string) => {
    const name = await screen.findByText(label, { selector: 'dt, dt *' });
    return name.closest('div')?.querySelector('[data-trend]')?.textContent;
  };
  expect(await under('Contacted')).toMatch(/from 3$/);
  expect(await under('Sent')).toMatch(/50%$/);
});
