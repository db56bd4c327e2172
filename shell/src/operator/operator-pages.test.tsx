import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { operatorContract } from '@skein/contracts/main/operator.contract';
import { operatorPeopleContract } from '@skein/contracts/main/operator-people.contract';
import { operatorSeedsContract } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { OperatorArea } from './operator-area';

const operator = person({ user: { is_operator: true } });
const other = person();
const area = () => (
  <Routes>
    <Route path="/operator/*" element={<OperatorArea />} />
  </Routes>
);
const installation = (server: FakeServer, plans: 'trial' | 'none' = 'trial') =>
  server.answer(operatorContract, 'installation', {
    sign_up: 'invitation',
    plans,
    contact: 'ops@skein.test',
    sending: null,
  });
const harbor = {
  id: 7,
  name: 'Harbor',
  state: 'subscribed',
  plan_type: 'pro',
  is_subscribed: true,
  subscription_end_at: '2031-05-31T23:59:59.000Z',
  trial_end_at: null,
  leads_used: 412,
  leads_included: 30_000,
  owner: { id: 3, name: 'Ida', email: 'ida@harbor.test' },
  people: 1,
} as const;
const ida = {
  id: 3,
  name: 'Ida',
  email: 'ida@harbor.test',
  role: 'OWNER',
  status: 'active',
  has_two_factor: true,
  sessions: 2,
  client: null,
} as const;
const noAccess = { as: other, shows: /Only people who run this installation see this/ };
const retry = /Retry|Try again/;

