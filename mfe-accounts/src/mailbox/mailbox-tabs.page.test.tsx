import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { mailboxSignInContract } from '@skein/contracts/main/mailbox-sign-in.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { trackingDomainsContract } from '@skein/contracts/main/tracking-domains.contract';
import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AccountsArea } from '../accounts-area';

const at = (tab: string) => `/app/email-account/8/${tab}`;
const address = 'rosa@northlight.test';
const longAddress = `${'rosa.kessler.of.the.northern.region.'.repeat(5)}team@northlight.test`;
const reader = person({ role: 'VIEW_ONLY_ACCESS' });
const closed = {
  as: person({
    user: { isClient: true, client_permissions: { permission: ['reply_master_inbox'], retricted_category: [] } },
  }),
  shows: 'You don’t have access to Email accounts',
};
const mailbox = {
  ...({ id: 8, from_name: 'Rosa Kessler', from_email: address, type: 'GMAIL', auth_method: 'PASSWORD' } as const),
  ...({
    state: 'connected',
    is_smtp_success: true,
    is_imap_success: true,
    checked_at: '2026-11-20T09:00:00.000Z',
  } as const),
  ...{ message_per_day: 50, provider_daily_limit: 2_000, campaign_count: 1, username: address, smtp_host: 'smtp.test' },
} as const;
const problem = {
  code: 'CREDENTIALS',
  server_reply: '535 wrong password',
  cause: 'It was revoked.',
  fix: null,
} as const;
const failing = {
  ...mailbox,
  ...({
    state: 'failing',
    is_smtp_success: false,
    smtp_failure_error: '535 wrong password',
    smtp_problem: problem,
  } as const),
  ...{ waiting_leads: 1, failing_since: '2026-11-20T09:00:00.000Z' },
} as const;
const campaign = { id: 7, name: 'Autumn outreach', status: 'ACTIVE', leads: 1 };
const partners = { is_shown: true, own: 3 };

const given = (server: FakeServer) =>
  void server
    .answer(mailboxesContract, 'get', mailbox)
    .answer(mailboxesContract, 'campaigns', { rows: [campaign] })
    .answer(mailboxSignInContract, 'readSignIn', {})
    .answer(clientsContract, 'listClients', { clients: [{ id: 3, name: 'Borealis' }] })
    .answer(trackingDomainsContract, 'listTrackingDomains', {})
    .answer(warmupContract, 'getWarmup', { mailbox_id: 8, partners, settings: { enabled: true }, status: 'ACTIVE' });

async function open(tab: string, change: (server: FakeServer) => void = () => undefined, as = person()) {
  const server = productServer();
  given(server);
  change(server);
  return { server, page: await renderPage(AccountsArea, { address: at(tab), server, as }) };
}

