import { screen, waitFor } from '@testing-library/react';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import { testKeptAddress } from '@skein/testing/kept-address';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { DeliverabilityArea } from '../deliverability-area';
import { base, owner, report } from '../testing';

const list = `${base}/auto/all-tests`;
const noTests = () =>
  productServer()
    .answer(placementContract, 'tests', { rows: [], total: 0 })
    .answer(placementContract, 'choices', { seeds: [], senders: [], monitors: { used: 0, limit: null } });

testKeptAddress({
  area: DeliverabilityArea,
  bare: list,
  query: 'result=fail',
  asks: { type: 'auto', status: 'FAIL' },
  as: owner,
  given: (server) =>
    server
      .answer(placementContract, 'tests', { rows: [], total: 0 })
      .answer(placementContract, 'choices', { seeds: [], senders: [], monitors: { used: 0, limit: null } }),
  reads: [placementContract, 'tests'],
});

describe('the test that was opened last', () => {
  const openTest = async () => {
    const page = await renderPage(DeliverabilityArea, {
      address: `${base}/9/auto/deliverability-results`,
      server: noTests().answer(placementContract, 'report', report),
      as: owner,
    });
    await waitFor(() => expect(page.store.getState().smartdelivery.lastTestId).toBe(9));
    page.unmount();
    window.dispatchEvent(new Event('pagehide'));
  };

  it('is one press away from the list, also after a reload', async () => {
    await openTest();
    const server = noTests().answer(placementContract, 'report', report);
    await renderPage(DeliverabilityArea, { address: list, server, as: owner });
    const link = await screen.findByRole('link', { name: report.name });
    expect(link.getAttribute('href')).toBe(`${base}/9/auto/deliverability-results`);
  });

  it('is not offered once it is gone', async () => {
    await openTest();
    const server = noTests().fail(placementContract, 'report', { code: 'NOT_FOUND', message: 'This test is gone.' });
    await renderPage(DeliverabilityArea, { address: list, server, as: owner });
    await screen.findByText('No tests yet');
    await waitFor(() => expect(server.calls(placementContract, 'report')).toHaveLength(1));
    expect(screen.queryByText(/Last opened/)).toBeNull();
  });
});
