import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { draftedTest } from '@skein/contracts/smart-delivery/placement-new-test';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { DeliverabilityArea } from '../deliverability-area';
import { base, owner, testRow, without } from '../testing';

const folder = { id: 4, name: 'Before launch', tests: 1, created_at: '2026-11-20T08:00:00.000Z' };
const given = (server: FakeServer) =>
  void server
    .answer(placementContract, 'tests', { rows: [testRow], total: 1 })
    .answer(placementContract, 'choices', { seeds: [], senders: [], monitors: { used: 8, limit: 20 } })
    .answer(placementContract, 'folders', { rows: [folder], total: 1 });
const none = (server: FakeServer) => void server.answer(placementContract, 'tests', { rows: [], total: 0 });

const openMenu = async () => {
  (await screen.findByRole('button', { name: 'Actions for Q4 logistics' })).focus();
  await userEvent.keyboard('{Enter}');
};

describe('automatic tests', () => {
  testPageStates({
    page: 'mfe-deliverability/src/tests/all-tests.page.tsx',
    area: DeliverabilityArea,
    address: `${base}/auto/all-tests`,
    as: owner,
    given,
    reads: [placementContract, 'tests'],
    loading: 'Loading Automatic tests',
    data: 'Q4 logistics',
    empty: { given: none, shows: 'No tests yet' },
    noAccess: { as: without, shows: /SmartDelivery/ },
  });
});

describe('tests of a folder', () => {
  testPageStates({
    page: 'mfe-deliverability/src/tests/all-tests.page.tsx',
    area: DeliverabilityArea,
    address: `${base}/folder/4/tests`,
    as: owner,
    given,
    reads: [placementContract, 'tests'],
    loading: 'Loading Before launch',
    data: 'Q4 logistics',
    empty: { given: none, shows: 'No tests in this folder' },
    noAccess: { as: without, shows: /SmartDelivery/ },
  });
});

describe('folders', () => {
  testPageStates({
    page: 'mfe-deliverability/src/tests/folders.page.tsx',
    area: DeliverabilityArea,
    address: `${base}/folders`,
    as: owner,
    given,
    reads: [placementContract, 'folders'],
    loading: 'Loading Folders',
    data: 'Before launch',
    empty: {
      given: (server) => void server.answer(placementContract, 'folders', { rows: [], total: 0 }),
      shows: 'No folders yet',
    },
    noAccess: { as: without, shows: /SmartDelivery/ },
  });
});

it('shows result, schedule and monitors, asks for what is searched, and keeps it in the address', async () => {
  const server = productServer();
  given(server);
  const page = await renderPage(DeliverabilityArea, { server, address: `${base}/auto/all-tests`, as: owner });
  const row = (await screen.findByText('Q4 logistics')).closest('[role=row], tr') as HTMLElement;
  within(row).getByText('Failed');
  within(row).getByText('35 pt below the mark');
  within(row).getByText('every 2 days');
  screen.getByText('8 of 20 active monitors');
  none(server);
  fireEvent.change(screen.getByLabelText('Search tests'), { target: { value: 'dental' } });
  await screen.findByText('No test matches');
  expect(server.calls(placementContract, 'tests').at(-1)?.query).toMatchObject({ type: 'auto', search: 'dental' });
  expect(page.address()).toBe(`${base}/auto/all-tests?q=dental`);
});

