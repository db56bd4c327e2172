import { fireEvent, screen, waitFor } from '@testing-library/react';
import { authContract } from '@skein/contracts/main/auth.contract';
import { teamContract } from '@skein/contracts/main/team.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { longest } from '@skein/testing/crowd';
import { Route, Routes } from 'react-router-dom';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { OnboardingPage } from './onboarding.page';

const address = '/app/onboarding';
const given = (server: FakeServer) => void server.answer(authContract, 'readOnboarding', { stage: 1 });

const area = () => (
  <Routes>
    <Route path={address} element={<OnboardingPage />} />
  </Routes>
);

testPageStates({
  page: 'shell/src/start/onboarding.page.tsx',
  area,
  basename: '',
  address,
  given,
  reads: [authContract, 'readOnboarding'],
  loading: 'Loading your answers',
  data: 'Step 2 of 4',
  full: {
    given: (server) =>
      void server.answer(authContract, 'readOnboarding', { stage: 2, answers: { company: longest('Northlight') } }),
    shows: longest('Northlight'),
  },
  empty: { given: (server) => server.answer(authContract, 'readOnboarding', {}), shows: 'Step 1 of 4' },
  noAccess: { as: person({ user: { isClient: true } }), goesTo: '/app/home' },
});

it('says that an answer was not saved, saves it when asked, and can be skipped', async () => {
  const server = productServer();
  given(server);
  await renderPage(OnboardingPage, { address, server, as: person(), basename: '' });
  await screen.findByText('Step 2 of 4');
  server.fail(authContract, 'onboarding', { message: 'The account is being moved.' });
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText(/The account is being moved/);
  screen.getByText('Step 2 of 4');
  server.answer(authContract, 'onboarding', { user: person().user });
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Step 3 of 4');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByText('Step 2 of 4');
  fireEvent.click(screen.getByRole('button', { name: 'Skip setup' }));
  await waitFor(() =>
    expect(server.calls(authContract, 'onboarding').at(-1)?.body).toMatchObject({ stage: 5, completed: true }),
  );
});

it.each([
  [0, true],
  [1, false],
])(
  'makes “Next” the second choice of the mailbox step only while none is connected: %d',
  async (mailboxes, isSecond) => {
    const server = productServer();
    server.answer(authContract, 'readOnboarding', { stage: 3, mailboxes });
    await renderPage(OnboardingPage, { address, server, as: person(), basename: '' });
    await screen.findByText('Step 4 of 4');
    const next = screen.getByRole('button', { name: 'Next' });
    expect(next.className === screen.getByRole('button', { name: 'Back' }).className).toBe(isSecond);
    expect(screen.queryByRole('link', { name: 'Connect mailbox' }) !== null).toBe(isSecond);
  },
);

it('does not ask people who work alone to invite a team, and counts the same steps before and after that answer', async () => {
  const server = productServer()
    .answer(authContract, 'readOnboarding', { stage: 2, answers: {} })
    .answer(authContract, 'onboarding', { user: person().user });
  await renderPage(OnboardingPage, { address, server, as: person(), basename: '' });
  await screen.findByText('Step 3 of 4');
  fireEvent.click(screen.getByRole('radio', { name: 'Only me' }));
  screen.getByText('Step 3 of 4');
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Step 4 of 4');
  fireEvent.click(screen.getByRole('button', { name: 'Finish' }));
  await waitFor(() =>
    expect(server.calls(authContract, 'onboarding').map(({ body }) => body)).toMatchObject([
      { stage: 3, answers: { company_size: 'Only me' } },
      { stage: 5, completed: true },
    ]),
  );
});

it('offers a team to invite after the counted steps', async () => {
  const server = productServer()
    .answer(authContract, 'readOnboarding', { stage: 2, answers: {} })
    .answer(authContract, 'onboarding', { user: person().user })
    .answer(teamContract, 'listMembers', { members: [] });
  await renderPage(OnboardingPage, { address, server, as: person(), basename: '' });
  fireEvent.click(await screen.findByRole('radio', { name: '2 to 10' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Step 4 of 4');
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Optional');
  const bar = screen.getByRole('progressbar', { name: 'Onboarding' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['4', '4']);
  screen.getByRole('button', { name: 'Invite' });
  fireEvent.click(screen.getByRole('button', { name: 'Finish' }));
  await waitFor(() =>
    expect(server.calls(authContract, 'onboarding').at(-1)?.body).toMatchObject({ stage: 5, completed: true }),
  );
});
