import { fireEvent, screen, waitFor } from '@testing-library/react';
import { mailboxImportsContract } from '@skein/contracts/main/mailbox-imports.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AccountsArea } from '../accounts-area';

const owner = person();
const found = {
  id: 6,
  file_name: 'senders.csv',
  file_size: 40_000,
  status: 'COMPLETED' as const,
  error: null,
  total: 300,
  done: 300,
  rows_total: 300,
  rows_done: 300,
  begins_at: null,
  can_cancel: false,
  percent: 100,
  seconds_left: null,
  counts: [
    { outcome: 'CONNECTED' as const, text: 'Connected', count: 288 },
    { outcome: 'LOGIN_REFUSED' as const, text: 'Login refused', count: 12 },
  ],
  failed: 12,
  can_retry: 12,
  forgotten_at: '2026-11-27T08:00:00.000Z',
  created_at: '2026-11-20T08:00:00.000Z',
  started_at: '2026-11-20T08:01:00.000Z',
  finished_at: '2026-11-20T08:05:00.000Z',
  created_by_name: 'Maya Lindqvist',
};
const given = (server: FakeServer) =>
  void server.answer(mailboxImportsContract, 'listMailboxImports', { rows: [found], next_cursor: null });

testPageStates({
  page: 'mfe-accounts/src/import/imports.page.tsx',
  area: AccountsArea,
  address: '/app/email-accounts/import',
  as: owner,
  given,
  reads: [mailboxImportsContract, 'listMailboxImports'],
  loading: 'Loading Imports of mailboxes',
  data: 'senders.csv',
  empty: {
    given: (server) =>
      void server.answer(mailboxImportsContract, 'listMailboxImports', { rows: [], next_cursor: null }),
    shows: 'No imports yet',
  },
  noAccess: { as: person({ role: 'VIEW_ONLY_ACCESS' }), shows: /Connect from a file/ },
});

it('shows what became of each row, and tries those again that failed', async () => {
  const server = productServer();
  server
    .answer(mailboxImportsContract, 'getMailboxImport', { ...found, columns: [], mapping: [] })
    .answer(mailboxImportsContract, 'listMailboxImportRows', {
      rows: [
        {
          row_number: 7,
          email: 'nora@firm.test',
          outcome: 'LOGIN_REFUSED',
          cause: '535 Wrong password',
          fix: 'Correct the password.',
          mailbox_id: null,
        },
      ],
      next_cursor: null,
    })
    .answer(mailboxImportsContract, 'retryMailboxImport', { ...found, status: 'RUNNING', columns: [], mapping: [] });
  await renderPage(AccountsArea, { server, address: '/app/email-accounts/import/6', as: owner });
  await screen.findByText('535 Wrong password');
  fireEvent.click(screen.getByRole('button', { name: /Try .*again/ }));
  await waitFor(() =>
    expect(server.calls(mailboxImportsContract, 'retryMailboxImport')[0]?.params).toEqual({ mailboxImportId: 6 }),
  );
});

describe('one import', () => {
  const one = { ...found, columns: [], mapping: [] };
  testPageStates({
    page: 'mfe-accounts/src/import/import.page.tsx',
    area: AccountsArea,
    address: '/app/email-accounts/import/6',
    as: owner,
    given: (server) =>
      server
        .answer(mailboxImportsContract, 'getMailboxImport', one)
        .answer(mailboxImportsContract, 'listMailboxImportRows', { rows: [], next_cursor: null }),
    reads: [mailboxImportsContract, 'getMailboxImport'],
    loading: 'Loading',
    data: 'senders.csv',
    empty: {
      given: (server) => server.fail(mailboxImportsContract, 'getMailboxImport', { code: 'NOT_FOUND' }),
      shows: /This import does not exist/,
    },
    noAccess: { as: person({ role: 'VIEW_ONLY_ACCESS' }), shows: /Connect from a file/ },
  });
});
