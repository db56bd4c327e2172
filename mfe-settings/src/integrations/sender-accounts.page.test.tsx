import { fireEvent, screen } from '@testing-library/react';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/integrations/sender-accounts';
/** How many mailboxes of each provider there are, and how many of them are disconnected. */
const given = (server: FakeServer, counts: Record<string, [total: number, failing: number]> = { GMAIL: [3, 0] }) =>
  void server.answer(mailboxesContract, 'list', ({ query }) => {
    const [total, failing] = counts[query.type ?? ''] ?? [0, 0];
    return { rows: [], total: query.state === 'failing' ? failing : total };
  });

testPageStates({
  page: 'mfe-settings/src/integrations/sender-accounts.page.tsx',
  area: SettingsArea,
  address,
  given,
  reads: [mailboxesContract, 'list'],
  loading: 'Counting Google mailboxes',
  data: '3 mailboxes',
  full: {
    given: (server) => given(server, { GMAIL: [12_345, 1_234] }),
    shows: '1,234 of 12,345 disconnected',
  },
  empty: { given: (server) => given(server, {}), shows: 'No mailbox yet' },
  noAccess: {
    as: person({ user: { isClient: true, client_permissions: { permission: [], retricted_category: [] } as never } }),
    shows: 'You don’t have access to Sender accounts',
  },
});

it('says how many are disconnected, and leads to exactly those', async () => {
  const server = productServer();
  given(server, { GMAIL: [12, 2], SMTP: [5, 0] });
  const page = await renderPage(SettingsArea, { address, server });
  await screen.findByText('2 of 12 disconnected');
  fireEvent.click(screen.getByRole('button', { name: 'Reconnect mailboxes of Google' }));
  expect(page.address()).toBe('/app/email-accounts?provider=gmail&state=failing');
});

it('leads to the mailboxes of the provider where all work', async () => {
  const server = productServer();
  given(server, { SMTP: [1, 0] });
  const page = await renderPage(SettingsArea, { address, server });
  await screen.findByText('1 mailbox');
  fireEvent.click(screen.getByRole('button', { name: 'Open mailboxes of SMTP and IMAP' }));
  expect(page.address()).toBe('/app/email-accounts?provider=smtp');
});

it('leads to connecting one, for those who may', async () => {
  const server = productServer();
  given(server, {});
  const page = await renderPage(SettingsArea, { address, server });
  expect(await screen.findAllByText('No mailbox yet')).toHaveLength(4);
  fireEvent.click(screen.getByRole('button', { name: 'Connect a mailbox of Microsoft' }));
  expect(page.address()).toBe('/app/email-accounts/creation-page/outlook');
});

it('offers nobody to connect one who may only look', async () => {
  const server = productServer();
  given(server, {});
  await renderPage(SettingsArea, { address, server, as: person({ role: 'VIEW_ONLY_ACCESS' }) });
  expect(await screen.findAllByText('No mailbox yet')).toHaveLength(4);
  expect(screen.queryByRole('button', { name: /Connect a mailbox/ })).toBeNull();
});
