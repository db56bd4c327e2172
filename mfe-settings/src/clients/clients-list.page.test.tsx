import { fireEvent, screen, waitFor } from '@testing-library/react';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/client-views';
const longName = `The ${'Northern Warehousing and Logistics '.repeat(4).trim()} Group`;
const client = {
  ...({ id: 7, name: 'Borealis', email: 'owner@borealis.test', status: 'active', has_login: true } as const),
  ...{ campaigns: 1, retricted_category: [1] },
};
const given = (server: FakeServer) => void server.answer(clientsContract, 'listClients', { clients: [client] });

async function open(change: (server: FakeServer) => void = () => undefined, as = person()) {
  const server = productServer();
  given(server);
  change(server);
  return { server, page: await renderPage(SettingsArea, { address, server, as }) };
}

testPageStates({
  page: 'mfe-settings/src/clients/clients-list.page.tsx',
  area: SettingsArea,
  address,
  given,
  reads: [clientsContract, 'listClients'],
  loading: 'Loading Clients',
  data: 'Borealis',
  empty: { given: (server) => server.answer(clientsContract, 'listClients', {}), shows: 'No client yet' },
  noAccess: {
    as: person({ planType: 'base', role: 'VIEW_ONLY_ACCESS' }),
    goesTo: '/app/settings/profile',
  },
});

it('leads from the empty list to a new client', async () => {
  await open((server) => server.answer(clientsContract, 'listClients', {}));
  await screen.findByText('No client yet');
  const links = screen.getAllByRole('link', { name: 'New client' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: 2 }, () => '/app/client-view/new-client'),
  );
});

it('counts a great many clients, with the longest name whole, and says what deactivating one does', async () => {
  const { server } = await open((given_) =>
    given_.answer(clientsContract, 'listClients', {
      clients: [
        { ...client, id: 1, name: longName },
        ...Array.from({ length: 20 }, (_, index) => ({ ...client, id: index + 2, name: `Client ${index}` })),
      ],
    }),
  );
  await screen.findByText(longName);
  screen.getByText('21');
  await chooseFromMenu(`Actions for ${longName}`, 'Deactivate');
  await screen.findByText(/Its 1 campaign keeps running\./);
  server.answer(clientsContract, 'setStatus', { ...client, status: 'deactivated' });
  fireEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(server.calls(clientsContract, 'setStatus')).toMatchObject([{ params: { clientId: 1 } }]));
});

it('says why a reader can change nothing', async () => {
  await open(undefined, person({ role: 'VIEW_ONLY_ACCESS' }));
  await screen.findByText('Borealis');
  expect(screen.getByRole('button', { name: /New client/ }).getAttribute('aria-disabled')).toBe('true');
});
