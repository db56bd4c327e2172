import { person } from '@skein/testing/person';
import { testFormStates } from '@skein/testing/form-states';
import { mailboxSignInContract } from '@skein/contracts/main/mailbox-sign-in.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '@skein/ui/toast-store';
import { AccountsArea } from '../accounts-area';

const report = { smtp: { ok: true }, imap: { ok: true } };
const given = () =>
  productServer()
    .answer(mailboxSignInContract, 'readSignIn', {
      is_sandbox: false,
      providers: [{ type: 'GMAIL', client: 'installation', account_page: 'https://accounts.test' }],
    })
    .answer(mailboxSignInContract, 'startSignIn', { url: '#consent' })
    .answer(mailboxesContract, 'create', { mailbox: { id: 8, message_per_day: 50 }, report } as never)
    .answer(mailboxesContract, 'list', { rows: [{ id: 3 }] })
    .answer(mailboxesContract, 'get', { id: 8 })
    .answer(mailboxesContract, 'campaigns', {})
    .answer(warmupContract, 'getWarmup', {});

it('asks for the name that leads see before it leads to the provider', async () => {
  const user = userEvent.setup();
  const server = given();
  await renderPage(AccountsArea, { address: '/app/email-accounts/creation-page/gmail', server });
  await user.click(await screen.findByRole('button', { name: 'Sign in with Google' }));
  const name = screen.getByLabelText(/^Sender name/);
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(name);
  expect(server.calls(mailboxSignInContract, 'startSignIn')).toEqual([]);
  await user.type(name, 'Rosa Kessler');
  await user.click(screen.getByRole('button', { name: 'Sign in with Google' }));
  await waitFor(() => expect(server.calls(mailboxSignInContract, 'startSignIn')).toHaveLength(1));
});

it('proposes the person’s own name for the first mailbox of the workspace', async () => {
  const user = userEvent.setup();
  const server = given().answer(mailboxesContract, 'list', { rows: [] });
  await renderPage(AccountsArea, { address: '/app/email-accounts/creation-page/gmail', server });
  const name = await screen.findByLabelText(/^Sender name/);
  await waitFor(() => expect((name as HTMLInputElement).value).toBe('Maya Lindqvist'));
  await user.click(screen.getByRole('button', { name: 'Sign in with Google' }));
  await waitFor(() => expect(server.calls(mailboxSignInContract, 'startSignIn')).toHaveLength(1));
});

it.each([true, false])('warms a new mailbox up and starts slowly: %s', async (isGentle) => {
  const user = userEvent.setup();
  const server = given();
  await renderPage(AccountsArea, { address: '/app/email-accounts/creation-page/gmail', server });
  await user.type(await screen.findByLabelText(/^Sender name/), 'Rosa Kessler');
  await user.type(screen.getByLabelText(/^Email address/), 'rosa@alder.test');
  await user.type(document.querySelector('input[name="password"]') as HTMLElement, 'abcd efgh');
  const box = screen.getByRole('checkbox', { name: /^Warm up and start slowly/ });
  expect(box.getAttribute('aria-checked') ?? String((box as HTMLInputElement).checked)).toBe('true');
  if (!isGentle) await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Connect mailbox' }));
  await waitFor(() => expect(server.calls(mailboxesContract, 'create')).toHaveLength(1));
  await waitFor(() => expect(window.location.pathname).toBe('/app/email-account/8/overview'));
  expect(server.calls(mailboxesContract, 'create')[0]?.body).toMatchObject({ starts_gently: isGentle });
});

it('proposes no name to somebody who is in the field already', async () => {
  const user = userEvent.setup();
  const server = given().answer(mailboxesContract, 'list', { rows: [] });
  const release = server.hold(mailboxesContract, 'list');
  await renderPage(AccountsArea, { address: '/app/email-accounts/creation-page/smtp', server });
  const name = await screen.findByLabelText<HTMLInputElement>(/^Sender name/);
  await user.click(name);
  release();
  await waitFor(() => expect(server.calls(mailboxesContract, 'list')).not.toHaveLength(0));
  await user.type(name, 'Gina');
  expect(name.value).toBe('Gina');
});

it('says of a mailbox that is connected with how few emails it begins', async () => {
  const user = userEvent.setup();
  const ramp = { from: '2026-11-30', start: 10, increase: 2 };
  const server = given().answer(mailboxesContract, 'create', {
    mailbox: { id: 8, from_email: 'rosa@alder.test', message_per_day: 40, ramp },
    report,
  } as never);
  await renderPage(AccountsArea, { address: '/app/email-accounts/creation-page/gmail', server });
  await user.type(await screen.findByLabelText(/^Sender name/), 'Rosa Kessler');
  await user.type(screen.getByLabelText(/^Email address/), 'rosa@alder.test');
  await user.type(document.querySelector('input[name="password"]') as HTMLElement, 'abcd efgh');
  await user.click(screen.getByRole('button', { name: 'Connect mailbox' }));
  await waitFor(() =>
    expect(toasts.read().map(({ text }) => text)).toContain(
      'Both servers accepted the login. Campaigns begin with 10 emails a day and 2 more each day, up to 40.',
    ),
  );
});

