import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { offers, restrictedSenderNames } from '@skein/contracts/smart-senders/offers';
import type { OrderView } from '@skein/contracts/smart-senders/purchase-views';
import { purchasesContract } from '@skein/contracts/smart-senders/purchases.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testFormStates } from '@skein/testing/form-states';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AccountsArea } from '../accounts-area';

const features = { global_analytics_access: true, smart_senders: true };
const owner = person({ features });
const at = '2026-11-23T10:02:11.000Z';
const summary = {
  mailboxes: 3,
  ready: 2,
  setting_up: 0,
  mailboxes_failed: 1,
  domains: 1,
  domains_active: 1,
  dns_passes: 1,
  domains_need_you: 0,
  open_orders: 1,
  renewals_cents: 1_200,
  renewals: 3,
  is_sandbox: true,
};
const domain = {
  id: 4,
  name: 'getalder.com',
  status: 'ACTIVE' as const,
  price_cents: 1_500,
  forwards_to: 'northlight.com',
  failure: null,
  records: [],
  dns_checked_at: at,
  expires_at: '2027-11-23T10:00:00.000Z',
};
const mailbox = {
  id: 7,
  domain_id: 4,
  email: 'nora.whitlock@getalder.com',
  local_part: 'nora.whitlock',
  first_name: 'Nora',
  last_name: 'Whitlock',
  picture_url: null,
  status: 'READY' as const,
  progress: 'COMPLETED' as const,
  steps_done: 4,
  price_cents: 400,
  failure: null,
  mailbox_id: 70,
  created_at: at,
  ready_at: at,
};
const payment = {
  id: 1,
  part: 'DOMAINS' as const,
  amount_cents: 1_500,
  refunded_cents: 0,
  status: 'PAID' as const,
  failure: null,
  checkout_url: null,
  paid_at: at,
};
const order: OrderView = {
  id: 12,
  kind: 'PURCHASE',
  status: 'IN_PROGRESS',
  label: 'Mailbox payment failed',
  offer_id: 1,
  offer_name: 'Vendor 1',
  host: 'SMTP',
  client: null,
  domains: 1,
  mailboxes: 1,
  mailboxes_ready: 0,
  failed: 0,
  total_cents: 1_900,
  paid_cents: 1_500,
  refunded_cents: 0,
  pay_url: null,
  is_sandbox: true,
  created_by_name: 'Maya Lindqvist',
  created_at: at,
  completed_at: null,
  forwarding_domain: 'northlight.com',
  timeline: [
    { step: 'ORDER_PLACED', status: 'completed', title: 'Order placed', detail: 'by Maya Lindqvist', at },
    { step: 'DOMAIN_PAYMENT', status: 'completed', title: 'Domain payment', detail: '$15.00', at },
    { step: 'MAILBOX_PAYMENT', status: 'failed', title: 'Mailbox payment failed', detail: 'The card.', at: null },
    { step: 'VENDOR_PROCESSING', status: 'in-progress', title: 'Vendor processing', detail: '0 of 1', at: null },
    { step: 'DOMAIN_ACTIVATED', status: 'pending', title: 'Domain activated', detail: '0 of 1 domain', at: null },
  ],
  payments: [
    payment,
    { ...payment, id: 2, part: 'MAILBOXES', amount_cents: 400, status: 'FAILED', failure: 'The card was declined.' },
  ],
  domain_items: [domain],
  mailbox_items: [{ ...mailbox, status: 'PENDING', progress: 'PENDING', steps_done: 0, mailbox_id: null }],
  trouble: null,
  events: [
    { at, text: 'nora.whitlock@getalder.com was created.' },
    { at, text: 'The DNS records of getalder.com were published.' },
    { at, text: 'The order was placed: 1 domain and 1 mailbox.' },
  ],
};
const bought = { offer_id: 1, offer_name: 'Vendor 1', host: 'SMTP' as const, client_name: null, order_id: 12 };
const given = (server: FakeServer) => {
  server
    .answer(purchasesContract, 'summary', summary)
    .answer(purchasesContract, 'getOrder', order)
    .answer(purchasesContract, 'listOrders', { rows: [order], next_cursor: null })
    .answer(purchasesContract, 'listPurchasedDomains', {
      rows: [{ ...domain, ...bought, mailboxes: 3, auto_renew: true, renewal_order_id: null, registered_at: at }],
      next_cursor: null,
    })
    .answer(purchasesContract, 'listPurchasedMailboxes', {
      rows: [
        {
          ...mailbox,
          ...bought,
          domain: domain.name,
          dns: 'PASS',
          dns_problem: null,
          warmup: 'ACTIVE',
          is_connected: true,
          daily_limit: 30,
          renews_at: '2026-12-23T10:00:00.000Z',
          is_cancelled: false,
        },
      ],
      next_cursor: null,
    });
};
/** Where somebody without access to it is sent. */
const mailboxList = (server: FakeServer) => {
  server
    .answer(mailboxesContract, 'list', {
      rows: [],
      total: 0,
      totals: { all: 0, connected: 0, failing: 0, suspended: 0 },
      next_cursor: null,
    })
    .answer(campaignsContract, 'listTags', { tags: [] })
    .answer(clientsContract, 'listClients', { clients: [] })
    .answer(mailboxChangesContract, 'listMailboxChanges', { rows: [], next_cursor: null });
};
const noAccess = { as: person(), goesTo: '/app/email-accounts', given: mailboxList };
const none = { rows: [], next_cursor: null };
const manyOrders = {
  given: (server: FakeServer) =>
    void server.answer(purchasesContract, 'listOrders', {
      rows: Array.from({ length: 30 }, (_, index) => ({ ...order, id: 1_000_000 + index })),
      next_cursor: null,
    }),
  shows: 'Order 1000029',
};

