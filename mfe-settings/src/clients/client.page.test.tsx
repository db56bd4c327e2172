import { testPageStates } from '@skein/testing/page-states';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { billingContract } from '@skein/contracts/subscription/billing.contract';
import { billing } from '../testing';
import { SettingsArea } from '../settings-area';

const client = {
  ...{ id: 7, uuid: 'c7', name: 'Acme Freight', email: 'it@acme.test', status: 'active' as const, has_login: true },
  ...{ permission: ['full_access'], retricted_category: [], campaigns: 0, mailboxes: 0, leads: 0 },
  ...{ last_login_at: null, created_at: '2026-11-20T08:00:00.000Z', campaign_list: [] },
  logo_url: 'https://acme.test/logo.png',
  credits: { leads_used: 0, leads_assigned: null, emails_used: 0, emails_assigned: null },
};
const open = async (
  change: (server: ReturnType<typeof productServer>) => void = () => undefined,
  as: ReturnType<typeof person> = person(),
) => {
  const server = productServer().answer(billingContract, 'readBilling', billing());
  server.answer(clientsContract, 'readClient', client).answer(categoriesContract, 'listCategories', { categories: [] });
  server.answer(clientsContract, 'changeClient', client);
  change(server);
  await renderPage(SettingsArea, { address: '/app/client-views/7', server, as });
  return { server, logo: await screen.findByRole<HTMLInputElement>('textbox', { name: /^Logo URL/ }) };
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

it('shows the logo of a client, and takes it away where the field is emptied', async () => {
  const { server, logo } = await open();
  expect(logo.value).toBe('https://acme.test/logo.png');
  await userEvent.clear(logo);
  await save();
  await waitFor(() => expect(server.calls(clientsContract, 'changeClient')).toHaveLength(1));
  expect(server.calls(clientsContract, 'changeClient')[0]?.body).toMatchObject({
    name: 'Acme Freight',
    logo_url: null,
  });
});

it('says at the field what is wrong with an address, and keeps what was typed', async () => {
  const { logo } = await open(
    (server) =>
      void server.fail(clientsContract, 'changeClient', {
        code: 'VALIDATION',
        message: 'One field is wrong.',
        details: [{ field: 'body.logo_url', message: 'must be an address that begins with https:// (or http://)' }],
      }),
  );
  await userEvent.clear(logo);
  await userEvent.type(logo, 'acme.test/logo.png');
  await save();
  await screen.findByText('Logo URL must be an address that begins with https:// (or http://)', { exact: false });
  expect(logo.value).toBe('acme.test/logo.png');
});

it('says what the client costs, by the interval that the plan is paid in', async () => {
  await open();
  await screen.findByText('Cost: $29.00 a month');
});

it('asks before a client is activated again, with what is charged from then on', async () => {
  const { server } = await open((given) => {
    given
      .answer(clientsContract, 'readClient', { ...client, status: 'deactivated' })
      .answer(clientsContract, 'setStatus', client)
      .answer(
        billingContract,
        'readBilling',
        billing({ choice: { offer: 'pro', interval: 'year', sequences: 0, senders: 0 } }),
      );
  });
  expect(screen.queryByText(/^Cost/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Activate' }));
  await screen.findByText(/\$348\.00 a year \(\$29\.00 a month\), charged with your plan from today\./);
  expect(server.calls(clientsContract, 'setStatus')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Activate client' }));
  await waitFor(() => expect(server.calls(clientsContract, 'setStatus')[0]?.body).toEqual({ status: 'active' }));
});

it('cannot be activated before its price is known', async () => {
  let release = () => {};
  await open((given) => {
    given.answer(clientsContract, 'readClient', { ...client, status: 'deactivated' });
    release = given.hold(billingContract, 'readBilling');
  });
  await userEvent.click(screen.getByRole('button', { name: 'Activate' }));
  const isDisabled = () =>
    screen.getByRole('button', { name: 'Activate client' }).getAttribute('aria-disabled') === 'true';
  await screen.findByRole('button', { name: 'Activate client' });
  expect(isDisabled()).toBe(true);
  release();
  await screen.findByText(/charged with your plan/);
  expect(isDisabled()).toBe(false);
});

it('cannot be activated where its price could not be looked up, until that succeeds', async () => {
  const { server } = await open((given) => {
    given.answer(clientsContract, 'readClient', { ...client, status: 'deactivated' });
    given.fail(billingContract, 'readBilling', { message: 'The payment provider does not answer.' });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Activate' }));
  await screen.findByText('The payment provider does not answer.');
  const isDisabled = () =>
    screen.getByRole('button', { name: 'Activate client' }).getAttribute('aria-disabled') === 'true';
  expect(isDisabled()).toBe(true);
  server.answer(billingContract, 'readBilling', billing());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/charged with your plan/);
  expect(screen.queryByText('The payment provider does not answer.')).toBeNull();
  expect(isDisabled()).toBe(false);
});

describe('the fee of a new client', () => {
  const openNew = async (as: ReturnType<typeof person>, more: Parameters<typeof billing>[0] = {}) => {
    const server = productServer()
      .answer(billingContract, 'readBilling', billing(more))
      .answer(categoriesContract, 'listCategories', { categories: [] });
    await renderPage(SettingsArea, { address: '/app/client-view/new-client', server, as });
    await screen.findByRole('button', { name: 'Create client' });
  };
  const fee = /\$29\.00|[Aa]dds to|charged/;

  it('is told before the client is created', async () => {
    await openNew(person());
    await screen.findByText('$29.00 a month, charged with your plan from today.');
  });

  it('begins with the plan where there is only a trial', async () => {
    await openNew(person(), { choice: null, plan_type: 'trial', status: 'none' });
    await screen.findByText('$29.00 a month, charged once you choose a plan.');
  });

  it('is told without its price to those who do not see billing', async () => {
    await openNew(person({ role: 'ADMIN_ACCESS' }));
    await screen.findByText('Adds a fee to your subscription.');
  });

  it.each([
    ['where an operator gives plans', person(), { provider: null, choice: null }],
    ['where the subscription ends', person(), { cancel_at_period_end: true }],
    ['where there are no plans', person({ plan: { is_unlimited: true } }), {}],
  ] as const)('is not spoken of %s', async (_, as, more) => {
    await openNew(as, more);
    await waitFor(() => expect(screen.queryByText(fee)).toBeNull());
  });
});

describe('a client', () =>
  testPageStates({
    page: 'mfe-settings/src/clients/client.page.tsx',
    area: SettingsArea,
    address: '/app/client-views/7',
    given: (server) =>
      server
        .answer(billingContract, 'readBilling', billing())
        .answer(clientsContract, 'readClient', client)
        .answer(categoriesContract, 'listCategories', {}),
    reads: [clientsContract, 'readClient'],
    loading: 'Loading the client',
    data: 'Acme Freight',
    empty: {
      given: (server) => server.fail(clientsContract, 'readClient', { code: 'NOT_FOUND' }),
      shows: /does not exist/,
    },
    noAccess: { as: person({ planType: 'base', role: 'VIEW_ONLY_ACCESS' }), goesTo: '/app/settings/profile' },
  }));