describe('in the sandbox', () => {
  const free = ['nora@sandbox.test', 'felix@sandbox.test'].map((email) => ({ email, password: `of ${email}` }));
  const inSandbox = (free_mailboxes: typeof free) =>
    given()
      .answer(sandboxContract, 'time', () => ({ is_sandbox: true, now: new Date().toISOString(), scale: 60 }))
      .answer(sandboxContract, 'servers', {
        smtp: { host: '127.0.0.1', port: 2525, security: 'none' },
        imap: { host: '127.0.0.1', port: 2143, security: 'none' },
        free_mailboxes,
      });

  it('fills in address, servers and password of the free mailbox that is chosen', async () => {
    const user = userEvent.setup();
    const server = inSandbox(free);
    await renderPage(AccountsArea, { address: '/app/email-accounts/creation-page/gmail', server });
    await user.click(await screen.findByRole('button', { name: 'Use felix@sandbox.test' }));
    const list = within(screen.getByRole('list', { name: 'Free sandbox mailboxes' }));
    expect((await list.findByRole('status')).textContent).toBe('Filled in');
    expect(list.getByRole('button', { name: 'Use nora@sandbox.test' })).toBeDefined();
    await waitFor(() => expect(window.location.pathname).toBe('/app/email-accounts/creation-page/smtp'));
    await user.type(screen.getByLabelText(/^Sender name/), 'Felix');
    await user.click(screen.getByRole('button', { name: 'Connect mailbox' }));
    await waitFor(() => expect(server.calls(mailboxesContract, 'create')).toHaveLength(1));
    expect(server.calls(mailboxesContract, 'create')[0]?.body).toMatchObject({
      from_email: 'felix@sandbox.test',
      username: 'felix@sandbox.test',
      password: 'of felix@sandbox.test',
      smtp_host: '127.0.0.1',
      smtp_port: 2525,
      smtp_port_type: 'NONE',
      imap_host: '127.0.0.1',
      imap_port: 2143,
      imap_port_type: 'NONE',
    });
    expect(JSON.stringify(window.sessionStorage)).not.toContain('of felix');
  });

  it('keeps the place of the mailboxes while it reads them', async () => {
    const server = inSandbox(free);
    const release = server.hold(sandboxContract, 'servers');
    await renderPage(AccountsArea, { address: '/app/email-accounts/creation-page/smtp', server });
    const list = await screen.findByRole('list', { name: 'Free sandbox mailboxes' });
    expect(list.getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByText('demo.json')).toBeNull();
    release();
    expect(await screen.findByRole('button', { name: 'Use nora@sandbox.test' })).toBeDefined();
    expect(screen.getAllByRole('list', { name: 'Free sandbox mailboxes' })).toHaveLength(1);
  });

  it('says when all of them are connected, and is nowhere else', async () => {
    const { unmount } = await renderPage(AccountsArea, {
      address: '/app/email-accounts/creation-page/smtp',
      server: inSandbox([]),
    });
    expect(await screen.findByText('All free mailboxes of the sandbox are connected.')).toBeDefined();
    unmount();
    const server = given();
    await renderPage(AccountsArea, { address: '/app/email-accounts/creation-page/smtp', server });
    await screen.findByLabelText(/^Sender name/);
    expect(screen.queryByText('Sandbox mailboxes')).toBeNull();
    expect(server.calls(sandboxContract, 'servers')).toEqual([]);
  });
});

describe('connecting a mailbox', () =>
  testFormStates({
    page: 'mfe-accounts/src/connect/creation.page.tsx',
    area: AccountsArea,
    address: '/app/email-accounts/creation-page/gmail',
    given: (server) =>
      server
        .answer(mailboxSignInContract, 'readSignIn', {})
        .answer(mailboxesContract, 'create', { mailbox: { id: 8, message_per_day: 50 }, report } as never)
        .answer(mailboxesContract, 'list', { rows: [{ id: 3 }] })
        .answer(mailboxesContract, 'get', { id: 8, from_email: 'rosa@northlight.test' })
        .answer(mailboxesContract, 'campaigns', {})
        .answer(warmupContract, 'getWarmup', {}),
    sends: [mailboxesContract, 'create'],
    fill: { 'Sender name': 'Rosa Kessler', 'Email address': 'rosa@northlight.test', 'App password': 'abcd efgh' },
    button: 'Connect mailbox',
    empty: /^(Email address|Sender name) (must|is) /,
    done: 'No campaign uses this mailbox',
    full: { 'Sender name': 'Rosa Kessler of the Northern Region '.repeat(3).trim() },
    noAccess: { as: person({ role: 'VIEW_ONLY_ACCESS' }), shows: /Connect a mailbox/ },
  }));
