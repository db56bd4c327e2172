import { fireEvent, screen, within } from '@testing-library/react';
import {
  edSubscriptionContract,
  type EdSubscriptionView,
} from '@skein/contracts/ed-subscription/ed-subscription.contract';
import { addressChangeContract } from '@skein/contracts/main/address-change.contract';
import { referralsContract } from '@skein/contracts/main/referrals.contract';
import { billingContract } from '@skein/contracts/subscription/billing.contract';
import { maintenanceChoice } from '@skein/contracts/subscription/offers';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';
import { at, billing } from '../testing';

const address = '/app/settings/subscription';
const owner = person();
const noDeliverability: EdSubscriptionView = {
  state: 'NONE',
  requested_monitors: null,
  requested_at: null,
  monitors: null,
  starts_at: null,
  ends_at: null,
  is_ending: false,
  usage: { used: 3, limit: 20 },
};
const given = (server: FakeServer, view = billing()) =>
  void server
    .answer(billingContract, 'readBilling', view)
    .answer(edSubscriptionContract, 'readEdSubscription', noDeliverability)
    .answer(billingContract, 'listInvoices', { invoices: [], total: 0 })
    .answer(referralsContract, 'readReferrals', {
      code: 'SW-ABCDE12345',
      link: 'https://skein.test/sign-up?ref=SW-ABCDE12345',
      trial_days: 7,
      credits_each: 1_000,
      credits: 2_000,
      total: 3,
      paid: 2,
      referred: [{ signed_up_at: at(-2), paid_at: null, credits: 0 }],
    });

testPageStates({
  page: 'mfe-settings/src/subscription/subscription.page.tsx',
  area: SettingsArea,
  address,
  as: owner,
  given,
  reads: [billingContract, 'readBilling'],
  loading: 'Loading your plan',
  data: '2 × client',
  empty: {
    given: (server) =>
      given(server, billing({ plan_type: 'trial', choice: null, status: 'none', lines: [], card: null })),
    shows: 'Choose a plan',
  },
  error: { retry: 'Try again' },
  noAccess: {
    as: person({ role: 'VIEW_ONLY_ACCESS' }),
    goesTo: '/app/settings/profile',
    given: (server) => void server.answer(addressChangeContract, 'readAddressChange', { change: null }),
  },
});

it('shows the next invoice with its fees, what is used, and when it is used up', async () => {
  const server = productServer();
  given(server);
  await renderPage(SettingsArea, { server, address, as: owner });
  expect(await screen.findByText('$152.00')).toBeTruthy();
  expect(screen.getByText('100,000 of 150,000')).toBeTruthy();
  expect(screen.getByText(/Used up on .* at this pace/)).toBeTruthy();
  expect(screen.getByText('3 of 20')).toBeTruthy();
});

it('shows the referral link, what it brings, and what came of it', async () => {
  const server = productServer();
  given(server);
  await renderPage(SettingsArea, { server, address, as: owner });
  const link = await screen.findByLabelText<HTMLInputElement>('Your link');
  expect(link.value).toBe('https://skein.test/sign-up?ref=SW-ABCDE12345');
  expect(screen.getByText(/Their trial is 7 days longer.*1,000 verification credits/)).toBeTruthy();
  expect(screen.getByText(/3 teams signed up, 2 paid, 2,000 credits earned/)).toBeTruthy();
});

it('says until when everything works after a failed payment, and opens the card page', async () => {
  const server = productServer();
  given(server, billing({ status: 'past_due', failed: { at: at(-1), works_until: at(6) } }));
  await renderPage(SettingsArea, { server, address, as: owner });
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText(/Everything keeps working until/)).toBeTruthy();
  expect(within(alert).getByRole('button', { name: 'Update card' })).toBeTruthy();
});

it('lists plans by price and marks the current one, whether it was bought or granted', async () => {
  for (const choice of [billing().choice, null]) {
    const server = productServer();
    given(server, billing({ choice }));
    const page = await renderPage(SettingsArea, { server, address, as: owner });
    await screen.findByText('Current plan');
    const prices = [...document.querySelectorAll('article')].map((plan) => plan.getAttribute('aria-label'));
    expect(prices).toEqual(['Base', 'Growth', 'Popular', 'Pro', 'Pro Unlimited', 'Expert', 'Maintenance']);
    expect(screen.getByText('Current plan').closest('article')?.getAttribute('aria-label')).toBe('Pro');
    page.unmount();
  }
});

