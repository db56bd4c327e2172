import { screen, waitFor } from '@testing-library/react';
import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AccountsArea } from '../accounts-area';

const address = '/app/email-accounts/changes';
const owner = person();
const change = {
  id: 4,
  status: 'COMPLETED' as const,
  summary: ['Campaign emails a day: 30'],
  is_deletion: false,
  total: 3,
  done: 3,
  changed: 3,
  unchanged: 0,
  gone: 0,
  restored: 0,
  kept: 0,
  percent: 100,
  begins_at: null,
  seconds_left: null,
  can_cancel: false,
  started_at: null,
  can_undo: true,
  no_undo_reason: null,
  error: null,
  created_at: '2026-11-20T08:00:00.000Z',
  finished_at: '2026-11-20T08:00:02.000Z',
  created_by_name: 'Maya Lindqvist',
};
const given = (server: FakeServer) =>
  void server.answer(mailboxChangesContract, 'listMailboxChanges', { rows: [change], next_cursor: null });

testPageStates({
  page: 'mfe-accounts/src/change/changes.page.tsx',
  area: AccountsArea,
  address,
  as: owner,
  given,
  reads: [mailboxChangesContract, 'listMailboxChanges'],
  loading: 'Loading Changes of mailboxes',
  data: 'Campaign emails a day: 30',
  empty: {
    given: (server) =>
      void server.answer(mailboxChangesContract, 'listMailboxChanges', { rows: [], next_cursor: null }),
    shows: 'No changes yet',
  },
  noAccess: { as: person({ role: 'VIEW_ONLY_ACCESS' }), shows: /Recent changes/ },
});

it('undoes a change from its menu', async () => {
  const server = productServer();
  given(server);
  server.answer(mailboxChangesContract, 'undoMailboxChange', { ...change, status: 'UNDOING', can_undo: false });
  await renderPage(AccountsArea, { server, address, as: owner });
  await screen.findByText('Campaign emails a day: 30');
  await chooseFromMenu('Actions for Campaign emails a day: 30', 'Undo');
  await waitFor(() =>
    expect(server.calls(mailboxChangesContract, 'undoMailboxChange')[0]?.params).toEqual({ mailboxChangeId: 4 }),
  );
});