describe('workspaces', () => {
  const given = (server: FakeServer) =>
    void installation(server).answer(operatorContract, 'listWorkspaces', { workspaces: [harbor], total: 1 });
  testPageStates({
    area,
    address: '/app/operator/workspaces',
    as: operator,
    given,
    reads: [operatorContract, 'listWorkspaces'],
    loading: /Loading/,
    data: 'Harbor',
    empty: {
      given: (server) => void server.answer(operatorContract, 'listWorkspaces', { workspaces: [], total: 0 }),
      shows: 'No workspaces yet',
    },
    error: { retry },
    noAccess,
  });

  it('speaks of no plan where there are none', async () => {
    const server = productServer();
    given(server);
    installation(server, 'none');
    await renderPage(area, { address: '/app/operator/workspaces', server, as: operator });
    await screen.findAllByText('Harbor');
    await waitFor(() => expect(document.body.textContent).not.toMatch(/plan|trial|\bPro\b/i));
  });

  it('makes one with its owner and leads to it; what is refused stands beside its field', async () => {
    const server = productServer();
    given(server);
    server.fail(operatorContract, 'createWorkspace', {
      code: 'VALIDATION',
      details: [{ field: 'owner_email', message: 'has an account already' }],
    });
    await renderPage(area, { address: '/app/operator/workspaces', server, as: operator });
    fireEvent.click(await screen.findByRole('button', { name: 'New workspace' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Quay' } });
    fireEvent.change(dialog.getByLabelText('Owner'), { target: { value: 'Ola' } });
    fireEvent.change(dialog.getByLabelText('Owner’s email'), { target: { value: 'ola@quay.test' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Create the workspace' }));
    await dialog.findByText('This has an account already.');
    expect(server.calls(operatorContract, 'createWorkspace')[0]?.body).toEqual({
      name: 'Quay',
      owner_name: 'Ola',
      owner_email: 'ola@quay.test',
    });
  });
});

describe('one workspace', () => {
  const open = async (given: object = {}) => {
    const server = installation(productServer()).answer(operatorContract, 'readWorkspace', {
      ...harbor,
      ...given,
      members: [ida],
    });
    await renderPage(area, { address: '/app/operator/workspaces/7', server, as: operator });
    await screen.findByRole('heading', { level: 1, name: 'Harbor' });
    return server;
  };

  it('changes limits without moving the end', async () => {
    const server = await open();
    server.answer(operatorContract, 'changePlan', { ...harbor, members: [] });
    fireEvent.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText(/^Leads/), { target: { value: '77' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save the plan' }));
    await waitFor(() => expect(server.calls(operatorContract, 'changePlan')).toHaveLength(1));
    expect(server.calls(operatorContract, 'changePlan')[0]?.body).toMatchObject({
      plan_type: 'pro',
      is_subscribed: true,
      lead_limit: 77,
      email_limit: null,
    });
    expect(
      new Date(server.calls(operatorContract, 'changePlan')[0]?.body.subscription_end_at as never).toISOString(),
    ).toBe(harbor.subscription_end_at);
  });

  it('is deleted only once its name is typed', async () => {
    const server = await open();
    server.answer(operatorContract, 'deleteWorkspace', { done: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Delete workspace' }));
    expect(server.calls(operatorContract, 'deleteWorkspace')).toEqual([]);
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Harbor' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete workspace' }));
    await waitFor(() =>
      expect(server.calls(operatorContract, 'deleteWorkspace')[0]?.body).toMatchObject({ name: 'Harbor' }),
    );
  });

  it('says why a disabled one is disabled, and enables it', async () => {
    const server = await open({ state: 'disabled', disabled_reason: 'Unpaid since May' });
    server.answer(operatorContract, 'enableWorkspace', { ...harbor, members: [] });
    expect(screen.getByText('Unpaid since May')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Enable' }));
    await waitFor(() => expect(server.calls(operatorContract, 'enableWorkspace')).toHaveLength(1));
  });

  it('says that it is gone', async () => {
    const server = installation(productServer()).fail(operatorContract, 'readWorkspace', { code: 'NOT_FOUND' });
    await renderPage(area, { address: '/app/operator/workspaces/7', server, as: operator });
    await screen.findByText('This workspace does not exist');
  });
});

describe('people', () => {
  testPageStates({
    area,
    address: '/app/operator/people',
    as: operator,
    given: (server) =>
      void server.answer(operatorPeopleContract, 'listPeople', {
        people: [{ ...ida, workspace: { id: 7, name: 'Harbor' } }],
        next_cursor: 'more',
      }),
    reads: [operatorPeopleContract, 'listPeople'],
    loading: /Loading/,
    data: 'ida@harbor.test',
    empty: {
      given: (server) => void server.answer(operatorPeopleContract, 'listPeople', { people: [], next_cursor: null }),
      shows: 'No people yet',
    },
    error: { retry },
    noAccess,
  });
});

describe('sessions of a person', () => {
  const session = (id: string, user_agent: string, ip: string) => ({
    id,
    user_agent,
    ip,
    created_at: '2026-11-20T08:00:00.000Z',
    last_used_at: '2026-11-25T08:00:00.000Z',
  });
  const laptop = session(
    '5f0c4f4e-3a0d-4b87-9a36-0d6f3c1f6a11',
    'Mozilla/5.0 (X11; Linux x86_64) Firefox/133.0',
    '192.0.2.7',
  );
  const phone = session('9a1c4f4e-3a0d-4b87-9a36-0d6f3c1f6a12', 'Mozilla/5.0 (iPhone) Safari/605.1', '192.0.2.8');
  const open = async () => {
    const server = productServer()
      .answer(operatorPeopleContract, 'listPeople', {
        people: [{ ...ida, workspace: { id: 7, name: 'Harbor' } }],
        next_cursor: null,
      })
      .answer(operatorPeopleContract, 'listSessions', { sessions: [laptop, phone] })
      .answer(operatorPeopleContract, 'endSessions', { ended: 1 });
    await renderPage(area, { address: '/app/operator/people', server, as: operator });
    await screen.findByText('ida@harbor.test');
    await chooseFromMenu(/Actions/, 'Sessions');
    return { server, dialog: within(await screen.findByRole('dialog', { name: 'Sessions of Ida' })) };
  };

  it('shows browser, address and last use of each, and ends one', async () => {
    const { server, dialog } = await open();
    await dialog.findByText('Firefox on Linux');
    expect(dialog.getByText('Safari on iOS')).toBeTruthy();
    expect(dialog.getByText(/192\.0\.2\.7, used/)).toBeTruthy();
    server.answer(operatorPeopleContract, 'listSessions', { sessions: [laptop] });
    fireEvent.click(dialog.getByRole('button', { name: 'End Safari on iOS, 192.0.2.8' }));
    await waitFor(() => expect(dialog.queryByText('Safari on iOS')).toBeNull());
    expect(server.calls(operatorPeopleContract, 'endSessions')).toMatchObject([
      { params: { operatedPersonId: 3 }, body: { session_id: phone.id } },
    ]);
    expect(dialog.getByText('Firefox on Linux')).toBeTruthy();
  });

  it('ends all of them', async () => {
    const { server, dialog } = await open();
    fireEvent.click(await dialog.findByRole('button', { name: 'End all sessions' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(operatorPeopleContract, 'endSessions')[0]?.body).toEqual({});
  });
});

describe('sign-up', () => {
  testPageStates({
    area,
    address: '/app/operator/sign-up',
    as: operator,
    given: (server) =>
      void installation(server).answer(operatorContract, 'listSignUpInvitations', {
        invitations: [{ id: 1, email: 'kim@invited.test', invited_by: 'ops@skein.test' }],
      }),
    reads: [operatorContract, 'listSignUpInvitations'],
    loading: /Loading/,
    data: 'kim@invited.test',
    empty: {
      given: (server) => void server.answer(operatorContract, 'listSignUpInvitations', { invitations: [] }),
      shows: 'No invitations',
    },
    error: { retry },
    noAccess,
  });
});

describe('seeds', () => {
  const seed = {
    id: 5,
    email: 'seed@gmail.test',
    provider: 'Gmail',
    region: 'Europe',
    kind: 'personal',
    host: 'imap.gmail.test',
    port: 993,
    auth_method: 'PASSWORD',
    workspace: null,
    is_sandbox: false,
    is_active: true,
    checked_at: '2026-11-25T08:00:00.000Z',
    problem: null,
  } as const;
  const given = (server: FakeServer) => void server.answer(operatorSeedsContract, 'listSeeds', { rows: [seed] });
  testPageStates({
    area,
    address: '/app/operator/seeds',
    as: operator,
    given,
    reads: [operatorSeedsContract, 'listSeeds'],
    loading: /Loading/,
    data: 'seed@gmail.test',
    empty: {
      given: (server) => void server.answer(operatorSeedsContract, 'listSeeds', { rows: [] }),
      shows: 'No seeds yet',
    },
    error: { retry },
    noAccess,
  });
  const open = async (server: FakeServer) => {
    await renderPage(area, { address: '/app/operator/seeds', server, as: operator });
    await screen.findByText('seed@gmail.test');
  };
  const choose = (name: string) => chooseFromMenu(/Actions/, name);

  it('shows what keeps a seed from being read', async () => {
    const server = productServer();
    server.answer(operatorSeedsContract, 'listSeeds', { rows: [{ ...seed, problem: 'Invalid credentials' }] });
    await open(server);
    expect(screen.getByText('Can’t be read')).toBeTruthy();
    expect(screen.getByText('Invalid credentials')).toBeTruthy();
  });

  it('says which workspace keeps a seed for itself', async () => {
    const server = productServer();
    const own = { ...seed, id: 6, email: 'own@gmail.test', workspace: { id: 7, name: 'Northlight' } };
    server.answer(operatorSeedsContract, 'listSeeds', { rows: [seed, own] });
    await open(server);
    expect(screen.getByText('Northlight')).toBeTruthy();
    expect(screen.getByText('All')).toBeTruthy();
  });

  it('connects one, and what is refused stands beside its field', async () => {
    const server = productServer();
    given(server);
    server.fail(operatorSeedsContract, 'addSeed', {
      code: 'VALIDATION',
      message: 'The login did not work: Invalid credentials',
      details: [{ field: 'password', message: 'was refused' }],
    });
    await open(server);
    fireEvent.click(screen.getByRole('button', { name: 'Connect seed' }));
    const dialog = within(await screen.findByRole('dialog'));
    const type = (name: string, value: string) => fireEvent.change(dialog.getByLabelText(name), { target: { value } });
    type('Email', 'new@outlook.test');
    fireEvent.change(dialog.getByLabelText(/^Provider/), { target: { value: 'Outlook' } });
    type('Region', 'Asia');
    type('IMAP server', 'imap.outlook.test');
    type('Password', 'secret');
    fireEvent.click(dialog.getByRole('button', { name: 'Connect seed' }));
    await dialog.findByText('This was refused.');
    expect(server.calls(operatorSeedsContract, 'addSeed')[0]?.body).toEqual({
      email: 'new@outlook.test',
      provider: 'Outlook',
      region: 'Asia',
      kind: 'personal',
      host: 'imap.outlook.test',
      port: 993,
      security: 'TLS',
      password: 'secret',
    });
  });

  it('connects the rows of a file, tells which failed, and sends no row that cannot work', async () => {
    const server = productServer();
    given(server);
    server.answer(operatorSeedsContract, 'addSeeds', {
      rows: [
        { email: 'a@gmail.test', provider: 'Gmail', problem: null },
        { email: 'b@gmail.test', provider: null, problem: 'The login did not work: Invalid credentials' },
      ],
    });
    await open(server);
    fireEvent.click(screen.getByRole('button', { name: 'Import CSV' }));
    const dialog = within(await screen.findByRole('dialog'));
    const drop = dialog.getByRole('group', { name: 'Drop a CSV file of seeds' });
    // jsdom has no Blob.text.
    const file = (text: string) => ({
      dataTransfer: { files: [Object.assign(new File([text], 'seeds.csv'), { text: async () => text })] },
    });
    fireEvent.drop(drop, file('email,password\na@gmail.test,one'));
    await dialog.findByText(/Missing: host, region/);
    fireEvent.drop(
      drop,
      file(
        'email,password,host,region\na@gmail.test,one,imap.gmail.test,Europe\nb@gmail.test,two,imap.gmail.test,Asia\nnobody,x,h.test,Asia',
      ),
    );
    await dialog.findByText('1 of 3 seeds connected');
    dialog.getByText('Row 3, b@gmail.test: The login did not work: Invalid credentials');
    dialog.getByText(/^Row 4, nobody: The email must be an email address/);
    dialog.getByRole('button', { name: 'Download failed.csv' });
    expect(server.calls(operatorSeedsContract, 'addSeeds')[0]?.body.seeds).toMatchObject([
      { email: 'a@gmail.test', password: 'one', host: 'imap.gmail.test', region: 'Europe' },
      { email: 'b@gmail.test', password: 'two', region: 'Asia' },
    ]);
  });

  it('disables, checks and deletes', async () => {
    const server = productServer();
    given(server);
    server
      .answer(operatorSeedsContract, 'setSeedActive', { ...seed, is_active: false })
      .answer(operatorSeedsContract, 'checkSeed', seed)
      .answer(operatorSeedsContract, 'deleteSeed', { done: true });
    await open(server);
    await choose('Disable');
    await waitFor(() =>
      expect(server.calls(operatorSeedsContract, 'setSeedActive')[0]?.body).toEqual({ is_active: false }),
    );
    await choose('Check now');
    await waitFor(() => expect(server.calls(operatorSeedsContract, 'checkSeed')).toHaveLength(1));
    await choose('Delete');
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete seed' }));
    await waitFor(() => expect(server.calls(operatorSeedsContract, 'deleteSeed')).toHaveLength(1));
  });
});

describe('log', () => {
  testPageStates({
    area,
    address: '/app/operator/log',
    as: operator,
    given: (server) =>
      void server.answer(operatorContract, 'listActions', {
        actions: [{ id: '1', actor: 'ops@skein.test', action: 'workspace-disabled', workspace_name: 'Harbor' }],
        next_cursor: null,
      }),
    reads: [operatorContract, 'listActions'],
    loading: /Loading/,
    data: 'ops@skein.test',
    empty: {
      given: (server) => void server.answer(operatorContract, 'listActions', { actions: [], next_cursor: null }),
      shows: 'No activity yet',
    },
    error: { retry },
    noAccess,
  });
});

it('says that sending is paused, and why', async () => {
  const server = productServer().answer(operatorContract, 'installation', {
    sending: { paused: true, since: '2026-11-20T09:00:00.000Z', explanation: 'A backup was restored.', identity: 'i' },
  });
  await renderPage(area, { address: '/app/operator/installation', server, as: operator });
  await screen.findByText('Sending is paused.');
  expect(document.body.textContent).toContain('A backup was restored.');
});

it('says that system emails are not sent, and how old the newest backup is', async () => {
  const server = productServer().answer(operatorContract, 'installation', {
    sending: null,
    system_mail: {
      from: 'no-reply@skein.test',
      needs_tls: true,
      problem: { message: 'The sender was refused.', at: '2026-11-20T09:00:00.000Z' },
    },
    backup: { schedule: '0 2 * * *', newest_at: null },
    key_rotation: 'added',
  });
  await renderPage(area, { address: '/app/operator/installation', server, as: operator });
  await screen.findByText('System emails are not sent.');
  expect(document.body.textContent).toMatch(/The sender was refused\.[\s\S]*None yet[\s\S]*rotate-key seal/);
});