describe.each([
  { tab: 'emails', name: 'listPurchasedMailboxes', title: 'Purchased mailboxes', data: mailbox.email },
  { tab: 'domains', name: 'listPurchasedDomains', title: 'Purchased domains', data: domain.name },
  { tab: 'orders', name: 'listOrders', title: 'Orders', data: 'Order 12' },
] as const)('purchased $tab', ({ tab, name, title, data }) =>
  testPageStates({
    page: 'mfe-accounts/src/purchases/purchased.page.tsx',
    area: AccountsArea,
    address: `/app/email-accounts-new/${tab}`,
    as: owner,
    given,
    reads: [purchasesContract, name],
    loading: `Loading ${title}`,
    data,
    ...(name === 'listOrders' ? { full: manyOrders } : {}),
    empty: {
      given: (server) => void server.answer(purchasesContract, name, none),
      shows: `No ${title.toLowerCase()} yet`,
    },
    noAccess,
  }),
);

it.each([
  ['emails', 'listPurchasedMailboxes'],
  ['domains', 'listPurchasedDomains'],
  ['orders', 'listOrders'],
] as const)('offers to buy once on %s, with and without rows, and says from how much on', async (tab, name) => {
  const server = productServer();
  given(server);
  const address = `/app/email-accounts-new/${tab}`;
  const page = await renderPage(AccountsArea, { server, address, as: owner });
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Buy mailboxes' })).toHaveLength(1));
  expect(screen.queryByText(/Mailboxes from/)).toBeNull();
  page.unmount();
  const empty = productServer();
  given(empty);
  empty
    .answer(purchasesContract, 'summary', { ...summary, mailboxes: 0, domains: 0 })
    .answer(purchasesContract, name, none);
  await renderPage(AccountsArea, { server: empty, address, as: owner });
  await screen.findByText('Mailboxes from $2.50 a month, domains from $15.00 a year');
  expect(screen.getAllByRole('link', { name: 'Buy mailboxes' })).toHaveLength(1);
});

