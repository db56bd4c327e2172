import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AnalyticsArea } from '../analytics-area';

const counts = { sent: 90, contacted: 80, replied: 7, positive: 5, meetings: 2, bounced: 3, sender_bounced: 1 };
const rates = { replied: 8.8, positive: 6.3, bounced: 3.3, sender_bounced: 1.1 };
const given = () =>
  productServer()
    .answer(insightsContract, 'insightGroups', { groups: [{ key: '4', name: 'Acme', counts, rates }] })
    .answer(insightsContract, 'insightWeeks', {})
    .answer(insightsContract, 'insightAnswers', {
      positive: 5,
      answered: 4,
      in_time: 3,
      late: 2,
      times: { count: 0, median_seconds: 1200 },
      late_arrivals: [{ weekday: 5, hour: 16, count: 2 }],
      team: [
        {
          kind: 'person',
          user_id: 7,
          name: 'Tom',
          answered: 4,
          meetings: 2,
          in_time: 3,
          late: 1,
          median_seconds: 1200,
          categories: [{ category_id: 1, name: 'Interested', count: 4 }],
        },
        { kind: 'nobody', user_id: null, name: 'Unassigned', open_late: 1 },
      ],
    })
    .answer(insightsContract, 'insightWaiting', {})
    .answer(insightsContract, 'insightMatrix', {
      cells: [{ from: 'GMAIL', to: 'OUTLOOK', sent: 90, contacted: 80, replied: 7, bounced: 3 }],
    })
    .answer(insightsContract, 'insightReplyTimes', {
      times: { count: 0, median_seconds: 900 },
      categories: [{ category_id: null, name: 'Not assigned', sentiment: 'none', count: 7 }],
    })
    .answer(insightsContract, 'insightMailboxes', {})
    .answer(insightsContract, 'insightAttention', {})
    .answer(workspaceAnalyticsContract, 'overallStatistics', { counts, rates })
    .answer(workspaceAnalyticsContract, 'overallDays', {})
    .answer(workspaceAnalyticsContract, 'overallByCampaign', {
      rows: [{ campaign_id: 3, name: 'Yard time', counts, rates }],
      total: 1,
    })
    .answer(workspaceAnalyticsContract, 'overallByMailbox', {
      rows: [{ mailbox_id: 8, from_email: 'rosa@one.test', counts, rates }],
      total: 1,
    })
    .answer(workspaceAnalyticsContract, 'overallRows', { total: 7 })
    .answer(campaignsContract, 'listTags', { tags: [] });

/** What the list behind a figure asks for when the figure is opened. */
async function opened(page: string, figure: string | RegExp) {
  const server = given();
  await renderPage(AnalyticsArea, {
    address: `/app/${page}`,
    server,
    as: person({ features: { global_analytics_access: true } }),
  });
  await userEvent.setup().click((await screen.findAllByRole('button', { name: figure }))[0] as HTMLElement);
  await screen.findByRole('dialog');
  return server.calls(workspaceAnalyticsContract, 'overallRows').at(-1)?.query;
}

const team = 'analytics-v2/team-board';
const response = 'analytics-v2/lead-response';
const categories = 'analytics-v2/campaign-response-analysis';
const providers = 'analytics-v2/email-provider-performance';
const clients = 'analytics-v2/overall-client-performance';

