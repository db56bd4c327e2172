import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const client = {
  ...{ id: 7, uuid: 'c7', name: 'Acme Freight', email: 'it@acme.test', status: 'active' as const, has_login: true },
  ...{ permission: ['full_access'], retricted_category: [], campaigns: 0, mailboxes: 0, leads: 0 },
  ...{ last_login_at: null, created_at: '2026-11-20T08:00:00.000Z', campaign_list: [] },
  logo_url: 'https://acme.test/logo.png',
  credits: { leads_used: 0, leads_assigned: null, emails_used: 0, emails_assigned: null },
};
const open = async (change: (server: ReturnType<typeof productServer>) => void = () => undefined) => {
  const server = productServer();
  server.answer(clientsContract, 'readClient', client).answer(categoriesContract, 'listCategories', { categories: [] });
  server.answer(clientsContract, 'changeClient', client);
  change(server);
  await renderPage(SettingsArea, { address: '/app/client-views/7', server, as: person() });
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