it('runs, stops and deletes a test from its row, and offers none of it to readers', async () => {
  const server = productServer();
  given(server);
  server
    .answer(placementContract, 'runAgain', { run: 3 })
    .answer(placementContract, 'stop', { done: true })
    .answer(placementContract, 'deleteTest', { done: true });
  await renderPage(DeliverabilityArea, { server, address: `${base}/auto/all-tests`, as: owner });
  const choose = async (name: string) => {
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Run now');
  await choose('Stop');
  await choose('Delete test');
  await screen.findByText(/Its 2 runs, their results and its links/);
  fireEvent.click(screen.getByRole('button', { name: 'Delete test' }));
  await waitFor(() =>
    expect(server.calls(placementContract, 'deleteTest')[0]?.params).toEqual({ placementTestId: testRow.id }),
  );
  expect(server.calls(placementContract, 'runAgain')).toHaveLength(1);
  expect(server.calls(placementContract, 'stop')).toHaveLength(1);
});

const operator = person({ features: { smart_delivery: true }, user: { is_operator: true } });
const known = { features: { smart_delivery: true }, plan: { contact: 'ops@skein.test' } };
const reader = person({ role: 'VIEW_ONLY_ACCESS', ...known });
it.each([
  [operator, 'Connect seeds for all workspaces', '/app/operator/seeds'],
  [operator, 'for this one', `${base}/seeds`],
  [person(known), 'Connect your own', `${base}/seeds`],
  [person(known), 'ops@skein.test', 'mailto:ops@skein.test'],
  [reader, 'ops@skein.test', 'mailto:ops@skein.test'],
])('where there are no seeds, leads to where they are connected', async (as, name, href) => {
  const server = productServer();
  given(server);
  none(server);
  await renderPage(DeliverabilityArea, { server, address: `${base}/auto/all-tests`, as });
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
  if (as === reader) expect(screen.queryByRole('link', { name: 'Connect your own' })).toBeNull();
});

const settings = draftedTest.parse({
  name: 'Q4 logistics',
  type: 'auto',
  subject: 'Docks',
  body_text: 'Hi Ada',
  body_html: '<p>Hi Ada</p>',
  sender_ids: [3],
  cron: '30 7 * * 1,5',
  time_zone: 'America/Chicago',
  starts_at: '2026-11-01T09:00:00.000Z',
  pass_percent: 70,
});
const nothing = { seeds: 0, mailboxes: 0 };
const open = async (name: string, more: (server: FakeServer) => void = () => undefined) => {
  const server = productServer();
  given(server);
  more(server);
  server
    .answer(placementContract, 'changeTest', { done: true })
    .answer(placementContract, 'testSettings', { test: settings, campaign: null, gone: nothing });
  const page = await renderPage(DeliverabilityArea, { server, address: `${base}/auto/all-tests`, as: owner });
  await openMenu();
  await userEvent.click(await screen.findByRole('menuitem', { name }));
  return { server, page };
};
const changes = (server: FakeServer) => server.calls(placementContract, 'changeTest').map(({ body }) => body);

it('renames a test', async () => {
  const { server } = await open('Rename');
  fireEvent.change(await screen.findByLabelText('Test name'), { target: { value: 'Docks, west' } });
  fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(changes(server)).toEqual([{ name: 'Docks, west' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('moves a test to a folder', async () => {
  const { server } = await open('Move to folder');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('combobox', { name: /Folder/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Before launch' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Move test' }));
  await waitFor(() => expect(changes(server)).toEqual([{ folder_id: 4 }]));
});

it('changes schedule and rules, and sends only what was changed', async () => {
  const { server } = await open('Edit schedule and rules');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByLabelText('At'), { target: { value: '08:15' } });
  fireEvent.change(dialog.getByLabelText(/^Below/), { target: { value: '60' } });
  dialog.getByText(/Duplicate the test to change/);
  fireEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(changes(server)).toHaveLength(1));
  expect(changes(server)[0]).toEqual({
    cron: '15 8 * * 1,5',
    rest_below: 60,
    below_runs: 2,
    cap_to: null,
    moves_leads: false,
    pauses_step: false,
    notifies: true,
  });
});

it('says what a copy lacks, and starts none whose seeds are all gone', async () => {
  const server = productServer();
  given(server);
  server
    .answer(placementContract, 'testSettings', {
      test: { ...settings, seed_groups: [{ provider: 'GMX', region: 'Asia' }] },
      campaign: null,
      gone: { seeds: 4, mailboxes: 1 },
    })
    .answer(placementContract, 'choices', {
      seeds: [{ provider: 'Gmail', region: 'Europe', count: 5, own: 0, is_sandbox: true }],
      senders: [{ id: 3, email: 'rosa@northlight.test' }],
      monitors: { used: 8, limit: 20 },
    });
  await renderPage(DeliverabilityArea, { server, address: `${base}/new-automatic-test?copy=9`, as: owner });
  await screen.findByText(
    'None of its seeds is left. Choose others under Seeds. 1 mailbox of the original is not available.',
  );
  const startButton = () => screen.getByRole('button', { name: 'Start test' });
  expect(startButton().getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Europe' }));
  screen.getByText(
    '4 seeds of the original are gone. Check the seeds before you start. 1 mailbox of the original is not available.',
  );
  expect(startButton().getAttribute('aria-disabled')).toBeNull();
});

it('duplicates a test: a new one opens with everything but times that have passed', async () => {
  const { server, page } = await open(
    'Duplicate',
    (answers) =>
      void answers
        .answer(placementContract, 'choices', {
          seeds: [{ provider: 'Gmail', region: 'Europe', count: 5, own: 0, is_sandbox: true }],
          senders: [{ id: 3, email: 'rosa@northlight.test' }],
          monitors: { used: 8, limit: 20 },
        })
        .answer(placementContract, 'addTest', { id: 10 })
        .fail(placementContract, 'report', { code: 'UNAVAILABLE' }),
  );
  await waitFor(() => expect(page.address()).toBe(`${base}/new-automatic-test?copy=9`));
  expect((await screen.findByLabelText<HTMLInputElement>('Test name')).value).toBe('Q4 logistics (copy)');
  fireEvent.click(await screen.findByRole('button', { name: 'Start test' }));
  await waitFor(() => expect(server.calls(placementContract, 'addTest')).toHaveLength(1));
  expect(server.calls(placementContract, 'addTest')[0]?.body).toMatchObject({
    name: 'Q4 logistics (copy)',
    subject: 'Docks',
    body_text: 'Hi Ada',
    body_html: '<p>Hi Ada</p>',
    sender_ids: [3],
    cron: '30 7 * * 1,5',
    time_zone: 'America/Chicago',
    starts_at: null,
    pass_percent: 70,
    draft_id: null,
  });
});

it('offers readers no way to create or change', async () => {
  const server = productServer();
  given(server);
  await renderPage(DeliverabilityArea, { server, address: `${base}/auto/all-tests`, as: reader });
  await openMenu();
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Open',
    'Action steps',
  ]);
  expect(screen.queryByText('New automatic test')).toBeNull();
});

it.each([`${base}/other/all-tests`, `${base}/folder/77/tests`, `${base}/folder/77/new-manual-test`, `${base}/nothing`])(
  'says that there is nothing at %s',
  async (address) => {
    const server = productServer();
    given(server);
    await renderPage(DeliverabilityArea, { server, address, as: owner });
    await screen.findByText('This page does not exist');
  },
);
