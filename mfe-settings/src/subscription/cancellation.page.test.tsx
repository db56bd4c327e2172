import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { addressChangeContract } from '@skein/contracts/main/address-change.contract';
import { planDetailsContract } from '@skein/contracts/main/plan-details.contract';
import { billingContract, type BillingView } from '@skein/contracts/subscription/billing.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/account-cancellation';
const paid: Partial<BillingView> = {
  plan_type: 'pro',
  choice: { offer: 'pro', interval: 'month', sequences: 0, senders: 0 },
  status: 'active',
  period_end: '2026-12-14T00:00:00.000Z',
  cancel_at_period_end: false,
  next_invoice_cents: 15_200,
  bonus_available: true,
};
const leads = { used: 1_200, included: 30_000 };
const given = (server: FakeServer, more: Partial<BillingView> = {}) =>
  void server.answer(billingContract, 'readBilling', { ...paid, usage: { leads, clients: 2 }, ...more } as never);
const open = async (more: Partial<BillingView> = {}) => {
  const server = productServer();
  given(server, more);
  // What the subscription page reads, where people go when they are done.
  server.fail(billingContract, 'listInvoices');
  const page = await renderPage(SettingsArea, { address, server });
  await screen.findByText('Your cancellation');
  return { server, page };
};

testPageStates({
  page: 'mfe-settings/src/subscription/cancellation.page.tsx',
  area: SettingsArea,
  address,
  given,
  reads: [billingContract, 'readBilling'],
  loading: 'Loading your plan',
  data: 'Your cancellation',
  full: {
    given: (server) =>
      given(server, { usage: { leads: { used: 12_345_678, included: 30_000 }, clients: 1_234 } as never }),
    shows: /12,345,678/,
  },
  empty: {
    given: (server) => given(server, { plan_type: 'trial', choice: null, status: 'none', period_end: null }),
    shows: 'There is nothing to cancel',
  },
  noAccess: {
    as: person({ role: 'VIEW_ONLY_ACCESS' }),
    goesTo: '/app/settings/profile',
    given: (server) => void server.answer(addressChangeContract, 'readAddressChange', { change: null }),
  },
});

it('says what is kept, what can be exported, and that nothing is refunded', async () => {
  await open();
  const row = screen.getByRole('row', { name: /1,200 leads/ });
  expect(within(row).getByText('Kept')).toBeTruthy();
  expect(within(row).getByRole('link', { name: 'Export as CSV' }).getAttribute('href')).toBe('/app/leads/all');
  expect(screen.getByRole('row', { name: /2 client views/ }).textContent).toContain('Clients can read');
  expect(screen.getByText(/nothing is refunded, and the invoice of \$152\.00 on that day is not issued/)).toBeTruthy();
});

it('cancels without a reason, or with one and a comment', async () => {
  const { server } = await open();
  server.fail(billingContract, 'cancelSubscription', { code: 'UPSTREAM', message: 'Payments do not answer.' });
  const cancel = screen.getByRole('button', { name: /^Cancel on / });
  fireEvent.click(cancel);
  await screen.findByText('It is not cancelled');
  expect(screen.queryByLabelText('What could we do better?')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'It costs too much' }));
  fireEvent.change(screen.getByLabelText('What could we do better?'), { target: { value: 'Fewer seats' } });
  fireEvent.click(cancel);
  await waitFor(() =>
    expect(server.calls(billingContract, 'cancelSubscription').map(({ body }) => body)).toEqual([
      { reason: 'none', comment: '' },
      { reason: 'price', comment: 'Fewer seats' },
    ]),
  );
});

it('offers a discount once, next to the cancellation and not before it', async () => {
  const { server } = await open();
  server.fail(planDetailsContract, 'claimChurnBonus', { code: 'CONFLICT', message: 'It was taken before.' });
  expect(screen.getByRole('button', { name: /^Cancel on / })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Take 20% off and stay' }));
  await screen.findByText('The offer could not be taken');
  expect(server.calls(planDetailsContract, 'claimChurnBonus')).toHaveLength(1);
});

it('offers maintenance with its price before the end, unless it is the plan already', async () => {
  const { page } = await open();
  screen.getByText('Keep the workspace for $8.95 a month');
  expect(screen.getByRole('link', { name: 'Compare with Maintenance' }).getAttribute('href')).toBe(
    '/app/settings/subscription',
  );
  page.unmount();
  await open({
    plan_type: 'maintenance',
    choice: { offer: 'maintenance', interval: 'month', sequences: 0, senders: 0 },
  });
  expect(screen.queryByText(/^Keep the workspace for/)).toBeNull();
});

it('makes no offer that was accepted before', async () => {
  await open({ bonus_available: false });
  expect(screen.queryByRole('button', { name: /off and stay/ })).toBeNull();
});

it('withdraws a cancellation until the period ends', async () => {
  const server = productServer();
  given(server, { cancel_at_period_end: true });
  server.answer(billingContract, 'resumeSubscription', { ...paid, usage: { leads, clients: 0 } } as never);
  await renderPage(SettingsArea, { address, server });
  await screen.findByText(/^Your subscription ends on /);
  given(server);
  fireEvent.click(screen.getByRole('button', { name: 'Keep the subscription' }));
  await screen.findByText('Your subscription continues');
  expect(await screen.findByText('Your cancellation')).toBeTruthy();
});
