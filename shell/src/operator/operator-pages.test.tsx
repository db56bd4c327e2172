import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { operatorContract } from '@skein/contracts/main/operator.contract';
import { operatorPeopleContract } from '@skein/contracts/main/operator-people.contract';
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
    page: 'shell/src/operator/workspaces.page.tsx',
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
    page: 'shell/src/operator/people.page.tsx',
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
    page: 'shell/src/operator/sign-up.page.tsx',
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

describe('log', () => {
  testPageStates({
    page: 'shell/src/operator/log.page.tsx',
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

describe('the installation', () => {
  testPageStates({
    page: 'shell/src/operator/installation.page.tsx',
    area,
    address: '/app/operator/installation',
    as: operator,
    given: (server) => void installation(server),
    reads: [operatorContract, 'installation'],
    loading: /Loading/,
    data: 'ops@skein.test',
    empty: {
      given: (server) => server.answer(operatorContract, 'installation', { contact: null }),
      shows: 'Nothing has been sent from here yet',
    },
    error: { retry },
    noAccess,
  });
});

describe('a workspace as an operator sees it', () => {
  testPageStates({
    page: 'shell/src/operator/workspace.page.tsx',
    area,
    address: '/app/operator/workspaces/7',
    as: operator,
    given: (server) =>
      void installation(server).answer(operatorContract, 'readWorkspace', { ...harbor, members: [ida] }),
    reads: [operatorContract, 'readWorkspace'],
    loading: /Loading/,
    data: 'ida@harbor.test',
    empty: {
      given: (server) => server.fail(operatorContract, 'readWorkspace', { code: 'NOT_FOUND' }),
      shows: 'This workspace does not exist',
    },
    error: { retry },
    noAccess,
  });
});
