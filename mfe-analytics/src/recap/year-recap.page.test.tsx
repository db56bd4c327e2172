import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { stopClock } from '@skein/testing/clock';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AnalyticsArea } from '../analytics-area';

const address = '/app/year-recap';
const longName = `Autumn outreach to ${'the procurement of manufacturers '.repeat(6).trim()}`;
const recap = {
  ...{ counts: { sent: 1_234_567, positive: 1 }, rates: { replied: 8.8 } },
  best_email: {
    ...{
      campaign_id: 3,
      campaign_name: 'Yard time',
      seq_number: 2,
      label: 'B',
      subject: 'Gates in {{city | default: "Joliet"}}',
    },
    ...{ sent: 200, replied: 10, positive: 1 },
  },
  campaigns: [{ id: 3, name: 'Yard time', contacted: 80, replied: 8, positive: 1 }],
  people: [
    { name: 'Tom Lindqvist', answered: 5, median_seconds: 1_200 },
    { name: null, answered: 1, median_seconds: null },
  ],
  best_day: { date: '2026-03-04', positive: 2 },
};
const given = (server: FakeServer) =>
  void server.answer(insightsContract, 'yearRecap', ({ query }) => ({ ...recap, year: query.year }));

beforeEach(() => stopClock('2026-11-24T09:00:00Z'));

testPageStates({
  page: 'mfe-analytics/src/recap/year-recap.page.tsx',
  area: AnalyticsArea,
  address,
  given,
  reads: [insightsContract, 'yearRecap'],
  loading: 'Loading the recap',
  data: 'Gates in [city]',
  full: 'Yard time',
  empty: {
    given: (server) => server.answer(insightsContract, 'yearRecap', { year: 2026 }),
    shows: 'Nothing was sent in 2026',
  },
  noAccess: { as: person({ user: { isClient: true } }), shows: /You don’t have access to Year recap/ },
});

it('shows a year with large figures and a long name, and shares only what is turned on', async () => {
  const server = productServer().answer(insightsContract, 'yearRecap', ({ query }) => ({
    ...{ ...recap, year: query.year },
    campaigns: [{ id: 3, name: longName, contacted: 9_800, replied: 2_400, positive: 1_200 }],
  }));
  const page = await renderPage(AnalyticsArea, { address: `${address}?year=2025`, server });
  const link = await screen.findByRole('link', { name: longName });
  expect(link.getAttribute('href')).toBe('/app/email-campaign/3/overview/performance');
  screen.getByText('1,234,567');
  expect(page.address()).toBe(`${address}?year=2025`);
  expect(server.calls(insightsContract, 'yearRecap')[0]?.query.year).toBe(2025);
  const picture = () => decodeURIComponent(screen.getByAltText(/2025 in review/).getAttribute('src') ?? '');
  expect(picture()).not.toContain('1,234,567');
  fireEvent.click(screen.getByRole('switch', { name: 'Sent' }));
  expect(picture()).toContain('1,234,567');
});

it('names the best email with its rates, the campaigns with their replies, and who answered', async () => {
  const server = productServer();
  given(server);
  await renderPage(AnalyticsArea, { address, server });
  await screen.findByText('Gates in [city]');
  screen.getByText('1 positive reply. 5.0% of 200 sent got a reply.');
  screen.getByText('Step 2, variant B, Yard time');
  const email = screen.getByRole('link', { name: 'View email' });
  expect(email.getAttribute('href')).toBe('/app/email-campaign/3/overview/performance');
  const replies = screen.getByRole('link', { name: '8 replies to Yard time' });
  expect(replies.getAttribute('href')).toBe('/app/email-campaign/3/overview/inbox');
  const people = within(screen.getByRole('table', { name: 'Who answered' }));
  expect(people.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'PersonAnsweredMedian time',
    'Tom Lindqvist520 min',
    'From another mail client1–',
  ]);
});

it('leads from a year without emails, as one that has just begun, to the year before', async () => {
  const server = productServer().answer(insightsContract, 'yearRecap', ({ query: { year } }) =>
    year === 2026 ? { year } : { ...recap, year },
  );
  const page = await renderPage(AnalyticsArea, { address, server });
  fireEvent.click(await screen.findByRole('button', { name: 'See 2025' }));
  await screen.findByText('1,234,567');
  expect(page.address()).toBe(`${address}?year=2025`);
});

it('offers no year before that has no emails either', async () => {
  const server = productServer().answer(insightsContract, 'yearRecap', ({ query: { year } }) => ({ year }));
  await renderPage(AnalyticsArea, { address, server });
  await screen.findByText('Nothing was sent in 2026');
  await waitFor(() => expect(server.calls(insightsContract, 'yearRecap')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'See 2025' })).toBeNull();
});