it.each([
  [team, 'Answered', { measure: 'positive', answer: 'answered' }],
  [team, 'Median time to answer', { measure: 'positive', answer: 'answered' }],
  [team, 'Answered within 4 h', { measure: 'positive', answer: 'in_time' }],
  [team, 'Late', { measure: 'positive', answer: 'late' }],
  [team, 'Unanswered', { measure: 'positive', answer: 'unanswered' }],
  [team, '2 late, Fri 16:00', { measure: 'positive', answer: 'late', weekday: 5, hour: 16 }],
  [team, '2 late, Fri', { measure: 'positive', answer: 'late', weekday: 5 }],
  [team, '4 answered, Interested', { measure: 'positive', answer: 'answered', category: 1 }],
  [team, '4 Answered, Tom', { measure: 'positive', answered_by: 7 }],
  [team, '2 Meeting requests, Tom', { measure: 'meetings', answered_by: 7 }],
  [team, '20 min Median time, Tom', { measure: 'positive', answered_by: 7 }],
  [team, '75.0% In 4 h, Tom', { measure: 'positive', answered_by: 7, answer: 'in_time' }],
  [team, '1 Late, Tom', { measure: 'positive', answered_by: 7, answer: 'answered_late' }],
  [team, '1 Open over 4 h, Unassigned', { measure: 'positive', answer: 'open_late', assigned_to: 'none' }],
  [response, 'First replies', { measure: 'replied' }],
  [response, 'Median time to reply', { measure: 'replied' }],
  [response, '90th percentile', { measure: 'replied' }],
  [categories, 'Negative', { measure: 'replied', sentiment: 'negative' }],
  [categories, '7 Replies, Not assigned', { measure: 'replied', category: 'none' }],
  [
    providers,
    '8.8% is answered, Google to Microsoft 365',
    { measure: 'replied', from_provider: 'Google', to_provider: 'Microsoft 365' },
  ],
  [providers, '8.8% is answered, All to All', { measure: 'replied', from_provider: 'any', to_provider: 'any' }],
  [clients, '90 Sent, Acme', { measure: 'sent', group_by: 'client', group_key: '4' }],
  [clients, '6.3% Positive, Acme', { measure: 'positive', group_by: 'client', group_key: '4' }],
  ['analytics-v2/agency-insights', '5 Positive, Acme', { measure: 'positive', group_by: 'client', group_key: '4' }],
  ['analytics-v2/performance-metrics', '80 Contacted, Acme', { group_by: 'mailbox_tag', group_key: '4' }],
  ['analytics-v2/campaign-performance', '3.3% Bounced, Acme', { measure: 'bounced', group_by: 'campaign' }],
  ['analytics-v2/email-health-metrics', '2 Meeting request, Acme', { measure: 'meetings', group_by: 'mailbox' }],
  ['analytics-v2/domain-health-metrics', '90 Sent, Acme', { group_by: 'domain', group_key: '4' }],
  ['global-analytics', '90 Sent, Yard time', { measure: 'sent', group_by: 'campaign', group_key: '3' }],
  ['global-analytics', '8.8% Replied, rosa@one.test', { measure: 'replied', group_by: 'mailbox', group_key: '8' }],
])('%s: "%s" opens exactly its rows', async (page, figure, asked) => {
  expect(await opened(page, figure)).toMatchObject(asked);
});

it('names what the rows have in common, and reads it from the address again', async () => {
  const server = given();
  await renderPage(AnalyticsArea, {
    address: `/app/${team}?figure=positive&rows=${encodeURIComponent('answer=late&weekday=5&hour=16')}`,
    server,
    as: person({ features: { global_analytics_access: true } }),
  });
  expect(await screen.findByRole('dialog', { name: 'Positive: late, Fri, 16:00 to 18:00' })).toBeDefined();
  expect(server.calls(workspaceAnalyticsContract, 'overallRows').at(-1)?.query).toMatchObject({ answer: 'late' });
});

it.each([
  [team, '4 Answered, Tom', 'Positive: answered by Tom'],
  [team, '1 Open over 4 h, Unassigned', 'Positive: assigned to no one, open over 4 h'],
  [team, '4 answered, Interested', 'Positive: Interested, answered'],
  [clients, '90 Sent, Acme', 'Sent: Acme'],
  ['global-analytics', '90 Sent, Yard time', 'Sent: Yard time'],
  ['global-analytics', '8.8% Replied, rosa@one.test', 'Replied: rosa@one.test'],
])('%s: "%s" is titled with the row that it is of', async (page, figure, title) => {
  await opened(page, figure);
  expect(screen.getByRole('dialog', { name: title })).toBeDefined();
});

it('shows a name from the address as plain text', async () => {
  await renderPage(AnalyticsArea, {
    address: `/app/${clients}?figure=sent&rows=group_by%3Dclient%26group_key%3D4&of=${encodeURIComponent('<b>Acme</b>')}`,
    server: given(),
    as: person({ features: { global_analytics_access: true } }),
  });
  expect(await screen.findByRole('dialog', { name: 'Sent: <b>Acme</b>' })).toBeDefined();
});

it('global-analytics says what needs attention today', async () => {
  await renderPage(AnalyticsArea, {
    address: '/app/global-analytics',
    server: given().answer(insightsContract, 'insightAttention', {
      items: [{ kind: 'BOUNCING', subject: 'Dock time', title: '9.0% bounced', action: 'Open campaign', href: '/app' }],
    }),
    as: person({ features: { global_analytics_access: true } }),
  });
  expect(await screen.findByRole('link', { name: 'Open campaign' })).toBeDefined();
});
