import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SeedView } from '@skein/contracts/smart-delivery/seed-shapes';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import { seedsContract } from '@skein/contracts/smart-delivery/seeds.contract';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { DeliverabilityArea } from '../deliverability-area';
import { base, owner, without } from '../testing';

const address = `${base}/seeds`;
const seed: SeedView = {
  id: 5,
  email: 'own@fastmail.test',
  provider: 'Fastmail',
  region: 'Europe',
  kind: 'personal',
  host: 'imap.fastmail.test',
  port: 993,
  security: 'TLS',
  auth_method: 'PASSWORD',
  is_sandbox: false,
  state: 'active',
  is_active: true,
  code_until: null,
  checked_at: '2026-11-25T08:00:00.000Z',
  problem: null,
};
const choices = (count: number, own: number) => ({
  seeds: [{ provider: 'Fastmail', region: 'Europe', count, own, is_sandbox: false }],
  senders: [],
  monitors: { used: 0, limit: null },
});
const given = (server: FakeServer) =>
  void server.answer(placementContract, 'choices', choices(6, 1)).answer(seedsContract, 'ownSeeds', { rows: [seed] });

testPageStates({
  page: 'mfe-deliverability/src/seeds/seeds.page.tsx',
  area: DeliverabilityArea,
  address,
  as: owner,
  given,
  reads: [seedsContract, 'ownSeeds'],
  loading: 'Loading Seeds',
  data: 'own@fastmail.test',
  empty: {
    given: (server) => void server.answer(seedsContract, 'ownSeeds', { rows: [] }),
    shows: 'No seeds of your own yet',
  },
  noAccess: { as: without, shows: /SmartDelivery/ },
});

const open = async (server: FakeServer = productServer()) => {
  if (server.calls(seedsContract, 'ownSeeds').length === 0) given(server);
  await renderPage(DeliverabilityArea, { server, address, as: owner });
  await screen.findByText('own@fastmail.test');
  return server;
};
const dialogOf = async (button: string) => {
  fireEvent.click((await screen.findAllByRole('button', { name: button }))[0] as HTMLElement);
  return within(await screen.findByRole('dialog'));
};
const fill = (dialog: ReturnType<typeof within>, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values))
    fireEvent.change(dialog.getByLabelText(new RegExp(`^${name}`)), { target: { value } });
};

it.each(['VIEW_ONLY_ACCESS', 'client'] as const)('is closed to %s, who gets no tab to it either', async (role) => {
  const server = productServer();
  given(server);
  server.answer(placementContract, 'tests', { rows: [], total: 0 });
  const features = { smart_delivery: true };
  const client = { isClient: true, client_permissions: { permission: ['full_access'], retricted_category: [] } };
  const as = role === 'client' ? person({ features, user: client }) : person({ role, features });
  const { unmount } = await renderPage(DeliverabilityArea, { server, address, as });
  await screen.findAllByText(/SmartDelivery/);
  expect(server.calls(seedsContract, 'ownSeeds')).toEqual([]);
  unmount();
  await renderPage(DeliverabilityArea, { server, address: `${base}/auto/all-tests`, as });
  await screen.findByText('No tests yet');
  expect(screen.queryByText('Seeds')).toBeNull();
});

it('says how the seeds get into a test, and which there are besides', async () => {
  await open();
  await screen.findByText(
    'Choose them for a test by provider and region, along with 5 seeds of this installation. No other workspace sends to them.',
  );
});

it('shows first what can’t be read, with the reason', async () => {
  const server = productServer();
  const broken = { ...seed, id: 6, email: 'broken@yahoo.test', provider: 'Yahoo', problem: 'Invalid credentials' };
  const off = { ...seed, id: 7, email: 'off@aol.test', is_active: false };
  server
    .answer(placementContract, 'choices', choices(1, 1))
    .answer(seedsContract, 'ownSeeds', { rows: [seed, off, broken] });
  await renderPage(DeliverabilityArea, { server, address, as: owner });
  const table = await screen.findByRole('table', { name: 'Seeds' });
  const rows = (await within(table).findAllByRole('row')).slice(1);
  within(rows[0] as HTMLElement).getByText('broken@yahoo.test');
  within(rows[0] as HTMLElement).getByText('Invalid credentials');
  within(rows[2] as HTMLElement).getByText('Disabled');
});

