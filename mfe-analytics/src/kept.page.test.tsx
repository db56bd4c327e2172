import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AnalyticsArea } from './analytics-area';

const whole = person({ features: { global_analytics_access: true } });
const given = () =>
  productServer()
    .answer(workspaceAnalyticsContract, 'overallStatistics', {})
    .answer(workspaceAnalyticsContract, 'overallDays', {})
    .answer(workspaceAnalyticsContract, 'overallByCampaign', {})
    .answer(workspaceAnalyticsContract, 'overallByMailbox', {})
    .answer(insightsContract, 'insightGroups', {})
    .answer(insightsContract, 'insightWeeks', {})
    .answer(insightsContract, 'insightAttention', {})
    .answer(campaignsContract, 'listTags', { tags: [] });

async function open(address: string) {
  const server = given();
  const page = await renderPage(AnalyticsArea, { address, server, as: whole });
  await waitFor(() => expect(server.calls(workspaceAnalyticsContract, 'overallStatistics').length).toBeGreaterThan(0));
  return { ...page, asked: () => server.calls(workspaceAnalyticsContract, 'overallStatistics').at(-1)?.query };
}
/** Writes to the device are gathered, and done before a page goes away. */
function leave({ unmount }: Awaited<ReturnType<typeof open>>): void {
  unmount();
  window.dispatchEvent(new Event('pagehide'));
}
const performance = '/app/analytics-v2/performance-metrics';

it.each([performance, '/app/global-analytics'])(
  'shows the days that were looked at last, on whichever page: %s',
  async (address) => {
    const page = await open(`${performance}?from=2026-11-08&to=2026-11-14`);
    await userEvent.click(await screen.findByRole('button', { name: 'Earlier period' }));
    await waitFor(() => expect(page.asked()).toMatchObject({ from: '2026-11-01', to: '2026-11-07' }));
    leave(page);
    const { asked } = await open(address);
    expect(asked()).toMatchObject({ from: '2026-11-01', to: '2026-11-07' });
  },
);

it('counts days in the zone that was chosen last', async () => {
  const page = await open(`${performance}?zone=Etc/GMT`);
  await userEvent.click(await screen.findByRole('button', { name: 'UTC' }));
  await userEvent.click(await screen.findByRole('combobox', { name: /^Time zone of the days/ }));
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search' }), 'Auckland');
  await userEvent.click(await screen.findByRole('option', { name: /Auckland/ }));
  await waitFor(() => expect(page.asked()).toMatchObject({ time_zone: 'Pacific/Auckland' }));
  leave(page);
  expect((await open(performance)).asked()).toMatchObject({ time_zone: 'Pacific/Auckland' });
});

it('shows what a link asks for, and keeps what was chosen', async () => {
  const page = await open(`${performance}?from=2026-11-08&to=2026-11-14`);
  await userEvent.click(await screen.findByRole('button', { name: 'Earlier period' }));
  await waitFor(() => expect(page.asked()).toMatchObject({ from: '2026-11-01' }));
  leave(page);
  const linked = await open(`${performance}?from=2026-10-01&to=2026-10-05`);
  expect(linked.asked()).toMatchObject({ from: '2026-10-01', to: '2026-10-05' });
  leave(linked);
  expect((await open(performance)).asked()).toMatchObject({ from: '2026-11-01', to: '2026-11-07' });
});
