import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { operatorSeedsContract } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { OperatorArea } from './operator-area';

const operator = person({ user: { is_operator: true } });
const area = () => (
  <Routes>
    <Route path="/operator/*" element={<OperatorArea />} />
  </Routes>
);
const noAccess = { as: person(), shows: /Only people who run this installation see this/ };
const retry = /Retry|Try again/;
const seed = {
  id: 5,
  email: 'seed@gmail.test',
  provider: 'Gmail',
  region: 'Europe',
  kind: 'personal',
  host: 'imap.gmail.test',
  port: 993,
  security: 'TLS',
  auth_method: 'PASSWORD',
  workspace: null,
  is_sandbox: false,
  state: 'active',
  is_active: true,
  code_until: null,
  checked_at: '2026-11-25T08:00:00.000Z',
  problem: null,
} as const;
const given = (server: FakeServer) => void server.answer(operatorSeedsContract, 'listSeeds', { rows: [seed] });
testPageStates({
  page: 'shell/src/operator/seeds.page.tsx',
  area,
  address: '/app/operator/seeds',
  as: operator,
  given,
  reads: [operatorSeedsContract, 'listSeeds'],
  loading: /Loading/,
  data: 'seed@gmail.test',
  empty: {
    given: (server) => void server.answer(operatorSeedsContract, 'listSeeds', { rows: [] }),
    shows: 'No seeds yet',
  },
  error: { retry },
  noAccess,
});
const open = async (server: FakeServer) => {
  await renderPage(area, { address: '/app/operator/seeds', server, as: operator });
  await screen.findByText('seed@gmail.test');
};
const choose = (name: string) => chooseFromMenu(/Actions/, name);

it('shows what keeps a seed from being read', async () => {
  const server = productServer();
  server.answer(operatorSeedsContract, 'listSeeds', { rows: [{ ...seed, problem: 'Invalid credentials' }] });
  await open(server);
  expect(screen.getByText('Can’t be read')).toBeTruthy();
  expect(screen.getByText('Invalid credentials')).toBeTruthy();
});

it('says which workspace keeps a seed for itself', async () => {
  const server = productServer();
  const own = { ...seed, id: 6, email: 'own@gmail.test', workspace: { id: 7, name: 'Northlight' } };
  server.answer(operatorSeedsContract, 'listSeeds', { rows: [seed, own] });
  await open(server);
  expect(screen.getByText('Northlight')).toBeTruthy();
  expect(screen.getByText('All')).toBeTruthy();
});

it('connects one, and what is refused stands beside its field', async () => {
  const server = productServer();
  given(server);
  server.fail(operatorSeedsContract, 'addSeed', {
    code: 'VALIDATION',
    message: 'The login did not work: Invalid credentials',
    details: [{ field: 'password', message: 'was refused' }],
  });
  await open(server);
  fireEvent.click(screen.getByRole('button', { name: 'Connect seed' }));
  const dialog = within(await screen.findByRole('dialog'));
  const type = (name: string, value: string) => fireEvent.change(dialog.getByLabelText(name), { target: { value } });
  type('Email', 'new@outlook.test');
  fireEvent.change(dialog.getByLabelText(/^Provider/), { target: { value: 'Outlook' } });
  fireEvent.change(dialog.getByLabelText(/^Region/), { target: { value: 'Asia' } });
  type('IMAP server', 'imap.outlook.test');
  type('Password', 'secret');
  fireEvent.click(dialog.getByRole('button', { name: 'Connect seed' }));
  await dialog.findByText('This was refused.');
  expect(server.calls(operatorSeedsContract, 'addSeed')[0]?.body).toEqual({
    email: 'new@outlook.test',
    provider: 'Outlook',
    region: 'Asia',
    kind: 'personal',
    host: 'imap.outlook.test',
    port: 993,
    security: 'TLS',
    password: 'secret',
  });
});

