import { fireEvent, screen, waitFor } from '@testing-library/react';
import { authContract } from '@skein/contracts/main/auth.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/settings/api-keys';
const owner = person();
const key = (more: object = {}) => ({
  ...{ id: 7, name: 'CRM key', last_four: 'a1b2', status: 'active', client_id: null, client_name: null },
  ...{ created_at: '2026-11-01T08:00:00.000Z', last_used_at: null, scopes: ['lead.read'] },
  ...{ expires_at: '2026-11-02T08:00:00.000Z', requests_per_minute: 30, made_by: 'Mia', is_mine: true },
  ...more,
});
const given = (server: FakeServer, keys = [key()]) => void server.answer(authContract, 'apiKeys', { keys });

testPageStates({
  page: 'mfe-settings/src/api-keys/api-keys.page.tsx',
  area: SettingsArea,
  address,
  as: owner,
  given,
  reads: [authContract, 'apiKeys'],
  loading: 'Loading API keys',
  data: 'CRM key',
  empty: { given: (server) => given(server, []), shows: 'No API key yet' },
  noAccess: { as: person({ role: 'VIEW_ONLY_ACCESS' }), goesTo: '/app/settings/profile' },
});

it('says what a key may do, that it has expired and how often it may ask, and deletes it', async () => {
  const server = productServer();
  given(server);
  server.answer(authContract, 'deleteApiKey', { done: true });
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText(/30 requests a minute/);
  screen.getByText(/^expired/);
  fireEvent.click(screen.getByRole('button', { name: /Delete CRM key/ }));
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'a1b2' } });
  fireEvent.click(screen.getByRole('button', { name: 'Delete key' }));
  await waitFor(() => expect(server.calls(authContract, 'deleteApiKey')).toMatchObject([{ params: { keyId: 7 } }]));
});