it('shows the exact difference before a change is paid, and what the plan would not hold', async () => {
  const server = productServer();
  given(server);
  server.answer(billingContract, 'previewChange', {
    lines: [{ name: 'Unused time on Skein Pro', cents: -6_000 }],
    due_now_cents: 0,
    next_cents: 3_900,
    next_at: at(20),
    shortfalls: ['No client views: 2 clients lose access'],
  });
  await renderPage(SettingsArea, { server, address, as: owner });
  const [first] = await screen.findAllByRole('button', { name: /Base/ });
  fireEvent.click(first as HTMLElement);
  expect(await within(await screen.findByRole('dialog')).findByText(/2 clients lose access/)).toBeTruthy();
});

it('shows of Maintenance what is kept, offers nothing to add to it, and says what stops before it is chosen', async () => {
  const server = productServer();
  const none = { used: 12, included: 0 };
  const kept = billing({ plan_type: 'maintenance', choice: maintenanceChoice });
  given(server, { ...kept, usage: { ...kept.usage, leads: none, senders: none, linkedin_accounts: 2 } });
  await renderPage(SettingsArea, { server, address, as: owner });
  expect(await screen.findAllByText('12, none included')).toHaveLength(2);
  expect(screen.getByText('Nothing can be added to Maintenance.')).toBeTruthy();
  const plan = document.querySelector<HTMLElement>('article[aria-label="Maintenance"]') as HTMLElement;
  expect(within(plan).getByText('Campaigns stop, and no leads or sender accounts can be added')).toBeTruthy();
  expect(within(plan).getByText('No LinkedIn: 2 accounts stop')).toBeTruthy();
});

it('asks for a deliverability subscription, withdraws it, and leaves a granted one to end', async () => {
  const server = productServer();
  given(server);
  const requested: EdSubscriptionView = {
    ...noDeliverability,
    state: 'REQUESTED',
    requested_monitors: 250,
    requested_at: at(0),
  };
  const active: EdSubscriptionView = {
    ...noDeliverability,
    state: 'ACTIVE',
    monitors: 250,
    starts_at: at(-1),
    ends_at: at(30),
    usage: { used: 3, limit: 270 },
  };
  server
    .answer(edSubscriptionContract, 'requestEdSubscription', requested)
    .answer(edSubscriptionContract, 'withdrawEdRequest', noDeliverability)
    .answer(edSubscriptionContract, 'endEdSubscription', { ...active, is_ending: true });
  const page = await renderPage(SettingsArea, { server, address, as: owner });
  fireEvent.click(await screen.findByRole('radio', { name: '250' }));
  server.answer(edSubscriptionContract, 'readEdSubscription', requested);
  fireEvent.click(screen.getByRole('button', { name: 'Request subscription' }));
  await screen.findByText(/^You asked for 250 monitors/);
  expect(server.calls(edSubscriptionContract, 'requestEdSubscription')[0]?.body).toMatchObject({ monitors: 250 });
  expect(page.store.getState().edsubscription.lastSeenPlan).toBe('250');
  server.answer(edSubscriptionContract, 'readEdSubscription', active);
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw request' }));
  await screen.findByText(/^250 monitors on top of your plan/);
  server.answer(edSubscriptionContract, 'readEdSubscription', { ...active, is_ending: true });
  fireEvent.click(screen.getByRole('button', { name: 'Let it end' }));
  await screen.findByRole('button', { name: 'Keep subscription' });
});

it('says what clients and LinkedIn accounts add, by how the plan is paid', async () => {
  const server = productServer();
  given(server);
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText('Each active client adds $29.00 a month.');
  screen.getByText('Each LinkedIn account adds $59.00 a month.');
  screen.getByText('Plans without clients or LinkedIn don’t charge for them.');
  fireEvent.click(screen.getByRole('radio', { name: 'Yearly' }));
  await screen.findByText('Each LinkedIn account adds $708.00 a year ($59.00 a month).');
});

it('says how fast the support chat replies, only where the installation has one', async () => {
  const server = productServer();
  given(server);
  const { unmount } = await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByRole('article', { name: 'Base' });
  expect(screen.queryByText(/Chat replies/)).toBeNull();
  unmount();
  await renderPage(SettingsArea, { server, address, as: owner, host: { hasSupportChat: true } });
  within(await screen.findByRole('article', { name: 'Base' })).getByText('Chat replies within 8 hours');
  within(screen.getByRole('article', { name: 'Expert' })).getByText('Chat replies within 5 hours');
  screen.getByText('Chat replies within 5 hours.');
});