it('connects one by password, and shows what is refused at its field', async () => {
  const server = await open();
  server.fail(seedsContract, 'addOwnSeed', {
    code: 'VALIDATION',
    message: 'The login did not work: Invalid credentials',
    details: [{ field: 'password', message: 'was refused' }],
  });
  const dialog = await dialogOf('Connect seed');
  fill(dialog, { Email: 'new@gmx.test', Region: 'Europe', 'IMAP server': 'imap.gmx.test', Password: 'secret' });
  fireEvent.click(dialog.getByRole('button', { name: 'Connect seed' }));
  await dialog.findByText('This was refused.');
  expect(server.calls(seedsContract, 'addOwnSeed')[0]?.body).toEqual({
    email: 'new@gmx.test',
    region: 'Europe',
    kind: 'personal',
    host: 'imap.gmx.test',
    port: 993,
    security: 'TLS',
    password: 'secret',
  });
});

it('says what no field of the form can take', async () => {
  const server = await open();
  server.fail(seedsContract, 'addOwnSeed', {
    code: 'VALIDATION',
    message: 'No more than 200 seeds can be connected.',
    details: [{ field: 'workspace_id', message: 'has 200 seeds' }],
  });
  const dialog = await dialogOf('Connect seed');
  fill(dialog, { Email: 'new@gmx.test', Region: 'Europe', 'IMAP server': 'imap.gmx.test', Password: 'secret' });
  fireEvent.click(dialog.getByRole('button', { name: 'Connect seed' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('No more than 200 seeds can be connected.');
  server.fail(seedsContract, 'addOwnSeed', {
    code: 'VALIDATION',
    message: 'email: is too long',
    details: [{ field: 'body.email', message: 'is too long' }],
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Connect seed' }));
  await dialog.findByText('This is too long.');
  expect(dialog.queryByRole('alert')).toBeNull();
});

it('warns when the code could not be emailed', async () => {
  const server = await open();
  const problem = 'The code could not be emailed to new@gmx.test. Email it again in a minute.';
  server.answer(seedsContract, 'addOwnSeed', { ...seed, email: 'new@gmx.test', state: 'waiting', problem });
  const dialog = await dialogOf('Connect seed');
  fill(dialog, { Email: 'new@gmx.test', Region: 'Europe', 'IMAP server': 'imap.gmx.test', Password: 'secret' });
  fireEvent.click(dialog.getByRole('button', { name: 'Connect seed' }));
  await screen.findByText('new@gmx.test is waiting for its code');
  screen.getByText(problem);
});

it('connects one by the grant of an OAuth client', async () => {
  const server = await open();
  server.answer(seedsContract, 'addOwnSeed', { ...seed, email: 'new@gmail.test', provider: 'Gmail' });
  const dialog = await dialogOf('Connect seed');
  fireEvent.click(dialog.getByRole('radio', { name: 'By OAuth' }));
  expect(dialog.queryByLabelText(/^Password/)).toBeNull();
  fill(dialog, {
    ...{ Email: 'new@gmail.test', Region: 'Asia', 'IMAP server': 'imap.gmail.test' },
    ...{ 'Token URL': 'https://id.test/token', 'Client ID': 'client', 'Client secret': 'cs', 'Refresh token': 'rt' },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Connect seed' }));
  await screen.findByText('new@gmail.test is connected: Gmail');
  expect(server.calls(seedsContract, 'addOwnSeed')[0]?.body).toEqual({
    email: 'new@gmail.test',
    region: 'Asia',
    kind: 'personal',
    host: 'imap.gmail.test',
    port: 993,
    security: 'TLS',
    oauth: { token_url: 'https://id.test/token', client_id: 'client', client_secret: 'cs', refresh_token: 'rt' },
  });
});

it('connects the rows of a file for the workspace alone, and tells which failed', async () => {
  const server = await open();
  server.answer(seedsContract, 'addOwnSeeds', {
    rows: [
      { email: 'a@gmail.test', provider: 'Gmail', problem: null },
      { email: 'b@gmail.test', provider: null, problem: 'The login did not work: Invalid credentials' },
    ],
  });
  const dialog = await dialogOf('Import CSV');
  const text =
    'email,password,host,region,workspace_id\na@gmail.test,one,imap.gmail.test,Europe,7\nb@gmail.test,two,imap.gmail.test,Asia,';
  fireEvent.drop(dialog.getByRole('group', { name: 'Drop a CSV file of seeds' }), {
    // jsdom has no Blob.text.
    dataTransfer: { files: [Object.assign(new File([text], 'seeds.csv'), { text: async () => text })] },
  });
  await dialog.findByText('1 of 2 seeds connected');
  dialog.getByText('Row 3, b@gmail.test: The login did not work: Invalid credentials');
  const { seeds } = server.calls(seedsContract, 'addOwnSeeds')[0]?.body as { seeds: object[] };
  expect(seeds).toMatchObject([{ email: 'a@gmail.test', password: 'one' }, { email: 'b@gmail.test' }]);
  expect(JSON.stringify(seeds)).not.toContain('workspace_id');
});

it('changes a login, checks, disables and deletes', async () => {
  const server = await open();
  server
    .answer(seedsContract, 'addOwnSeed', seed)
    .answer(seedsContract, 'setOwnSeedActive', { ...seed, is_active: false })
    .answer(seedsContract, 'checkOwnSeed', seed)
    .answer(seedsContract, 'deleteOwnSeed', { done: true });
  await chooseFromMenu(/Actions/, 'Change login');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByLabelText(/^Email/)).toBeNull();
  fill(dialog, { Password: 'new-secret' });
  fireEvent.click(dialog.getByRole('button', { name: 'Save login' }));
  await waitFor(() =>
    expect(server.calls(seedsContract, 'addOwnSeed')[0]?.body).toMatchObject({
      email: seed.email,
      provider: 'Fastmail',
      host: seed.host,
      password: 'new-secret',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await chooseFromMenu(/Actions/, 'Disable');
  await waitFor(() => expect(server.calls(seedsContract, 'setOwnSeedActive')[0]?.body).toEqual({ is_active: false }));
  await chooseFromMenu(/Actions/, 'Check now');
  await waitFor(() => expect(server.calls(seedsContract, 'checkOwnSeed')).toHaveLength(1));
  await chooseFromMenu(/Actions/, 'Delete');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete seed' }));
  await waitFor(() => expect(server.calls(seedsContract, 'deleteOwnSeed')).toHaveLength(1));
});

it('a new seed waits for its code, which can be looked for and emailed again', async () => {
  const waiting = { ...seed, state: 'waiting' as const, is_active: false, code_until: '2026-11-26T08:00:00.000Z' };
  const server = productServer();
  server
    .answer(placementContract, 'choices', choices(5, 0))
    .answer(seedsContract, 'ownSeeds', { rows: [waiting] })
    .answer(seedsContract, 'checkOwnSeed', waiting)
    .answer(seedsContract, 'mailOwnSeedCode', waiting);
  await renderPage(DeliverabilityArea, { server, address, as: owner });
  await screen.findByText('Waiting for email');
  screen.getByText('Used once the code emailed to this address is found in the mailbox.');
  await chooseFromMenu(/Actions/, 'Check now');
  await screen.findByText('The code isn’t in own@fastmail.test yet');
  await chooseFromMenu(/Actions/, 'Email code again');
  await screen.findByText('A new code was emailed to own@fastmail.test');
  expect(server.calls(seedsContract, 'mailOwnSeedCode')).toHaveLength(1);
});

it('200 seeds are on pages of 25, and one of them is found', async () => {
  const server = productServer();
  const rows = Array.from({ length: 200 }, (_, index) => ({
    ...seed,
    id: index + 1,
    email: `placement.seed.of.the.workspace.number.${index + 1}@a-provider-with-a-long-name.test`,
    provider: `Provider ${index % 8}`,
    problem: index === 199 ? 'Invalid credentials' : null,
  }));
  server.answer(placementContract, 'choices', choices(200, 200)).answer(seedsContract, 'ownSeeds', { rows });
  await renderPage(DeliverabilityArea, { server, address, as: owner });
  const table = await screen.findByRole('table', { name: 'Seeds' });
  await within(table).findByText(/number\.200@/);
  expect(within(table).getAllByRole('row')).toHaveLength(26);
  await screen.findByText(/^Choose them for a test by provider and region\. No other/);
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await within(table).findByText(/number\.25@/);
  fireEvent.change(screen.getByLabelText('Search seeds'), { target: { value: 'NUMBER.77@' } });
  await within(table).findByText(/number\.77@/);
  expect(within(table).getAllByRole('row')).toHaveLength(2);
  fireEvent.change(screen.getByLabelText('Search seeds'), { target: { value: 'nothing like it' } });
  await screen.findByText('No seed matches');
});

describe('on a phone', () => {
  const { matchMedia } = window;
  beforeEach(() => {
    const narrow = (query: string) =>
      Object.assign(new EventTarget(), {
        matches: query.includes('639.98px'),
        media: query,
      }) as unknown as MediaQueryList;
    Object.assign(window, { matchMedia: narrow });
  });
  afterEach(() => void Object.assign(window, { matchMedia }));

  it('shows each seed as a card with all that is known, and the same actions', async () => {
    const server = await open();
    server.answer(seedsContract, 'checkOwnSeed', seed);
    expect(screen.queryByRole('table')).toBeNull();
    const card = (await screen.findByText('own@fastmail.test')).closest('li') as HTMLElement;
    within(card).getByText('Connected');
    within(card).getByText('Fastmail, Europe, personal');
    within(card).getByText(/^Last check:/);
    await chooseFromMenu(/Actions/, 'Check now');
    await waitFor(() => expect(server.calls(seedsContract, 'checkOwnSeed')).toHaveLength(1));
  });
});
