import { testFormStates } from '@skein/testing/form-states';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import type { ServerGroup, ServerRow } from '@skein/contracts/smart-servers/server-shapes';
import { serverSubscriptionContract } from '@skein/contracts/main/server-subscription.contract';
import { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AccountsArea } from '../accounts-area';

const address = '/app/smart-servers';
const owner = person({ features: { smart_servers: true } });
const at = '2026-11-20T08:00:00.000Z';
const server: ServerRow = {
  id: 5,
  number: 1,
  host_name: 'mail1.out-acme.test',
  ip: null,
  status: 'AWAITING_PAYMENT',
  in_rotation: false,
  out_reason: 'Awaiting payment',
  rest_until: null,
  is_reachable: false,
  unreachable_since: null,
  ordered_at: at,
  ready_at: null,
  warm_day: 0,
  daily_limit: 2_000,
  allowed: 50,
  sent_24h: 0,
  share: 0,
  reputation: null,
  lists: 0,
  listed: [],
  reverse_dns: 'unknown',
  steps_done: 0,
  step: 'ADDRESS',
  step_failed: false,
};
const group: ServerGroup = {
  id: 2,
  name: 'Acme outreach',
  domain: 'out-acme.test',
  location: 'nbg1',
  client_id: null,
  client_name: null,
  auto_rotate: true,
  created_at: at,
  sent_24h: 0,
  monthly_cents: 0,
  paid_until: null,
  ends_at: null,
  awaiting_payment: { servers: 1, monthly_cents: 3_900, failure: null },
  campaigns: [],
  servers: [server],
};
const answer = (rows: ServerGroup[]) => ({ rows, is_sandbox: false, cloud: 'Hetzner' });
/** Where those without servers are sent. */
const emptyList = (fake: FakeServer) =>
  fake
    .answer(mailboxesContract, 'list', {
      rows: [],
      next_cursor: null,
      total: 0,
      totals: { all: 0, connected: 0, failing: 0, suspended: 0 },
    })
    .answer(campaignsContract, 'listTags', { tags: [] })
    .answer(clientsContract, 'listClients', { clients: [] })
    .answer(mailboxChangesContract, 'listMailboxChanges', { rows: [], next_cursor: null });
const given = (fake: FakeServer) => void fake.answer(serversContract, 'groups', answer([group]));

testPageStates({
  page: 'mfe-accounts/src/servers/servers.page.tsx',
  area: AccountsArea,
  address,
  as: owner,
  given,
  reads: [serversContract, 'groups'],
  loading: 'Loading servers',
  data: 'Acme outreach',
  empty: { given: (fake) => void fake.answer(serversContract, 'groups', answer([])), shows: 'No servers yet' },
  noAccess: { as: person(), goesTo: '/app/email-accounts', given: (fake) => void emptyList(fake) },
});

it('offers to order once, in the empty page with what a group is and costs, then in the head', async () => {
  const fake = productServer();
  fake.answer(serversContract, 'groups', answer([]));
  const page = await renderPage(AccountsArea, { server: fake, address, as: owner });
  await screen.findByText('No servers yet');
  expect(screen.getAllByRole('link', { name: 'Order servers' })).toHaveLength(1);
  expect(screen.getByText(/^A group is 1 to 4 servers/)).toBeTruthy();
  expect(screen.getByText('$39 a month for each server')).toBeTruthy();
  page.unmount();
  await renderPage(AccountsArea, {
    server: productServer().answer(serversContract, 'groups', answer([group])),
    address,
    as: owner,
  });
  await screen.findByText('Acme outreach');
  expect(screen.getAllByRole('link', { name: 'Order servers' })).toHaveLength(1);
});

it('offers the owner to pay for servers that await it, and says what a failed payment did', async () => {
  const fake = productServer();
  fake.answer(
    serversContract,
    'groups',
    answer([
      {
        ...group,
        awaiting_payment: { servers: 1, monthly_cents: 3_900, failure: 'The checkout ended without a payment.' },
      },
    ]),
  );
  fake.fail(serversContract, 'payGroup', { code: 'UNAVAILABLE', message: 'Stripe did not answer.' });
  await renderPage(AccountsArea, { server: fake, address, as: owner });
  expect(await screen.findByText(/The checkout ended without a payment/)).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Pay $39 a month' }));
  await waitFor(() => expect(fake.calls(serversContract, 'payGroup')).toHaveLength(1));
});

