import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dataQueryContract } from '@skein/contracts/data-query/data-query.contract';
import { teamContract } from '@skein/contracts/main/team.contract';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/settings/team-members';
const longName = `Alexandrina ${'Montgomery-Featherstone '.repeat(5).trim()}`;
const rosa = { id: 4, name: 'Rosa Kessler', email: 'rosa@northlight.test', role: 'FULL_MEMBER_ACCESS' } as const;
const given = (server: FakeServer) =>
  void server.data('TeamMembers', {
    team_members: [{ ...rosa, status: 'active' }],
    team_members_aggregate: { count: 1 },
  });

async function open(change: (server: FakeServer) => void = () => undefined) {
  const server = productServer();
  given(server);
  change(server);
  return { server, page: await renderPage(SettingsArea, { address, server }) };
}

testPageStates({
  page: 'mfe-settings/src/team/team.page.tsx',
  area: SettingsArea,
  address,
  given,
  reads: [dataQueryContract, 'run'],
  loading: 'Loading Team members',
  data: 'Rosa Kessler',
  empty: { given: (server) => server.data('TeamMembers', {}), shows: 'No team members' },
  noAccess: { as: person({ role: 'VIEW_ONLY_ACCESS' }), goesTo: '/app/settings/profile' },
});

it('opens the invitation where there is no one yet', async () => {
  await open((server) => server.data('TeamMembers', {}));
  fireEvent.click(await screen.findByRole('button', { name: 'Invite team member' }));
  within(await screen.findByRole('dialog')).getByRole('textbox', { name: /Email/ });
});

it('pages through a large team, with the longest name whole', async () => {
  const { server, page } = await open((given_) =>
    given_.data('TeamMembers', ({ offset }) => ({
      team_members: [{ ...rosa, id: offset + 10, name: offset === 0 ? longName : 'Ada Second', status: 'active' }],
      team_members_aggregate: { count: 1_240 },
    })),
  );
  await screen.findByText(longName);
  screen.getByText('1 to 1 of 1,240');
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Ada Second');
  expect(page.address()).toBe(`${address}?page=2`);
  expect(server.calls(dataQueryContract, 'run').length).toBeGreaterThan(1);
});

it('shows what people are in their company', async () => {
  await open((server) =>
    server.data('TeamMembers', {
      team_members: [{ ...rosa, status: 'active', designation: 'Head of Sales' }],
      team_members_aggregate: { count: 1 },
    }),
  );
  await screen.findByText('Head of Sales');
});

it('withdraws an invitation, and says what went wrong when that fails', async () => {
  const { server } = await open((given_) =>
    given_.data('TeamMembers', {
      team_members: [{ ...rosa, status: 'invited' }],
      team_members_aggregate: { count: 1 },
    }),
  );
  await screen.findByText('Rosa Kessler');
  await chooseFromMenu('Actions for Rosa Kessler', 'Withdraw the invitation');
  const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw the invitation of rosa@northlight.test' });
  server.fail(teamContract, 'removeMember', { message: 'She has just accepted it.' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  await screen.findByText(/She has just accepted it/);
  server.answer(teamContract, 'removeMember', { done: true });
  server.data('TeamMembers', {});
  fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  await screen.findByText('The invitation was withdrawn');
  await screen.findByText('No team members');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('offers no change of the owner and of oneself', async () => {
  await open((server) =>
    server.data('TeamMembers', {
      team_members: [
        { ...rosa, role: 'OWNER', status: 'active' },
        { ...rosa, id: 1, name: 'Maya Lindqvist', status: 'active' },
      ],
      team_members_aggregate: { count: 2 },
    }),
  );
  await screen.findByText(/Maya Lindqvist \(you\)/);
  await expect(chooseFromMenu('Actions for Rosa Kessler', 'The owner cannot be changed here')).resolves.toBeUndefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});
