import { fireEvent, screen, within } from '@testing-library/react';
import { accountImportsContract, type AccountImportView } from '@skein/contracts/main/account-imports.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/integrations/imports';
const campaign: AccountImportView['campaigns'][number] = {
  id: 1,
  name: 'Freight forwarders, DACH',
  state: 'DONE',
  source_status: 'ACTIVE',
  is_source_paused: true,
  ...{ campaign_id: 31, steps: 3, counts: { imported: 240, waiting: 60 }, notes: [], problem: null },
  missing_mailboxes: ['rosa@northlight.test'],
};
const view: AccountImportView = {
  id: 5,
  source: 'SMARTLEAD',
  state: 'DONE',
  is_sandbox: true,
  hint: '7f3a',
  ...{ total: 1, done: 1, percent: 100, seconds_left: null, begins_at: null, can_cancel: false, error: null },
  blocked: 12,
  created_at: '2026-11-20T09:00:00.000Z',
  started_at: '2026-11-20T09:00:00.000Z',
  finished_at: '2026-11-20T09:04:00.000Z',
  created_by_name: 'Maya Lindqvist',
  campaigns: [campaign],
  mailboxes: [{ email: 'rosa@northlight.test', name: 'Rosa', type: 'GMAIL', daily_limit: 30, mailbox_id: null }],
};
const given = (server: FakeServer, imports: AccountImportView[] = [view]) =>
  void server.answer(accountImportsContract, 'listAccountImports', {
    imports,
    sandbox_keys: { SMARTLEAD: 'sandbox-key-1', INSTANTLY: 'sandbox-key-2' },
  });
const open = async (imports: AccountImportView[]) => {
  const server = productServer();
  given(server, imports);
  await renderPage(SettingsArea, { address, server });
  await screen.findByText('Freight forwarders, DACH');
  return server;
};

testPageStates({
  page: 'mfe-settings/src/integrations/account-imports.page.tsx',
  area: SettingsArea,
  address,
  given,
  reads: [accountImportsContract, 'listAccountImports'],
  loading: 'Loading imports',
  data: 'Freight forwarders, DACH',
  empty: { given: (server) => given(server, []), shows: 'Nothing imported yet' },
  noAccess: { as: person({ role: 'VIEW_ONLY_ACCESS' }), shows: 'You don’t have access to Imports' },
});

it('says what became of a campaign, and what is to be done before it starts', async () => {
  await open([view]);
  const row = screen.getByRole('row', { name: /Freight forwarders/ });
  expect(row.textContent).toMatch(/3 steps, paused in Smartlead/);
  expect(row.textContent).toContain('Connect rosa@northlight.test.');
  expect(screen.getByRole('link', { name: 'Freight forwarders, DACH' }).getAttribute('href')).toContain('id=31');
  expect(
    screen.getByText(/12 added to the block list. 1 mailbox to connect: passwords stay in Smartlead/),
  ).toBeTruthy();
});

it('warns while a campaign still sends on the other side', async () => {
  await open([{ ...view, campaigns: [{ ...campaign, is_source_paused: false, missing_mailboxes: [] }] }]);
  expect(screen.getByText(/Pause it in Smartlead, import it again/)).toBeTruthy();
});

it('tells why an import ended, and asks for the key again to go on', async () => {
  await open([{ ...view, state: 'FAILED', error: 'Smartlead no longer accepts the key.' }]);
  expect(screen.getByText('Smartlead no longer accepts the key.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(within(await screen.findByRole('dialog')).getByLabelText('API key')).toBeTruthy();
});

it('names a key that is refused, and lists the campaigns of one that is taken', async () => {
  const server = await open([view]);
  server.fail(accountImportsContract, 'previewAccountImport', {
    code: 'UPSTREAM',
    message: 'Smartlead doesn’t accept this API key.',
  });
  fireEvent.click(screen.getByRole('button', { name: 'Import an account' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('API key'), { target: { value: 'not-the-right-key' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await within(dialog).findByText('Smartlead doesn’t accept this API key.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Use the sandbox’s' }));
  server.answer(accountImportsContract, 'previewAccountImport', {
    campaigns: [{ id: 'a', name: 'Cold storage operators', status: 'PAUSED', is_imported: false }],
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(await within(dialog).findByRole('checkbox', { name: 'Cold storage operators' })).toBeTruthy();
  expect(server.calls(accountImportsContract, 'previewAccountImport').at(-1)?.body).toMatchObject({
    key: 'sandbox-key-1',
  });
});