it('leads from a payment to the server it was for, also where that one was set up meanwhile', async () => {
  const fake = productServer();
  const paid: ServerGroup = {
    ...group,
    id: 3,
    awaiting_payment: null,
    servers: [{ ...server, id: 6, status: 'WARMING' }],
  };
  fake.answer(serversContract, 'groups', answer([{ ...group, awaiting_payment: null }, paid]));
  fake.fail(serversContract, 'server', { code: 'NOT_FOUND', message: 'No such server.' });
  await renderPage(AccountsArea, {
    server: fake,
    address: `${address}/ip-provisioning?returned=paid&group=3`,
    as: owner,
  });
  await waitFor(() =>
    expect(fake.calls(serversContract, 'server').map(({ params }) => params)).toContainEqual({ dedicatedServerId: 6 }),
  );
});

describe('one server', () => {
  const details = { server: { ...server, status: 'PROVISIONING', ip: null }, group: { id: 2, name: 'Acme outreach' } };
  const readServer = (fake: FakeServer) => void fake.answer(serversContract, 'server', details as never);
  testPageStates({
    page: 'mfe-accounts/src/servers/server.page.tsx',
    area: AccountsArea,
    address: `${address}/ip-provisioning/5`,
    as: owner,
    given: readServer,
    reads: [serversContract, 'server'],
    loading: 'Loading this server',
    data: /mail1\.out-acme\.test · Acme outreach/,
    full: 'Acme outreach',
    empty: {
      given: (fake) => fake.fail(serversContract, 'server', { code: 'NOT_FOUND' }),
      shows: /does not exist/,
    },
    noAccess: { as: person(), goesTo: '/app/email-accounts', given: (fake) => void emptyList(fake) },
  });
});

describe('the order of servers', () => {
  const creation = `${address}/creation-page`;
  const readOrder = (fake: FakeServer) =>
    fake.answer(serversContract, 'groups', answer([])).answer(clientsContract, 'listClients', { clients: [] });

  it('does not call the cloud missing because that could not be read, and reads it again', async () => {
    const fake = readOrder(productServer());
    fake.fail(serversContract, 'groups', { message: 'The servers are being counted.' });
    await renderPage(AccountsArea, { server: fake, address: creation, as: owner });
    await screen.findByText('The servers are being counted.');
    expect(screen.queryByText('Servers cannot be ordered yet')).toBeNull();
    readOrder(fake);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('The servers are being counted.')).toBeNull());
  });

  it('says beside a field what is wrong with it', async () => {
    const fake = readOrder(productServer());
    fake.fail(serverSubscriptionContract, 'subscribeServers', {
      code: 'VALIDATION',
      details: [{ field: 'body.domain', message: 'is used by another group' }],
    });
    await renderPage(AccountsArea, { server: fake, address: creation, as: owner });
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: /Group name/ }), 'Acme');
    await user.type(screen.getByRole('textbox', { name: /Sending domain/ }), 'out-acme.test');
    await user.click(screen.getByRole('button', { name: 'Continue to payment' }));
    await screen.findByText('This is used by another group');
  });
});

describe('ordering servers', () =>
  testFormStates({
    page: 'mfe-accounts/src/servers/creation.page.tsx',
    area: AccountsArea,
    address: '/app/smart-servers/creation-page',
    as: owner,
    given: (fake) =>
      fake
        .answer(serversContract, 'groups', answer([group]))
        .answer(serverSubscriptionContract, 'subscribeServers', {})
        .answer(clientsContract, 'listClients', { clients: [] }),
    sends: [serverSubscriptionContract, 'subscribeServers'],
    fill: { 'Group name': 'Acme', 'Sending domain': 'out-acme.test' },
    button: 'Continue to payment',
    empty: 'off',
    done: 'SmartServers',
    full: { 'Group name': 'Acme outreach of the northern region and all of its subsidiaries, second wave' },
    noAccess: { as: person(), goesTo: '/app/email-accounts', given: (fake) => void emptyList(fake) },
  }));
