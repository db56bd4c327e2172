import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mailboxClientRulesContract } from '@skein/contracts/main/mailbox-client-rules.contract';
import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AccountsArea } from '../accounts-area';

const address = '/app/email-accounts/client-rules';
const owner = person();
const rule = {
  id: 3,
  domain: 'acme-out.test',
  tag: null,
  client: { id: 7, name: 'Acme Ltd' },
  mailboxes: 12,
  created_at: '2026-11-20T08:00:00.000Z',
};
const client = {
  id: 7,
  uuid: 'c-7',
  name: 'Acme Ltd',
  email: 'ana@acme.test',
  status: 'active' as const,
  permission: [],
  retricted_category: [],
  campaigns: 0,
  mailboxes: 12,
  leads: 0,
  has_login: false,
  last_login_at: null,
  created_at: rule.created_at,
};
const change = {
  id: 1,
  status: 'RUNNING' as const,
  summary: [],
  is_deletion: false,
  total: 2,
  done: 0,
  changed: 0,
  unchanged: 0,
  gone: 0,
  restored: 0,
  kept: 0,
  percent: 0,
  begins_at: null,
  seconds_left: null,
  can_cancel: true,
  started_at: null,
  can_undo: false,
  no_undo_reason: null,
  error: null,
  created_at: rule.created_at,
  finished_at: null,
  created_by_name: null,
};
const given = (server: FakeServer) => {
  server.answer(mailboxClientRulesContract, 'listClientRules', { rules: [rule] });
  server.answer(clientsContract, 'listClients', { clients: [] });
  server.answer(campaignsContract, 'listTags', { tags: [] });
};

testPageStates({
  page: 'mfe-accounts/src/client-rules/client-rules.page.tsx',
  area: AccountsArea,
  address,
  as: owner,
  given,
  reads: [mailboxClientRulesContract, 'listClientRules'],
  loading: 'Loading Client rules',
  data: 'at acme-out.test',
  full: 'acme-out.test',
  empty: {
    given: (server) => void server.answer(mailboxClientRulesContract, 'listClientRules', { rules: [] }),
    shows: 'No rules yet',
  },
  noAccess: { as: person({ role: 'VIEW_ONLY_ACCESS' }), shows: /Client rules/ },
});

it('leads to the mailboxes of a rule, and deletes it from its menu', async () => {
  const server = productServer();
  given(server);
  server.answer(mailboxClientRulesContract, 'deleteClientRule', { done: true });
  await renderPage(AccountsArea, { server, address, as: owner });
  expect((await screen.findByRole('link', { name: '12 mailboxes' })).getAttribute('href')).toContain(
    'domain=acme-out.test&client=7',
  );
  await chooseFromMenu('Actions for acme-out.test', /Delete rule/);
  await waitFor(() => expect(server.calls(mailboxClientRulesContract, 'deleteClientRule')).toHaveLength(1));
});

it('shows whom a rule would meet, adds it, and assigns the mailboxes without a client', async () => {
  const server = productServer();
  given(server);
  server
    .answer(clientsContract, 'listClients', { clients: [client] })
    .answer(mailboxClientRulesContract, 'previewClientRule', {
      without_client: 2,
      of_this_client: 0,
      of_others: 1,
      examples: ['nora@beta-out.test', 'sam@beta-out.test'],
    })
    .answer(mailboxClientRulesContract, 'addClientRule', { ...rule, id: 4, domain: 'beta-out.test' })
    .answer(mailboxChangesContract, 'startMailboxChange', change);
  await renderPage(AccountsArea, { server, address, as: owner });
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Domain' }), '@beta-out.test');
  await user.click(screen.getByRole('combobox', { name: 'Client' }));
  await user.click(await screen.findByRole('option', { name: 'Acme Ltd' }));
  expect(await screen.findByRole('checkbox', { name: /Assign 2 mailboxes without a client now/ })).toBeTruthy();
  expect(screen.getByText('1 mailbox stays with another client.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add rule' }));
  await waitFor(() =>
    expect(server.calls(mailboxChangesContract, 'startMailboxChange')[0]?.body).toMatchObject({
      selection: { filter: { domain: 'beta-out.test' } },
      change: { client_id: 7 },
    }),
  );
  expect(server.calls(mailboxClientRulesContract, 'addClientRule')[0]?.body).toEqual({
    condition: { domain: 'beta-out.test' },
    client_id: 7,
  });
});