it('shows an order with each step of its timeline, and opens another checkout for a payment that failed', async () => {
  const server = productServer();
  given(server);
  server.fail(purchasesContract, 'payOrder', { code: 'UNAVAILABLE', message: 'Stripe did not answer.' });
  await renderPage(AccountsArea, { server, address: '/app/bulk-email-accounts/12/view', as: owner });
  const steps = within(await screen.findByRole('list', { name: 'Timeline of the order' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    expect.stringMatching(/^Order placed.*Completed/),
    expect.stringMatching(/^Domain payment.*Completed/),
    expect.stringMatching(/^Mailbox payment failed.*Failed/),
    expect.stringMatching(/^Vendor processing.*In progress/),
    expect.stringMatching(/^Domain activated.*Pending/),
  ]);
  expect(screen.getByText('0 of 1 mailbox is ready')).toBeTruthy();
  expect(screen.getByText('The card was declined.')).toBeTruthy();
  const ofDomain = within(screen.getByRole('list', { name: 'What happened to getalder.com' }));
  expect(ofDomain.getAllByRole('listitem')).toHaveLength(2);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Pay $4.00' }));
  await waitFor(() => expect(server.calls(purchasesContract, 'payOrder')).toHaveLength(1));
});

it('says so where an order is not there or not theirs', async () => {
  const server = productServer();
  server.fail(purchasesContract, 'getOrder', { code: 'NOT_FOUND', message: 'No such order.' });
  await renderPage(AccountsArea, { server, address: '/app/bulk-email-accounts/12/view', as: owner });
  expect(await screen.findByRole('heading', { name: /not found|does not exist/i })).toBeTruthy();
});

it('offers the six offers in their order, sums up before paying, and refuses a restricted name', async () => {
  sessionStorage.clear();
  const server = productServer();
  server
    .answer(purchasesContract, 'offers', {
      rows: offers.map(({ mailboxes, domains, ...offer }) => ({
        ...offer,
        mailboxes_min: mailboxes[0],
        mailboxes_max: mailboxes[1],
        domains_min: domains[0],
        domains_max: domains[1],
        unavailable: null,
      })),
      is_sandbox: true,
      registrar: 'Name.com',
      mail_host: 'Migadu',
      seller: 'Stripe',
      restricted_names: [...restrictedSenderNames],
      registrant: null,
    })
    .answer(clientsContract, 'listClients', { clients: [] })
    .answer(purchasesContract, 'searchDomains', {
      rows: [
        { name: 'alder.com', state: 'TAKEN', price_cents: null, reason: null },
        { name: 'getalder.com', state: 'AVAILABLE', price_cents: 1_500, reason: null },
      ],
      is_sandbox: true,
    })
    .answer(purchasesContract, 'generateMailboxes', {
      domains: [
        {
          name: 'getalder.com',
          mailboxes: [{ local_part: 'nora.whitlock', first_name: 'Nora', last_name: 'Whitlock' }],
        },
      ],
    });
  await renderPage(AccountsArea, { server, address: '/app/bulk-email-accounts/new', as: owner });
  const text = (await screen.findByRole('radiogroup', { name: 'Offer' })).textContent ?? '';
  const line = (domain: number, boxes: string, domains: string) =>
    `Domains $${domain}.00 a year each · ${boxes} mailboxes on each of ${domains} domains · Vendor `;
  const places = [
    `SMTP mailboxes at $4.00 a month${line(15, '1 to 5', '1 to 20')}1`,
    `SMTP mailboxes at $5.00 a month${line(16, '3 to 5', '2 to 20')}2`,
    `SMTP mailboxes at $3.99 a month${line(19, 'up to 5', 'up to 15')}3`,
    `Google mailboxes at $4.50 a month${line(15, '1 to 5', '1 to 20')}4`,
    `Outlook mailboxes at $4.50 a month${line(15, '1 to 5', '1 to 20')}4`,
    `SMTP mailboxes at $2.50 a month, the lowest price${line(15, '1 to 5', '1 to 20')}5`,
  ].map((offer) => text.indexOf(offer));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect([...places].sort((one, other) => one - other)).toEqual(places);
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'Search domains' }), 'alder{Enter}');
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Add alder.com' })).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Add getalder.com' }));
  expect(await screen.findByRole('button', { name: 'Pay $19.00' })).toBeTruthy();
  const name = await screen.findByRole('textbox', { name: 'Nora Whitlock' });
  for (const restricted of ['webmaster', 'info', 'abuse']) {
    fireEvent.change(name, { target: { value: restricted } });
    expect(screen.getByText(`“${restricted}” is a restricted sender name.`)).toBeTruthy();
  }
  expect(screen.getByText('1 mailbox name needs a change.')).toBeTruthy();
  expect(server.calls(purchasesContract, 'placeOrder')).toHaveLength(0);
});

describe('an order', () => {
  testPageStates({
    page: 'mfe-accounts/src/purchases/order.page.tsx',
    area: AccountsArea,
    address: '/app/bulk-email-accounts/12/view',
    as: owner,
    given,
    reads: [purchasesContract, 'getOrder'],
    loading: 'Loading',
    data: 'Order placed',
    empty: {
      given: (server) => server.fail(purchasesContract, 'getOrder', { code: 'NOT_FOUND' }),
      shows: /does not exist/,
    },
    noAccess: { as: person(), shows: /is not in your plan/ },
  });
});

describe('buying mailboxes', () => {
  const keep = (...names: string[]) =>
    window.sessionStorage.setItem(
      'skein-purchase-draft',
      JSON.stringify({
        ...{ offer_id: 1, forwarding_domain: 'northlight.com' },
        domains: names.map((name) => ({
          name,
          mailboxes: ['nora', 'nora.w', 'nora.whitlock'].map((local_part) => ({
            ...{ local_part, first_name: 'Nora', last_name: 'Whitlock', picture_key: null },
          })),
        })),
      }),
    );
  const registrant = {
    ...{ first_name: 'Maya', last_name: 'Lindqvist', company: 'Northlight', email: 'maya@northlight.test' },
    ...{ phone: '+49 30 1', address: 'Allee 1', address_2: '', city: 'Berlin', state: '', postal_code: '10115' },
    country: 'DE',
  };
  const longDomain = 'purchasing-of-the-northern-region-getalder.com';
  testFormStates({
    page: 'mfe-accounts/src/purchases/purchase.page.tsx',
    area: AccountsArea,
    address: '/app/bulk-email-accounts/new',
    as: owner,
    given: (server) => {
      given(server);
      server
        .answer(purchasesContract, 'offers', { registrant })
        .answer(purchasesContract, 'placeOrder', order)
        .answer(clientsContract, 'listClients', { clients: [] });
      keep('getalder.com');
    },
    sends: [purchasesContract, 'placeOrder'],
    button: /^Pay /,
    empty: { given: () => window.sessionStorage.clear(), shows: 'Choose at least one domain.' },
    done: 'Order placed',
    full: {
      given: () => keep(longDomain, ...Array.from({ length: 8 }, (_, at) => `a${at}.${longDomain}`)),
      shows: 'Order placed',
    },
    noAccess: { as: person(), shows: /is not in your plan/ },
  });
});
