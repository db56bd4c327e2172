import { testPageStates } from '@skein/testing/page-states';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fixedCategories } from '@skein/contracts/constants';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { noticesContract, type NoticeSettings } from '@skein/contracts/main/notices.contract';
import { noticeKindNames } from '@skein/contracts/notice-kinds';
import type { FakeServer } from '@skein/testing/fake-server';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/settings/warning-notifications';
const owner = person();
const channels = { in_app: true, by_mail: false, by_push: false, by_slack: false, by_webhook: false };
const choices = noticeKindNames.map((kind) => ({ kind, ...channels }));
const settings = (more: Partial<NoticeSettings> = {}): NoticeSettings => ({
  ...{ digest: 'off', digest_hour: 8, digest_day: 1, quiet_on: false, quiet_from: '20:00', quiet_to: '07:00' },
  ...{ reply_categories: [], reply_clients: [], reply_mailboxes: 'all', time_zone: 'Europe/Berlin' },
  slack: { is_connected: false, hint: null, sandbox_url: null },
  webhook: { url: 'https://hooks.firm.test/skein' },
  push: { public_key: 'BAAA', browsers: [] },
  ...more,
});
const given = (server: FakeServer, view = settings()) =>
  void server
    .answer(noticesContract, 'readSettings', view)
    .answer(noticesContract, 'readChoices', { choices, notify_on_disconnect: true })
    .answer(clientsContract, 'listClients', { rows: [], total: 0 } as never)
    .answer(categoriesContract, 'listCategories', {
      categories: fixedCategories.map((category) => ({
        ...{ ...category, description: '', hue: null, shape: null, is_fixed: true, created_at: null },
      })),
    });

// Nobody is kept from this page: everybody chooses for themselves.
it('says that it is loading, then shows where notifications go', async () => {
  const server = productServer();
  given(server);
  const release = server.hold(noticesContract, 'readSettings');
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText('Loading your settings');
  release();
  await screen.findByText(/hooks\.firm\.test/);
  expect(screen.queryByText('Loading your settings')).toBeNull();
});

it('tells why the settings could not be read, and reads them again when asked', async () => {
  const server = productServer();
  given(server);
  server.fail(noticesContract, 'readSettings', { code: 'UNAVAILABLE', message: 'The database is being restarted.' });
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText(/being restarted/);
  given(server);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/hooks\.firm\.test/);
});

it('offers a webhook where none is set, and clients only to those who see them', async () => {
  const server = productServer();
  given(server, settings({ webhook: { url: null } }));
  await renderPage(SettingsArea, { server, address, as: person({ role: 'VIEW_ONLY_ACCESS' }) });
  await screen.findByRole('button', { name: /webhook/i });
  expect(screen.queryByText(/hooks\.firm\.test/)).toBeNull();
});

it('begins with replies', async () => {
  const server = productServer();
  given(server);
  await renderPage(SettingsArea, { server, address, as: owner });
  const [first] = await screen.findAllByRole('rowheader');
  expect(first?.textContent).toMatch(/^A lead replies/);
});

it('saves a choice of one kind and channel at once', async () => {
  const server = productServer();
  given(server);
  server.answer(noticesContract, 'saveChoices', { choices, notify_on_disconnect: true });
  await renderPage(SettingsArea, { server, address, as: owner });
  const [box] = await screen.findAllByRole('checkbox', { name: /by email/i });
  fireEvent.click(box as HTMLElement);
  await waitFor(() =>
    expect(server.calls(noticesContract, 'saveChoices')[0]?.body).toMatchObject({ choices: [{ by_mail: true }] }),
  );
});

it('says why the choices could not be read, and reads them again', async () => {
  const server = productServer();
  given(server);
  server.fail(noticesContract, 'readChoices', { message: 'The choices are being moved.' });
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText('The choices are being moved.');
  server.answer(noticesContract, 'readChoices', { choices, notify_on_disconnect: true });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('region', { name: 'Notifications by channel' });
});

testPageStates({
  page: 'mfe-settings/src/warnings/warnings.page.tsx',
  area: SettingsArea,
  address,
  as: owner,
  given,
  reads: [noticesContract, 'readSettings'],
  loading: 'Loading your settings',
  data: /hooks\.firm\.test/,
  full: {
    given: (server) =>
      given(server, settings({ webhook: { url: `https://hooks.firm.test/${'northern-region/'.repeat(12)}` } })),
    shows: /(northern-region\/){12}/,
  },
  empty: { given: (server) => given(server, settings({ webhook: { url: null } })), shows: /Slack/ },
  noAccess: 'everyone',
});
