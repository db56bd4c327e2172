import { screen } from '@testing-library/react';
import { reviewContract, type ForecastView } from '@skein/contracts/main/review.contract';
import { example } from '@skein/testing/example';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { ForecastHold } from './forecast-hold';

const now = new Date('2026-11-23T12:00:00.000Z');
const forecast = (leads: number | null) =>
  example(reviewContract.endpoints.forecastCampaign.response, {
    time_zone: 'America/Chicago',
    on_hold:
      leads === null
        ? null
        : { leads, until: '2026-11-26T14:30:00.000Z', reason: '4 of 40 emails in 24 hours had a dead address' },
  }) as ForecastView;
const open = (leads: number | null, as = person()) =>
  renderPage(
    () => (
      <main>
        <ForecastHold forecast={forecast(leads)} now={now} />
      </main>
    ),
    { address: '/app/email-campaign/7', server: productServer(), as },
  );

it('says how many new leads are on hold, until when, why, and leads to where the hold is released', async () => {
  await open(28);
  expect(screen.getByText('28 new leads are on hold until Thu, Nov 26, 08:30 CST.')).toBeTruthy();
  expect(screen.getByText(/4 of 40 emails in 24 hours had a dead address\. /)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open fleet' }).getAttribute('href')).toBe(
    '/app/email-accounts/fleet#responses',
  );
});

it('says nothing where nothing is on hold', async () => {
  await open(null);
  expect(screen.queryByText(/on hold/)).toBeNull();
});
