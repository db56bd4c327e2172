import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { screen } from '@testing-library/react';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AnalyticsArea } from '../analytics-area';

const whole = person({ features: { global_analytics_access: true } });
const given = () =>
  productServer()
    .answer(insightsContract, 'insightGroups', { groups: [{ key: '1', name: 'Alderway' }] })
    .answer(insightsContract, 'insightAnswers', {})
    .answer(insightsContract, 'insightWaiting', {})
    .answer(insightsContract, 'insightMatrix', {})
    .answer(workspaceAnalyticsContract, 'overallStatistics', {})
    .answer(workspaceAnalyticsContract, 'overallDays', {})
    .answer(workspaceAnalyticsContract, 'overallByCampaign', {})
    .answer(workspaceAnalyticsContract, 'overallByMailbox', {})
    .answer(campaignsContract, 'listTags', { tags: [] });

it.each([
  ['overall-client-performance', 'Campaigns'],
  ['team-board', 'Unanswered positive replies'],
  ['email-provider-performance', 'Provider to provider'],
])('shows %s under its address', async (page, shows) => {
  await renderPage(AnalyticsArea, { address: `/app/analytics-v2/${page}`, server: given(), as: whole });
  expect((await screen.findAllByText(shows)).length).toBeGreaterThan(0);
});

it('shows a client of the agency nothing of it', async () => {
  await renderPage(AnalyticsArea, {
    address: '/app/analytics-v2/team-board',
    server: given(),
    as: person({ user: { isClient: true } }),
  });
  expect(screen.queryByText('Unanswered positive replies')).toBeNull();
});
