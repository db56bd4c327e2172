import { fireEvent, screen } from '@testing-library/react';
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
  ...{ best_campaign: { id: 3, name: 'Yard time', positive: 1 }, best_day: { date: '2026-03-04', positive: 2 } },
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
  data: 'Yard time brought 1 positive reply.',
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
    best_campaign: { id: 3, name: longName, positive: 1_200 },
  }));
  const page = await renderPage(AnalyticsArea, { address: `${address}?year=2025`, server });
  await screen.findByText(`${longName} brought 1,200 positive replies.`);
  screen.getByText('1,234,567');
  expect(page.address()).toBe(`${address}?year=2025`);
  expect(server.calls(insightsContract, 'yearRecap')[0]?.query.year).toBe(2025);
  const picture = () => decodeURIComponent(screen.getByAltText(/2025 in review/).getAttribute('src') ?? '');
  expect(picture()).not.toContain('1,234,567');
  fireEvent.click(screen.getByRole('switch', { name: 'Sent' }));
  expect(picture()).toContain('1,234,567');
});