it('connects one by OAuth, and what is refused stands beside its field', async () => {
  const server = productServer();
  given(server);
  const refusals = [
    ['oauth.token_url', 'must be a web address', 'This must be a web address.'],
    ['oauth.refresh_token', 'was refused', 'This was refused.'],
  ] as const;
  await open(server);
  fireEvent.click(screen.getByRole('button', { name: 'Connect seed' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('radio', { name: 'By OAuth' }));
  expect(dialog.queryByLabelText('Password')).toBeNull();
  const type = (name: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(name), { target: { value } });
  type(/^Email/, 'new@outlook.test');
  type(/^Region/, 'Asia');
  type(/^IMAP server/, 'outlook.test');
  type(/^Token URL/, 'https://id.test/token');
  type(/^Client ID/, 'client');
  type(/^Client secret/, 'client-secret');
  type(/^Refresh token/, 'refresh-me');
  for (const secret of [/^Client secret/, /^Refresh token/])
    expect(dialog.getByLabelText(secret).getAttribute('type')).toBe('password');
  for (const [field, message, sentence] of refusals) {
    server.fail(operatorSeedsContract, 'addSeed', { code: 'VALIDATION', message, details: [{ field, message }] });
    fireEvent.click(dialog.getByRole('button', { name: 'Connect seed' }));
    await dialog.findByText(sentence);
  }
  server.answer(operatorSeedsContract, 'addSeed', { ...seed, email: 'new@outlook.test', provider: 'Outlook' });
  fireEvent.click(dialog.getByRole('button', { name: 'Connect seed' }));
  await screen.findByText('new@outlook.test is connected: Outlook');
  expect(server.calls(operatorSeedsContract, 'addSeed').at(-1)?.body).toEqual({
    email: 'new@outlook.test',
    region: 'Asia',
    kind: 'personal',
    host: 'outlook.test',
    port: 993,
    security: 'TLS',
    oauth: {
      token_url: 'https://id.test/token',
      client_id: 'client',
      client_secret: 'client-secret',
      refresh_token: 'refresh-me',
    },
  });
});

it('changes the login of a seed without changing whose it is', async () => {
  const server = productServer();
  const own = { ...seed, auth_method: 'XOAUTH2' as const, workspace: { id: 7, name: 'Northlight' } };
  server.answer(operatorSeedsContract, 'listSeeds', { rows: [own] }).answer(operatorSeedsContract, 'addSeed', own);
  await open(server);
  await choose('Change login');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'By OAuth' }).checked).toBe(true);
  fireEvent.click(dialog.getByRole('radio', { name: 'By password' }));
  fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'new-secret' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save login' }));
  await waitFor(() =>
    expect(server.calls(operatorSeedsContract, 'addSeed')[0]?.body).toEqual({
      email: 'seed@gmail.test',
      provider: 'Gmail',
      region: 'Europe',
      kind: 'personal',
      host: 'imap.gmail.test',
      port: 993,
      security: 'TLS',
      password: 'new-secret',
      workspace_id: 7,
    }),
  );
});

it('connects the rows of a file, tells which failed, and sends no row that cannot work', async () => {
  const server = productServer();
  given(server);
  server.answer(operatorSeedsContract, 'addSeeds', {
    rows: [
      { email: 'a@gmail.test', provider: 'Gmail', problem: null },
      { email: 'b@gmail.test', provider: null, problem: 'The login did not work: Invalid credentials' },
    ],
  });
  await open(server);
  fireEvent.click(screen.getByRole('button', { name: 'Import CSV' }));
  const dialog = within(await screen.findByRole('dialog'));
  const drop = dialog.getByRole('group', { name: 'Drop a CSV file of seeds' });
  // jsdom has no Blob.text.
  const file = (text: string) => ({
    dataTransfer: { files: [Object.assign(new File([text], 'seeds.csv'), { text: async () => text })] },
  });
  fireEvent.drop(drop, file('email,password\na@gmail.test,one'));
  await dialog.findByText(/Missing: host/);
  fireEvent.drop(
    drop,
    file(
      'email,password,host,region\na@gmail.test,one,imap.gmail.test,Europe\nb@gmail.test,two,imap.gmail.test,Asia\nnobody,x,h.test,Asia',
    ),
  );
  await dialog.findByText('1 of 3 seeds connected');
  dialog.getByText('Row 3, b@gmail.test: The login did not work: Invalid credentials');
  dialog.getByText(/^Row 4, nobody: The email must look like name@/);
  dialog.getByRole('button', { name: 'Download failed.csv' });
  expect(server.calls(operatorSeedsContract, 'addSeeds')[0]?.body.seeds).toMatchObject([
    { email: 'a@gmail.test', password: 'one', host: 'imap.gmail.test', region: 'Europe' },
    { email: 'b@gmail.test', password: 'two', region: 'Asia' },
  ]);
});

it('disables, checks and deletes', async () => {
  const server = productServer();
  given(server);
  server
    .answer(operatorSeedsContract, 'setSeedActive', { ...seed, is_active: false })
    .answer(operatorSeedsContract, 'checkSeed', seed)
    .answer(operatorSeedsContract, 'deleteSeed', { done: true });
  await open(server);
  await choose('Disable');
  await waitFor(() =>
    expect(server.calls(operatorSeedsContract, 'setSeedActive')[0]?.body).toEqual({ is_active: false }),
  );
  await choose('Check now');
  await waitFor(() => expect(server.calls(operatorSeedsContract, 'checkSeed')).toHaveLength(1));
  await choose('Delete');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete seed' }));
  await waitFor(() => expect(server.calls(operatorSeedsContract, 'deleteSeed')).toHaveLength(1));
});
