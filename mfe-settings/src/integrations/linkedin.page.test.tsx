import { fireEvent, screen, waitFor } from '@testing-library/react';
import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { billingContract } from '@skein/contracts/subscription/billing.contract';
import { billing } from '../testing';
import { SettingsArea } from '../settings-area';

const address = '/app/integrations/linkedin';
const owner = person({ features: { linkedinAccessAllowed: true } });
const account = (more: object = {}) => ({
  ...{ id: 4, name: 'Nora Falk', profile_url: null, provider: 'sandbox', is_sandbox: true, state: 'SUCCESS' },
  ...{ state_reason: null, time_zone: 'Etc/GMT', client_id: null, connect_url: null },
  ...{ today: [{ action: 'MESSAGE', used: 40, cap: 40 }], created_at: '2026-11-01T08:00:00.000Z' },
  ...more,
});
const given = (server: FakeServer, accounts: object[] = [account()]) =>
  void server
    .answer(linkedInContract, 'listLinkedInAccounts', { provider: 'sandbox', accounts: accounts as never })
    .answer(linkedInContract, 'listLinkedInRequests', { rows: [], total: 0 });

testPageStates({
  page: 'mfe-settings/src/integrations/linkedin.page.tsx',
  area: SettingsArea,
  address,
  as: owner,
  given,
  reads: [linkedInContract, 'listLinkedInAccounts'],
  loading: /Loading/,
  data: 'Nora Falk',
  empty: { given: (server) => given(server, []), shows: 'No LinkedIn account yet' },
  noAccess: { as: person(), shows: /LinkedIn/ },
});

it('leads to the tasks that LinkedIn steps become where there is no provider', async () => {
  const server = productServer();
  given(server, []);
  server.answer(linkedInContract, 'listLinkedInAccounts', { provider: null, accounts: [] });
  await renderPage(SettingsArea, { address, server, as: owner });
  await screen.findByText('No LinkedIn provider is set up on this installation.');
  expect(screen.getByRole('link', { name: 'tasks' }).getAttribute('href')).toBe('/app/leads/tasks');
});

it('says what an account costs before it is connected', async () => {
  const server = productServer();
  given(server);
  server.answer(billingContract, 'readBilling', billing());
  await renderPage(SettingsArea, { address, server, as: owner });
  fireEvent.click(await screen.findByRole('button', { name: 'Connect an account' }));
  await screen.findByText('$59.00 a month, charged with your plan from today.');
});

it('says why an account is signed out, signs it in again, and says what each account did of its daily limits', async () => {
  const server = productServer();
  given(server, [account({ state: 'INVALID', state_reason: 'LinkedIn asks for a code' })]);
  await renderPage(SettingsArea, { address, server, as: owner });
  await screen.findByText('LinkedIn asks for a code');
  expect(screen.getByText('Signed out')).toBeTruthy();
  expect(screen.getByText('40 / 40')).toBeTruthy();
  server.answer(linkedInContract, 'reconnectLinkedInAccount', account({ state: 'INPROGRESS' }) as never);
  given(server, [account({ state: 'INPROGRESS' })]);
  fireEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
  await screen.findByText('Connecting');
  expect(server.calls(linkedInContract, 'reconnectLinkedInAccount')[0]?.params).toEqual({ linkedInAccountId: 4 });
});

it('offers no sign-in for an account that works', async () => {
  const server = productServer();
  given(server);
  await renderPage(SettingsArea, { address, server, as: owner });
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Actions for Nora Falk' }), { key: 'Enter' });
  await screen.findByRole('menuitem', { name: 'Disconnect' });
  expect(screen.queryByRole('menuitem', { name: 'Sign in again' })).toBeNull();
});

it('leads to the page on which the owner signs in, and asks for no account ID', async () => {
  const server = productServer();
  given(server, []);
  server.answer(billingContract, 'readBilling', billing());
  const begun = account({ state: 'INPROGRESS', connect_url: '#sign-in' });
  server.answer(linkedInContract, 'connectLinkedInAccount', begun as never);
  await renderPage(SettingsArea, { address, server, as: owner });
  await screen.findByText('A local stand-in answers for Unipile. Nothing happens on LinkedIn.');
  fireEvent.click(screen.getByRole('button', { name: 'Connect an account' }));
  expect(screen.queryByLabelText('Account ID')).toBeNull();
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Nora Falk' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue to sign in' }));
  await waitFor(() => expect(window.location.hash).toBe('#sign-in'));
  expect(server.calls(linkedInContract, 'connectLinkedInAccount')[0]?.body).not.toHaveProperty('provider_account');
  given(server, [begun]);
});

it('keeps the way to a sign-in that was begun', async () => {
  const server = productServer();
  given(server, [account({ state: 'INPROGRESS', connect_url: 'https://account.unipile.com/abc' })]);
  await renderPage(SettingsArea, { address, server, as: owner });
  const link = await screen.findByRole('link', { name: 'Finish signing in' });
  expect(link.getAttribute('href')).toBe('https://account.unipile.com/abc');
});
