import { testPageStates } from '@skein/testing/page-states';
import { fireEvent, screen, within } from '@testing-library/react';
import { authContract } from '@skein/contracts/main/auth.contract';
import { twoFactorContract } from '@skein/contracts/main/two-factor.contract';
import { workspaceDeletionContract } from '@skein/contracts/main/workspace-deletion.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/settings/security';
const owner = person();
const session = {
  ...{ id: '3f0c4a52-5d0e-4a3b-9a51-0d6f3f1d7c11', user_agent: null, ip: '203.0.113.7', is_current: true },
  ...{ created_at: '2026-11-01T08:00:00.000Z', last_used_at: '2026-11-02T08:00:00.000Z' },
};
const twoFactor = { is_on: false, on_at: null, recovery_codes_left: 0, has_password: true };
const given = (server: FakeServer) =>
  void server
    .answer(authContract, 'sessions', { sessions: [session] })
    .answer(twoFactorContract, 'twoFactor', twoFactor)
    .answer(workspaceDeletionContract, 'readDeletion', { delete_at: null });

it('shows where the person is logged in, once it is known', async () => {
  const server = productServer();
  given(server);
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText(/203\.0\.113\.7/);
  screen.getByText('Password');
  screen.getByText('Two-factor login');
});

it('says that the sessions could not be read, and keeps the rest of the page', async () => {
  const server = productServer();
  given(server);
  server.fail(authContract, 'sessions', { code: 'UNAVAILABLE', message: 'The database rests.' });
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText(/The database rests/);
  screen.getByText('Two-factor login');
});

it('offers the deletion of the workspace to its owner alone', async () => {
  const server = productServer();
  given(server);
  const page = await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByRole('button', { name: 'Delete workspace' });
  page.unmount();
  const viewer = productServer();
  given(viewer);
  await renderPage(SettingsArea, { server: viewer, address, as: person({ role: 'VIEW_ONLY_ACCESS' }) });
  await screen.findByText('Two-factor login');
  expect(screen.queryByText('Delete workspace')).toBeNull();
});

it('says of each part why it could not be read, and reads that part again', async () => {
  const server = productServer();
  given(server);
  server
    .fail(authContract, 'sessions', { message: 'The sessions are being moved.' })
    .fail(twoFactorContract, 'twoFactor', { message: 'The codes are being moved.' })
    .fail(workspaceDeletionContract, 'readDeletion', { message: 'The workspace is being moved.' });
  await renderPage(SettingsArea, { server, address, as: owner });
  const alerts: [string, string | RegExp][] = [
    ['The sessions are being moved.', /203\.0\.113\.7/],
    ['The codes are being moved.', /^Your password alone logs you in/],
    ['The workspace is being moved.', /^Everything is permanently removed after/],
  ];
  for (const [words] of alerts) await screen.findByText(words);
  given(server);
  for (const [words, shown] of alerts) {
    const alert = screen.getByText(words).closest('[role="alert"]') as HTMLElement;
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByText(shown);
  }
});

testPageStates({
  page: 'mfe-settings/src/security/security.page.tsx',
  area: SettingsArea,
  address,
  as: owner,
  given,
  reads: [authContract, 'sessions'],
  loading: 'Loading sessions',
  data: /203\.0\.113\.7/,
  full: '203.0.113.7',
  empty: { given: (server) => server.answer(authContract, 'sessions', { sessions: [] }), shows: 'Two-factor login' },
  noAccess: 'everyone',
});
