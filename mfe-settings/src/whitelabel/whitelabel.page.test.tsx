import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { mailboxSignInContract } from '@skein/contracts/main/mailbox-sign-in.contract';
import { whitelabelContract } from '@skein/contracts/main/whitelabel.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/settings/whitelabelled-client';
const brand = { name: 'Northlight', accent: '#0b6b4f', domain: 'app.northlight.test', target: 'hosts.skein.test' };
const proof = { verified_at: null };
const client = { provider: 'GMAIL', client_id: null, has_installation_client: true } as const;
const given = (server: FakeServer) =>
  void server
    .answer(whitelabelContract, 'read', brand)
    .answer(mailboxSignInContract, 'listConsentClients', { clients: [client] });

async function open(change: (server: FakeServer) => void = () => undefined, as = person()) {
  const server = productServer();
  given(server);
  change(server);
  return { server, page: await renderPage(SettingsArea, { address, server, as }) };
}

testPageStates({
  page: 'mfe-settings/src/whitelabel/whitelabel.page.tsx',
  area: SettingsArea,
  address,
  given,
  reads: [whitelabelContract, 'read'],
  loading: 'Loading the brand',
  data: 'Pictures',
  full: 'Northlight',
  empty: {
    given: (server) => server.answer(whitelabelContract, 'read', {}).fail(whitelabelContract, 'read'),
    shows: 'The brand could not be loaded.',
  },
  noAccess: { as: person({ role: 'VIEW_ONLY_ACCESS' }), goesTo: '/app/settings/profile' },
});

it('says what a plan without whitelabel keeps, and saves nothing there', async () => {
  await open(undefined, person({ planType: 'base' }));
  await screen.findByText('Whitelabel comes with the Pro plan');
  expect((await screen.findByRole('button', { name: /^Save/ })).getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByText('Pictures')).toBeNull();
});

it('saves a name as long as it may be, and says beside a field what the server refuses', async () => {
  const { server } = await open();
  const name = await screen.findByDisplayValue('Northlight');
  expect(screen.getByRole('button', { name: /^Save/ }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(name, { target: { value: 'Northlight Outbound for Warehouses' } });
  server.fail(whitelabelContract, 'change', {
    code: 'VALIDATION',
    details: [{ field: 'body.name', message: 'is used by another agency' }],
  });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/is used by another agency/);
  server.answer(whitelabelContract, 'change', { ...brand, name: 'Northlight Outbound for Warehouses' });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Whitelabel saved');
  expect(server.calls(whitelabelContract, 'change').at(-1)?.body).toEqual({
    name: 'Northlight Outbound for Warehouses',
  });
});

it('looks the records up, and says why that failed', async () => {
  const { server } = await open((given_) =>
    given_.answer(whitelabelContract, 'read', { ...brand, domain_proof: proof }),
  );
  server.fail(whitelabelContract, 'verify', { message: 'The name servers do not answer.' });
  fireEvent.click(await screen.findByRole('button', { name: 'Look up now' }));
  await screen.findByText(/The name servers do not answer/);
});

it('says why the sign-in clients could not be read, reads them again, and removes one', async () => {
  const { server } = await open((given_) =>
    given_.fail(mailboxSignInContract, 'listConsentClients', { message: 'The keys are being changed.' }),
  );
  const alert = (await screen.findByText('The keys are being changed.')).closest('[role="alert"]') as HTMLElement;
  server.answer(mailboxSignInContract, 'listConsentClients', { clients: [{ ...client, client_id: 'own-1' }] });
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  server.answer(mailboxSignInContract, 'removeConsentClient', { mailboxes: 1 });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove your Google client' }));
  await screen.findByText('1 mailbox has to sign in again.');
  await waitFor(() => expect(server.calls(mailboxSignInContract, 'removeConsentClient')).toHaveLength(1));
});