describe('a mailbox', () => {
  testPageStates({
    page: ['mfe-accounts/src/mailbox/mailbox.page.tsx', 'mfe-accounts/src/mailbox/general.tab.tsx'],
    area: AccountsArea,
    address: at('general'),
    given,
    reads: [mailboxesContract, 'get'],
    loading: 'Loading',
    data: 'Sends through',
    full: address,
    empty: {
      given: (server) => server.fail(mailboxesContract, 'get', { code: 'NOT_FOUND' }),
      shows: /The mailbox was removed, or it belongs to another workspace/,
    },
    noAccess: closed,
  });

  it('shows a long address whole and counts its campaigns in the tab', async () => {
    await open('general', (server) =>
      server.answer(mailboxesContract, 'get', { ...mailbox, from_email: longAddress, campaign_count: 1_234 }),
    );
    await screen.findByRole('heading', { name: longAddress });
    screen.getByRole('link', { name: /Campaigns\s*1,234/ });
  });

  it('tests its connection and says what the servers answered', async () => {
    const { server } = await open('general');
    server.answer(mailboxesContract, 'reconnect', {
      report: { smtp: { ok: true, code: 'OK' }, imap: { ok: false, code: 'CREDENTIALS', server_reply: 'NO LOGIN' } },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Test connection' }));
    const dialog = await screen.findByRole('dialog', { name: 'The login does not work' });
    within(dialog).getByText(/NO LOGIN/);
    // Awaited: the tab is fetched when it is opened.
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'How to fix it' })));
    await screen.findByText('Nothing is wrong');
  });

  it('says why a reader can change nothing', async () => {
    await open('general', undefined, reader);
    for (const name of ['Test connection', 'Suspend'])
      expect((await screen.findByRole('button', { name })).getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('button', { name: /^More actions/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Change the login' })).toBeNull();
  });
});

describe('overview', () => {
  testPageStates({
    page: 'mfe-accounts/src/mailbox/overview.tab.tsx',
    area: AccountsArea,
    address: at('overview'),
    given,
    reads: [mailboxesContract, 'campaigns'],
    loading: 'Loading Campaigns of this mailbox',
    data: 'Autumn outreach',
    empty: {
      given: (server) => server.answer(mailboxesContract, 'campaigns', {}),
      shows: 'No campaign uses this mailbox',
    },
    noAccess: closed,
  });

  it('claims nothing of warmup that could not be read, and reads it again', async () => {
    const { server } = await open('overview', (given_) =>
      given_.fail(warmupContract, 'getWarmup', { message: 'The pool is being counted.' }),
    );
    await screen.findByText('The pool is being counted.');
    expect(screen.queryByText(/Warmup is off/)).toBeNull();
    given(server);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Reputation');
  });

  it('says why leads wait, and reads the campaigns again when that failed', async () => {
    const { server } = await open('overview', (given_) =>
      given_
        .answer(mailboxesContract, 'get', { ...mailbox, waiting_leads: 1 })
        .fail(mailboxesContract, 'campaigns', { message: 'The campaigns are being counted.' }),
    );
    await screen.findByText('1 lead waits for this mailbox.');
    fireEvent.click(screen.getByRole('button', { name: 'Why?' }));
    const drawer = await screen.findByRole('dialog', { name: `Why leads wait for ${address}` });
    await within(drawer).findByText('The campaigns are being counted.');
    server.answer(mailboxesContract, 'campaigns', { rows: [] });
    fireEvent.click(within(drawer).getByRole('button', { name: 'Try again' }));
    await within(drawer).findByText(/No running campaign has leads at this mailbox/);
  });
});

describe('warmup', () => {
  testPageStates({
    page: 'mfe-accounts/src/mailbox/warmup.tab.tsx',
    area: AccountsArea,
    address: at('warmup'),
    given,
    reads: [warmupContract, 'getWarmup'],
    loading: 'Loading',
    data: 'Warms up with 3 mailboxes of yours.',
    full: {
      given: (server) =>
        server.answer(warmupContract, 'getWarmup', {
          ...{ mailbox_id: 8, settings: { enabled: true }, status: 'ACTIVE' as const },
          partners: { ...partners, own: 12_345 },
        }),
      shows: 'Warms up with 12,345 mailboxes of yours.',
    },
    empty: {
      given: (server) =>
        server.answer(warmupContract, 'getWarmup', { mailbox_id: 8, partners: { ...partners, own: 0 } }),
      shows: 'One mailbox can’t warm up alone.',
    },
    noAccess: closed,
  });

  it('is switched off, and not by a reader', async () => {
    const { server } = await open('warmup');
    server.answer(warmupContract, 'updateWarmup', { mailbox_id: 8, partners });
    fireEvent.click(await screen.findByRole('switch', { name: /Warm up this mailbox/ }));
    await screen.findByText('Warmup is off');
    expect(server.calls(warmupContract, 'updateWarmup')[0]?.body).toEqual({ enabled: false });
  });

  it('is closed to a reader', async () => {
    await open('warmup', undefined, reader);
    const toggle = await screen.findByRole('switch', { name: /Warm up this mailbox/ });
    expect(toggle.matches(':disabled, [aria-disabled="true"]')).toBe(true);
  });
});

describe('management', () => {
  it('saves new caps, and says what the server refuses', async () => {
    const { server } = await open('management');
    const cap = await screen.findByRole('spinbutton', { name: /Campaign emails a day/ });
    fireEvent.change(cap, { target: { value: '60' } });
    fireEvent.blur(cap);
    const caps = within(cap.closest('section') as HTMLElement);
    server.fail(mailboxesContract, 'update', { message: 'The mailbox is being moved.' });
    fireEvent.click(caps.getByRole('button', { name: 'Save' }));
    await screen.findByText('The mailbox is being moved.');
    server.answer(mailboxesContract, 'update', { ...mailbox, message_per_day: 60 });
    fireEvent.click(caps.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.calls(mailboxesContract, 'update').at(-1)?.body).toEqual({ message_per_day: 60 }),
    );
  });

  it('says that the clients and the tracking domain could not be read, and reads them again', async () => {
    const { server } = await open('management', (given_) =>
      given_
        .answer(mailboxesContract, 'get', { ...mailbox, custom_tracking_domain: 'go.northlight.test' })
        .fail(clientsContract, 'listClients')
        .fail(trackingDomainsContract, 'listTrackingDomains'),
    );
    const clients = await screen.findByText('The clients could not be read.');
    const domain = await screen.findByText('The status of go.northlight.test could not be loaded.');
    server
      .answer(clientsContract, 'listClients', { clients: [{ id: 3, name: 'Borealis' }] })
      .answer(trackingDomainsContract, 'listTrackingDomains', { rows: [{ domain: 'go.northlight.test' }] });
    for (const title of [clients, domain])
      fireEvent.click(
        within(title.closest('[role="alert"]') as HTMLElement).getByRole('button', { name: 'Try again' }),
      );
    await screen.findByText('Belongs to');
    await screen.findByText(/Not checked yet/);
  });
});

