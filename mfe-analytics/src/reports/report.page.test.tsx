import { fireEvent, screen } from '@testing-library/react';
import { reportsContract } from '@skein/contracts/analytics/reports.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AnalyticsArea } from '../analytics-area';

const address = '/app/global-analytics/reports/7';
const longName = `Weekly figures of ${'Alder Freight and its daughters '.repeat(5).trim()}`;
const report = { id: 7, name: 'Weekly for Alder', page: 'lead-response', is_own: true, schedule: null } as const;
const given = (server: FakeServer) => void server.answer(reportsContract, 'readReport', report);

testPageStates({
  page: 'mfe-analytics/src/reports/report.page.tsx',
  area: AnalyticsArea,
  address,
  given,
  reads: [reportsContract, 'readReport'],
  loading: 'Loading the report',
  data: 'Weekly for Alder',
  empty: {
    given: (server) => server.fail(reportsContract, 'readReport', { code: 'NOT_FOUND' }),
    shows: /does not exist/,
  },
  noAccess: {
    as: person({
      user: { isClient: true, client_permissions: { permission: ['reply_master_inbox'], retricted_category: [] } },
    }),
    shows: 'You don’t have access to Report',
  },
});

it('shows a long name whole, and says in numbers what deleting it does', async () => {
  const server = productServer().answer(reportsContract, 'readReport', {
    ...report,
    ...{ name: longName, recipients: 1, schedule: { is_active: true } },
  });
  await renderPage(AnalyticsArea, { address, server });
  await screen.findByRole('heading', { name: longName });
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText(/^1 recipient no longer gets it by email\./);
});

it('offers a colleague neither the change nor the deletion', async () => {
  const server = productServer().answer(reportsContract, 'readReport', { ...report, is_own: false });
  await renderPage(AnalyticsArea, { address, server });
  await screen.findByText(/The PDF covers the last seven days/);
  for (const name of ['Edit', 'Delete']) expect(screen.queryByRole('button', { name })).toBeNull();
});

it('says what it is narrowed to, and “All campaigns” only where it is narrowed to nothing', async () => {
  const whole = { ...report, page: 'global-analytics' } as const;
  const server = productServer().answer(reportsContract, 'readReport', whole);
  const { unmount } = await renderPage(AnalyticsArea, { address, server });
  expect(await screen.findByText('All campaigns')).toBeDefined();
  unmount();
  server.answer(reportsContract, 'readReport', {
    ...whole,
    address: 'campaign=4&mailbox=9',
    narrowed_to: [
      { filter: 'campaign', name: 'Q4 logistics' },
      { filter: 'mailbox', name: null },
    ],
  });
  await renderPage(AnalyticsArea, { address, server });
  expect(await screen.findByText('Analytics, campaign Q4 logistics, mailbox not available')).toBeDefined();
  expect(screen.queryByText('All campaigns')).toBeNull();
});
