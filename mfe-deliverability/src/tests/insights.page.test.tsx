import { fireEvent, screen, waitFor } from '@testing-library/react';
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
const given = (server: FakeServer) => void server.answer(placementContract, 'insights', { rows: [insight] });

testPageStates({
  area: DeliverabilityArea,
  address: `${base}/mailboxes-insights`,
  as: owner,
  given,
  reads: [placementContract, 'insights'],
  loading: 'Loading Mailboxes',
  data: 'lena@northlight-team.test',
  empty: {
    given: (server) => void server.answer(placementContract, 'insights', { rows: [] }),
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
  expect(server.calls(placementContract, 'insights')[0]?.query).toEqual({ days: 14 });
  fireEvent.click(screen.getByRole('radio', { name: '90 days' }));
  await waitFor(() => expect(server.calls(placementContract, 'insights').at(-1)?.query).toEqual({ days: 90 }));
  expect(page.store.getState().smartdelivery.insightsPeriod).toBe('90');
});