describe('campaigns', () => {
  testPageStates({
    page: 'mfe-accounts/src/mailbox/campaigns.tab.tsx',
    area: AccountsArea,
    address: at('campaigns'),
    given,
    reads: [mailboxesContract, 'campaigns'],
    loading: 'Loading Campaigns of this mailbox',
    data: 'Autumn outreach',
    empty: {
      given: (server) => server.answer(mailboxesContract, 'campaigns', {}),
      shows: 'No campaign uses this mailbox',
    },
    noAccess: closed,
  });

  it('lets a campaign go, and says in numbers what that does', async () => {
    const { server } = await open('campaigns');
    await screen.findByText('Autumn outreach');
    await chooseFromMenu('Actions for Autumn outreach', /Remove from this campaign/);
    await screen.findByText(/1 lead will continue from another mailbox of the campaign\./);
    server.answer(campaignMailboxesContract, 'removeCampaignMailboxes', { leads_to_move: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByText(`Autumn outreach no longer sends from ${address}`);
  });
});

describe('error state', () => {
  it('says that nothing is wrong', async () => {
    await open('error-state');
    await screen.findByText('Nothing is wrong');
  });

  it('says what the server answered, and connects again', async () => {
    const { server, page } = await open('error-state', (given_) => given_.answer(mailboxesContract, 'get', failing));
    await screen.findByText(/1 lead in 1 campaign waits\./);
    screen.getByText('535 wrong password');
    server
      .answer(mailboxesContract, 'reconnect', {
        report: { smtp: { ok: true, code: 'OK' }, imap: { ok: true, code: 'OK' } },
      })
      .answer(mailboxesContract, 'get', mailbox);
    fireEvent.click(screen.getByRole('button', { name: 'Test and resume' }));
    await screen.findByText(`${address} is connected again`);
    await waitFor(() => expect(page.address()).toBe(at('overview')));
  });

  it('says why a reader cannot connect it again', async () => {
    await open('error-state', (server) => server.answer(mailboxesContract, 'get', failing), reader);
    const button = await screen.findByRole('button', { name: 'Test and resume' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('management of a mailbox', () => {
  testPageStates({
    page: 'mfe-accounts/src/mailbox/management.tab.tsx',
    area: AccountsArea,
    address: at('management'),
    given,
    reads: [mailboxesContract, 'get'],
    loading: 'Loading',
    data: 'Daily limits',
    full: address,
    empty: {
      given: (server) => server.fail(mailboxesContract, 'get', { code: 'NOT_FOUND' }),
      shows: /The mailbox was removed, or it belongs to another workspace/,
    },
    noAccess: closed,
  });
});

describe('what is wrong with a mailbox', () => {
  const failingIsGiven = (server: FakeServer) => {
    given(server);
    server.answer(mailboxesContract, 'get', failing);
  };
  testPageStates({
    page: 'mfe-accounts/src/mailbox/error-state.tab.tsx',
    area: AccountsArea,
    address: at('error-state'),
    given: failingIsGiven,
    reads: [mailboxesContract, 'get'],
    loading: 'Loading',
    data: '535 wrong password',
    empty: { given: (server) => server.answer(mailboxesContract, 'get', mailbox), shows: 'Nothing is wrong' },
    noAccess: closed,
  });
});
