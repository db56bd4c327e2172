import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { DeliverabilityArea } from '../deliverability-area';
import { base, owner, testRow, without } from '../testing';

const insight = {
  ...testRow.latest,
  name: 'lena@northlight-team.test',
  seconds: 7,
  mailbox_id: 3,
  tests: 2,
  trend: [{ at: '2026-11-25T08:00:00.000Z', score: 50 }],
  spf: 'fail',
  dkim: 'pass',
  dmarc: null,
};
const given = (server: FakeServer) => void server.answer(placementContract, 'insights', { rows: [insight], total: 1 });

testPageStates({
  page: 'mfe-deliverability/src/tests/insights.page.tsx',
  area: DeliverabilityArea,
  address: `${base}/mailboxes-insights`,
  as: owner,
  given,
  reads: [placementContract, 'insights'],
  loading: 'Loading Mailboxes',
  data: 'lena@northlight-team.test',
  empty: {
    given: (server) => void server.answer(placementContract, 'insights', { rows: [], total: 0 }),
    shows: 'No results in this period',
  },
  noAccess: { as: without, shows: /SmartDelivery/ },
});

it('asks for the chosen period, and for the same one the next time', async () => {
  const server = productServer();
  given(server);
  const address = `${base}/mailboxes-insights`;
  const page = await renderPage(DeliverabilityArea, { server, address, as: owner });
  await screen.findByText('lena@northlight-team.test');
  expect(server.calls(placementContract, 'insights')[0]?.query).toMatchObject({ days: 14 });
  fireEvent.click(screen.getByRole('radio', { name: '90 days' }));
  await waitFor(() => expect(server.calls(placementContract, 'insights').at(-1)?.query).toMatchObject({ days: 90 }));
  expect(page.store.getState().smartdelivery.insightsPeriod).toBe('90');
});

it('opens the runs of a mailbox, each with its way to the result, and the mailbox itself', async () => {
  const server = productServer();
  given(server);
  const run = {
    ...testRow.latest,
    ...{ test_id: 9, test_name: 'Q4 logistics', test_type: 'auto' as const, run: 2 },
    started_at: '2026-11-25T08:00:00.000Z',
  };
  const hidden = { ...run, test_id: 12, test_name: null, run: 1 };
  server.answer(placementContract, 'insightRuns', { rows: [run, hidden], total: 60 });
  await renderPage(DeliverabilityArea, { server, address: `${base}/mailboxes-insights`, as: owner });
  fireEvent.click(await screen.findByText('lena@northlight-team.test'));
  const drawer = within(await screen.findByRole('dialog'));
  expect((await drawer.findByRole('link', { name: 'Q4 logistics, run 2' })).getAttribute('href')).toBe(
    `${base}/9/auto/deliverability-results?run=2`,
  );
  drawer.getByText('A test with mailboxes you can’t see');
  expect(drawer.getByRole('link', { name: 'Open mailbox' }).getAttribute('href')).toBe('/app/email-account/3/overview');
  expect(server.calls(placementContract, 'insightRuns')[0]).toMatchObject({
    params: { mailboxId: 3 },
    query: { days: 14, offset: 0, limit: 25 },
  });
  fireEvent.click(drawer.getByRole('button', { name: 'Older' }));
  await waitFor(() =>
    expect(server.calls(placementContract, 'insightRuns').at(-1)?.query).toMatchObject({ offset: 25 }),
  );
});

it('pages and searches on the server', async () => {
  const server = productServer();
  server.answer(placementContract, 'insights', { rows: [insight], total: 101 });
  await renderPage(DeliverabilityArea, { server, address: `${base}/mailboxes-insights`, as: owner });
  await screen.findByText('lena@northlight-team.test');
  const asked = () => server.calls(placementContract, 'insights').at(-1)?.query;
  fireEvent.click(screen.getByRole('button', { name: /Next/ }));
  await waitFor(() => expect(asked()).toEqual({ days: 14, offset: 100, limit: 100 }));
  fireEvent.change(screen.getByLabelText('Search mailboxes'), { target: { value: 'lena ' } });
  await waitFor(() => expect(asked()).toEqual({ days: 14, search: 'lena', offset: 0, limit: 100 }));
});
