import { screen } from '@testing-library/react';
import { authContract } from '@skein/contracts/main/auth.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import type { Subject } from '@skein/mfe/access';
import type { FakeServer } from '@skein/testing/fake-server';
import { Route, Routes } from 'react-router-dom';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { GetStartedPage } from './get-started.page';

const address = '/app/get-started';
const given = (server: FakeServer) =>
  void server
    .answer(authContract, 'getStarted', {
      ...{ total_steps_completed: 1, added_first_email_account: 'COMPLETED', enabled_warmup_optimisation: 'PENDING' },
      ...{ created_first_campaign: 'PENDING', launched_first_campaign: 'PENDING' },
    })
    .answer(campaignsContract, 'listCampaigns', { rows: [{ id: 9, name: 'Autumn outreach', status: 'DRAFTED' }] })
    .answer(mailboxesContract, 'list', { rows: [{ id: 8 }] });

const area = () => (
  <Routes>
    <Route path={address} element={<GetStartedPage />} />
  </Routes>
);

testPageStates({
  page: 'shell/src/start/get-started.page.tsx',
  area,
  basename: '',
  address,
  given,
  reads: [authContract, 'getStarted'],
  loading: 'Loading your first steps',
  data: '1 of 4 steps done',
  full: {
    given: (server) =>
      void server.answer(authContract, 'getStarted', {
        ...{
          total_steps_completed: 3,
          added_first_email_account: 'COMPLETED',
          enabled_warmup_optimisation: 'COMPLETED',
        },
        ...{ created_first_campaign: 'COMPLETED', launched_first_campaign: 'PENDING' },
      }),
    shows: '3 of 4 steps done',
  },
  empty: { given: (server) => server.answer(authContract, 'getStarted', {}), shows: '0 of 4 steps done' },
  noAccess: { as: person({ user: { isClient: true } }), goesTo: '/app/home' },
});

async function open(as = person()) {
  const server = productServer();
  given(server);
  await renderPage(GetStartedPage, { address, server, as, basename: '' });
  await screen.findByText('1 of 4 steps done');
}

it('says that warmup is on by default, and that a new mailbox starts slowly, rather than that somebody turned it on', async () => {
  const server = productServer();
  given(server);
  server.answer(authContract, 'getStarted', {
    ...{ total_steps_completed: 2, added_first_email_account: 'COMPLETED', enabled_warmup_optimisation: 'COMPLETED' },
    ...{ created_first_campaign: 'PENDING', launched_first_campaign: 'PENDING' },
  });
  await renderPage(GetStartedPage, { address, server, as: person(), basename: '' });
  await screen.findByText('Warmup is on');
  expect(screen.getByText(/sends 10 campaign emails on its first day and 2 more each day/)).toBeTruthy();
  expect(screen.queryByText('Turn on warmup')).toBeNull();
});

it('leads each step to where it is done, and no longer to what is done', async () => {
  await open();
  const links = await screen.findAllByRole('link');
  expect(screen.queryByRole('link', { name: 'Connect mailbox' })).toBeNull();
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Set up warmup', '/app/email-account/8/warmup'],
    ['New campaign', '/app/email-campaign/new-campaign'],
    ['Review and launch', '/app/email-campaign/new-campaign?id=9&tab=final-review'],
  ]);
});

it('says why a reader cannot do the steps', async () => {
  await open(person({ role: 'VIEW_ONLY_ACCESS' }));
  for (const name of [/Set up warmup/, /New campaign/, /Review and launch/])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
});

describe('once all four are done', () => {
  const nexts = async (as: Subject) => {
    const server = productServer();
    given(server);
    server.answer(authContract, 'getStarted', { total_steps_completed: 4 });
    await renderPage(GetStartedPage, { address, server, as, basename: '' });
    await screen.findByRole('heading', { name: 'You’re all set' });
    expect(screen.queryByText('Connect a mailbox')).toBeNull();
    expect(screen.queryByRole('progressbar')).toBeNull();
    return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  };

  it('leads the owner on to replies, figures, placement and the team', async () => {
    expect(await nexts(person({ features: { smart_delivery: true } }))).toEqual([
      ['Open campaigns', '/app/email-campaign/all'],
      ['Open inbox', '/app/master-inbox'],
      ['Open analytics', '/app/global-analytics'],
      ['Test placement', '/app/email-deliverability/smart-inbox/auto/all-tests'],
      ['Invite people', '/app/settings/team-members'],
    ]);
  });

  it('keeps quiet about what the plan does not have', async () => {
    expect((await nexts(person())).flat()).not.toContain('Test placement');
  });

  it('offers a reader only what a reader may do', async () => {
    const offered = (await nexts(person({ role: 'VIEW_ONLY_ACCESS', features: { smart_delivery: true } }))).map(
      ([name]) => name,
    );
    expect(offered).not.toContain('Test placement');
    expect(offered).not.toContain('Invite people');
    expect(offered).toContain('Open analytics');
  });
});
