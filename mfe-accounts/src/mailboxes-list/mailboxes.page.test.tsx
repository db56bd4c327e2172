import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AccountsArea } from '../accounts-area';

const address = '/app/email-accounts';
const owner = person();
const at = '2026-11-20T08:00:00.000Z';
const mailbox = (id: number, more: Partial<MailboxView> = {}): MailboxView => ({
  id,
  from_name: 'Rosa Kessler',
  from_email: `box${id}@northlight.test`,
  type: 'SMTP',
  auth_method: 'PASSWORD',
  username: 'rosa',
  smtp_host: 'smtp.northlight.test',
  smtp_port: 465,
  smtp_port_type: 'SSL',
  imap_host: 'imap.northlight.test',
  imap_port: 993,
  imap_port_type: 'SSL',
  imap_username: 'rosa',
  state: 'connected',
  is_smtp_success: true,
  is_imap_success: true,
  smtp_failure_error: null,
  imap_failure_error: null,
  failure_code: null,
  failing_since: null,
  checked_at: at,
  smtp_problem: null,
  imap_problem: null,
  is_suspended: false,
  message_per_day: 40,
  cap_today: 40,
  ramp: null,
  resting_until: null,
  sending_rest: null,
  min_time_to_wait_minutes: 5,
  time_zone: 'Etc/GMT',
  signature: null,
  bcc_email: null,
  different_reply_to_address: null,
  custom_tracking_domain: null,
  client_id: null,
  sent_today: 12,
  reserved_today: 0,
  sent_last_24_hours: 12,
  day_ends_at: at,
  next_free_at: at,
  last_sent_at: null,
  last_synced_at: null,
  sync_error: null,
  sync_lag_seconds: null,
  sync_lag_at: null,
  campaign_count: 1,
  waiting_leads: 0,
  provider_daily_limit: 500,
  warmup: { enabled: false, per_day: 30 },
  dns: null,
  dns_checked_at: null,
  tags: [],
  created_at: at,
  ...more,
});
const page = (rows: MailboxView[]) => ({
  rows,
  next_cursor: null,
  total: rows.length,
  totals: { all: rows.length, connected: rows.length, failing: 0, suspended: 0 },
});
const given = (server: FakeServer) => {
  server.answer(mailboxesContract, 'list', page([mailbox(1), mailbox(2)]));
  server.answer(warmupContract, 'listWarmup', { rows: [] });
  server.answer(campaignsContract, 'listTags', { tags: [] });
  server.answer(clientsContract, 'listClients', { clients: [] });
  server.answer(mailboxChangesContract, 'listMailboxChanges', { rows: [], next_cursor: null });
};

testPageStates({
  page: 'mfe-accounts/src/mailboxes-list/mailboxes.page.tsx',
  area: AccountsArea,
  address,
  as: owner,
  given,
  reads: [mailboxesContract, 'list'],
  loading: 'Loading Email accounts',
  data: 'box1@northlight.test',
  empty: {
    given: (server) => void server.answer(mailboxesContract, 'list', page([])),
    shows: 'No mailbox yet',
  },
  noAccess: { as: person({ user: { isClient: true } }), shows: /Email accounts/ },
});

it('says that a filter hides everything, and clears it', async () => {
  const server = productServer();
  given(server);
  server.answer(mailboxesContract, 'list', ({ query }) =>
    query.type
      ? { ...page([]), totals: { all: 2, connected: 2, failing: 0, suspended: 0 } }
      : page([mailbox(1), mailbox(2)]),
  );
  await renderPage(AccountsArea, { server, address: `${address}?provider=zoho`, as: owner });
  expect(await screen.findByText('2 mailboxes are hidden by them.')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(await screen.findByText('box1@northlight.test')).toBeTruthy();
});

it('changes any warmup setting of the selected mailboxes, and leaves the others', async () => {
  const server = productServer();
  given(server);
  server.answer(mailboxChangesContract, 'previewMailboxChange', {
    total: 2,
    will_change: 2,
    fields: [],
    waiting_leads: 0,
    campaigns: 0,
  });
  server.answer(mailboxChangesContract, 'startMailboxChange', {
    id: 4,
    status: 'RUNNING',
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
    created_at: at,
    finished_at: null,
    created_by_name: null,
  });
  await renderPage(AccountsArea, { server, address, as: owner });
  const user = userEvent.setup();
  await screen.findByText('box1@northlight.test');
  for (const id of [1, 2]) await user.click(screen.getByRole('checkbox', { name: new RegExp(`box${id}@northlight`) }));
  await user.click(screen.getByRole('button', { name: 'Change' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Change mailboxes' }));
  await user.click(drawer.getByRole('checkbox', { name: 'Warmup' }));
  await user.type(drawer.getByRole('spinbutton', { name: /Rescued from spam/ }), '80');
  const begin = await drawer.findByRole('button', { name: 'Change 2 mailboxes' });
  await user.click(begin);
  await waitFor(() =>
    expect(server.calls(mailboxChangesContract, 'startMailboxChange')[0]?.body).toMatchObject({
      selection: { mailbox_ids: [1, 2] },
      change: { warmup: { spam_rescue_rate: 80 } },
    }),
  );
});
