import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { placedEmailsContract } from '@skein/contracts/analytics/placed-emails.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AnalyticsArea } from '../analytics-area';

const whole = person({ features: { global_analytics_access: true, smart_delivery: true } });
const domains = '/app/analytics-v2/domain-health-metrics';
const range = 'from=2026-11-01&to=2026-11-07&zone=Etc/GMT';
const address = `${domains}?${range}&figure=spam&rows=group_by%3Ddomain%26group_key%3Done.test&of=one.test`;
const email = {
  ...{ id: 'test-8', sent_at: '2026-11-03T09:00:00.000Z', kind: 'TEST' as const, provider: 'Google' as const },
  ...{ mailbox: { id: 3, from_email: 'rosa@one.test' }, landed: 'SPAM' as const },
  test: { id: 5, name: 'Yard time test', type: 'auto' as const },
};
const given = (server: FakeServer) =>
  server
    .answer(insightsContract, 'insightGroups', {
      groups: [{ key: 'one.test', name: 'one.test', placed: 40, spam: 6 }],
    })
    .answer(insightsContract, 'insightWeeks', {})
    .answer(insightsContract, 'insightMatrix', {
      cells: [{ from: 'GMAIL', to: 'OUTLOOK', sent: 90, placed: 40, spam: 6 }],
    })
    .answer(insightsContract, 'insightMailboxes', {})
    .answer(insightsContract, 'insightAttention', {})
    .answer(workspaceAnalyticsContract, 'overallStatistics', {})
    .answer(workspaceAnalyticsContract, 'overallDays', {})
    .answer(workspaceAnalyticsContract, 'overallByCampaign', {})
    .answer(workspaceAnalyticsContract, 'overallByMailbox', {})
    .answer(campaignsContract, 'listTags', { tags: [] })
    .answer(placedEmailsContract, 'listPlacedEmails', { rows: [email], total: 6 });

async function open(at: string, as = whole) {
  const server = given(productServer());
  return { server, page: await renderPage(AnalyticsArea, { address: at, server, as }) };
}
const asked = (server: FakeServer) => server.calls(placedEmailsContract, 'listPlacedEmails').at(-1)?.query;

describe('the emails behind a share in spam', () =>
  testPageStates({
    page: 'mfe-analytics/src/insights/insights.page.tsx',
    area: AnalyticsArea,
    address,
    as: whole,
    given,
    reads: [placedEmailsContract, 'listPlacedEmails'],
    loading: 'Loading Warmup and test emails',
    data: 'rosa@one.test',
    full: 'Yard time test',
    empty: {
      given: (server) => server.answer(placedEmailsContract, 'listPlacedEmails', {}),
      shows: 'Nothing landed in spam',
    },
    noAccess: { as: person(), goesTo: '/app/global-analytics' },
  }));

it.each([
  ['15.0% Spam, one.test', { figure: 'spam', group_by: 'domain', group_key: 'one.test' }],
  ['6 of 40 warmup and test emails, one.test', { figure: 'placed', group_by: 'domain', group_key: 'one.test' }],
])('the share of a domain leads to its emails: %s', async (figure, query) => {
  const { server } = await open(`${domains}?${range}&client=9`);
  await userEvent.click(await screen.findByRole('button', { name: figure }));
  await screen.findByRole('dialog', { name: /: one\.test$/ });
  expect(asked(server)).toMatchObject({
    ...query,
    ...{ client_ids: [9], from: '2026-11-01', to: '2026-11-07', time_zone: 'Etc/GMT' },
  });
});

it.each([
  ['15.0% lands in spam, Google to Microsoft 365', { from_provider: 'Google', to_provider: 'Microsoft 365' }],
  ['15.0% lands in spam, All to All', { from_provider: 'any', to_provider: 'any' }],
])('the share of a pair of providers leads to its emails: %s', async (figure, query) => {
  const { server } = await open(`${domains}?${range}`);
  await userEvent.click(await screen.findByText('Spam', { selector: 'button' }));
  await userEvent.click(await screen.findByRole('button', { name: figure }));
  await screen.findByRole('dialog', { name: /^Landed in spam: / });
  expect(asked(server)).toMatchObject({ figure: 'spam', ...query });
});

it('leads to the test, or to the warmup of the mailbox, and nowhere when that is gone', async () => {
  const { server } = await open(address);
  const drawer = within(await screen.findByRole('dialog', { name: 'Landed in spam: one.test' }));
  const link = await drawer.findByRole('link', { name: 'Yard time test' });
  expect(link.getAttribute('href')).toBe('/app/email-deliverability/smart-inbox/5/auto/deliverability-results');
  const warmup = { ...email, id: 'warmup-1', kind: 'WARMUP' as const, test: null };
  server.answer(placedEmailsContract, 'listPlacedEmails', {
    rows: [
      warmup,
      { ...warmup, id: 'warmup-2', mailbox: { id: 4, from_email: 'gone@one.test', is_removed: true } },
      { ...email, id: 'test-9', test: null },
    ],
    total: 3,
  });
  await userEvent.click(drawer.getByText('All'));
  await drawer.findByText('gone@one.test');
  expect(drawer.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual(['/app/email-account/3/warmup']);
  expect(drawer.getByText('Placement test')).toBeDefined();
});

it('shows them page by page, and switches between those in spam and all', async () => {
  const { server, page } = await open(address);
  server.answer(placedEmailsContract, 'listPlacedEmails', ({ query }) =>
    query.cursor
      ? { rows: [{ ...email, id: 'test-2', test: { ...email.test, name: 'Earlier test' } }], total: 51 }
      : { rows: [email], total: 51, next_cursor: 'further' },
  );
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByText('Yard time test');
  await userEvent.click(drawer.getByText('All'));
  await waitFor(() => expect(page.address()).toContain('figure=placed'));
  const next = await drawer.findByRole('button', { name: 'Next' });
  await waitFor(() => expect(next).toHaveProperty('disabled', false));
  await userEvent.click(next);
  await drawer.findByText('Earlier test');
  expect(asked(server)).toMatchObject({ figure: 'placed', cursor: 'further', group_key: 'one.test' });
});

it('takes along a file of what is shown, for whom files are', async () => {
  const { server } = await open(address);
  server.answer(placedEmailsContract, 'exportPlacedEmails', 'When');
  const drawer = within(await screen.findByRole('dialog'));
  await userEvent.click(await drawer.findByRole('button', { name: 'CSV' }));
  await waitFor(() =>
    expect(server.calls(placedEmailsContract, 'exportPlacedEmails')[0]?.query).toMatchObject({
      ...{ figure: 'spam', group_by: 'domain', group_key: 'one.test', from: '2026-11-01' },
    }),
  );
});

it('offers no file to a member with limits', async () => {
  await open(address, person({ role: 'LIMITED_FULL_MEMBER_ACCESS', features: { global_analytics_access: true } }));
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByText('Yard time test');
  expect(drawer.queryByRole('button', { name: 'CSV' })).toBeNull();
});

it('opens nothing from an address for whom the figures of the agency are not', async () => {
  const { server } = await open(`/app/global-analytics?${range}&figure=spam`, person({ planType: 'trial' }));
  await screen.findByText('Analytics', { selector: 'h1' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked(server)).toBeUndefined();
});
