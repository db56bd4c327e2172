import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fleetPlanContract, type FleetPlanView } from '@skein/contracts/main/fleet-plan.contract';
import { fleetContract, type FleetMailbox } from '@skein/contracts/main/fleet.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import { renderPage } from '@skein/testing/render-page';
import { AccountsArea } from '../accounts-area';

const address = '/app/email-accounts/fleet';
const owner = person();
const mailbox = (id: number, more: Partial<FleetMailbox> = {}): FleetMailbox => ({
  id,
  from_email: `box${id}@northlight.test`,
  from_name: 'Rosa Kessler',
  type: 'SMTP',
  state: 'connected',
  resting_until: null,
  message_per_day: 40,
  risk: 0,
  level: 'FINE',
  reasons: [],
  ...more,
});
const burning = mailbox(1, {
  risk: 82,
  level: 'HIGH',
  reasons: [
    { code: 'COMPLAINTS', text: 'Reported as spam: 2 of 400' },
    { code: 'BOUNCES', text: 'Bounced 6.2%' },
  ],
});
const count = (mailboxes: FleetMailbox[], is: (mailbox: FleetMailbox) => boolean) => mailboxes.filter(is).length;
const fleetOf = (mailboxes: FleetMailbox[]) => ({
  totals: {
    mailboxes: mailboxes.length,
    sending: count(mailboxes, ({ state, resting_until: rest }) => state === 'connected' && rest === null),
    resting: count(mailboxes, ({ resting_until: rest }) => rest !== null),
    warming: 0,
    failing: count(mailboxes, ({ state }) => state === 'failing'),
    suspended: count(mailboxes, ({ state }) => state === 'suspended'),
    per_day: 40 * mailboxes.length,
    high: mailboxes.filter(({ level }) => level === 'HIGH').length,
  },
  mailboxes,
  mix: null,
  checks: { total: 0, rows: [] },
});
const plan: FleetPlanView = {
  rules: null,
  days: [],
  pods: [],
  without_pod: 2,
  fixes: [],
  short_campaigns: [],
  responses: [],
  log: [],
};
const given = (server: FakeServer) => {
  server.answer(fleetContract, 'getFleet', fleetOf([burning, mailbox(2)]));
  server.answer(fleetPlanContract, 'getFleetPlan', plan);
};

testPageStates({
  page: 'mfe-accounts/src/fleet/fleet.page.tsx',
  area: AccountsArea,
  address,
  as: owner,
  given,
  reads: [fleetContract, 'getFleet'],
  loading: 'Loading the fleet',
  data: 'box1@northlight.test',
  empty: {
    given: (server) => void server.answer(fleetContract, 'getFleet', fleetOf([])),
    shows: 'No mailbox yet',
  },
  noAccess: { as: person({ user: { isClient: true } }), shows: /Fleet/ },
});

it('shows the mailboxes at risk with their reasons first, all of them when asked, and rests one', async () => {
  const server = productServer();
  given(server);
  server.answer(fleetContract, 'restMailboxes', { changed: [1] });
  await renderPage(AccountsArea, { server, address, as: owner });
  const table = within(await screen.findByRole('table', { name: 'Mailboxes by risk' }));
  expect(table.getByText('Reported as spam: 2 of 400')).toBeTruthy();
  expect(table.getByText('Bounced 6.2%')).toBeTruthy();
  expect(table.queryByText('box2@northlight.test')).toBeNull();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Show all 2' }));
  expect(await table.findByText('box2@northlight.test')).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: 'Rest 7 days' })[0] as HTMLElement);
  await waitFor(() =>
    expect(server.calls(fleetContract, 'restMailboxes')[0]?.body).toEqual({ mailbox_ids: [1], days: 7 }),
  );
});

it.each([
  ['All mailboxes healthy', '', [mailbox(1), mailbox(2)]],
  ['No other mailbox needs rest', '1 resting', [mailbox(1, { resting_until: '2026-11-30T00:00:00.000Z' }), mailbox(2)]],
  [
    'No mailbox close to burning out',
    '1 cannot send, 1 suspended',
    [mailbox(1, { state: 'failing' }), mailbox(2, { state: 'suspended' })],
  ],
  ['No mailbox close to burning out', '', [mailbox(1, { risk: 40, level: 'WATCH' }), mailbox(2)]],
  ['1 mailbox close to burning out', '1 resting', [burning, mailbox(2, { resting_until: '2026-11-30T00:00:00.000Z' })]],
] as const)('says “%s” of the fleet, and which mailboxes do not send: %s', async (title, detail, mailboxes) => {
  const server = productServer();
  given(server);
  server.answer(fleetContract, 'getFleet', fleetOf([...mailboxes]));
  await renderPage(AccountsArea, { server, address, as: owner });
  const heading = await screen.findByRole('heading', { level: 2, name: title });
  const words = heading.parentElement?.textContent ?? '';
  expect(words.replace(title, '').trim()).toBe(detail);
});

it('stacks the pods against the need of each day, and does what closes the gap', async () => {
  const server = productServer();
  given(server);
  const rules = { pods: 2, send_weeks: 3, rest_from: '2026-11-23', least_sending: 0, rests_high_risk: false };
  const pod = { is_resting: false, week: 1, rest_from: '2026-12-07', rest_until: '2026-12-14' };
  const fix = { mailboxes: 0, mailbox_ids: [], per_day: null, rest_from: null, short_after: 0 };
  server
    .answer(fleetPlanContract, 'getFleetPlan', {
      ...plan,
      rules,
      days: [
        { date: '2026-11-23', capacity: 60, by_pod: [30, 20], without_pod: 10, planned: 75, is_closed: false },
        { date: '2026-11-24', capacity: 60, by_pod: [30, 20], without_pod: 10, planned: 40, is_closed: false },
      ],
      pods: [
        { name: 'Pod A', mailboxes: 1, ...pod },
        { name: 'Pod B', mailboxes: 1, ...pod },
      ],
      fixes: [
        { ...fix, kind: 'MOVE_REST', rest_from: '2026-11-30' },
        { ...fix, kind: 'RAISE_LIMITS', mailboxes: 2, mailbox_ids: [1, 2], per_day: 40, short_after: 5 },
        { ...fix, kind: 'ADD_MAILBOXES', mailboxes: 1 },
      ],
    })
    .answer(fleetPlanContract, 'setFleetRules', { assigned: 0, rested: 0, ended: 2, held_back: 0 })
    .answer(mailboxChangesContract, 'startMailboxChange', {
      id: 1,
      status: 'RUNNING',
      summary: ['Campaign emails a day: 40'],
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
      created_at: '2026-11-23T08:00:00.000Z',
      finished_at: null,
      created_by_name: null,
    });
  await renderPage(AccountsArea, { server, address, as: owner });
  await screen.findByText('15 emails short in the next 14 days');
  const legend = within(screen.getByRole('list', { name: 'What the bars show' }));
  expect(legend.getAllByRole('listitem').map((item) => item.textContent?.trim())).toEqual([
    'Pod A',
    'Pod B',
    'No pod',
    'Planned by campaigns',
    'Short',
  ]);
  const fixes = within(screen.getByRole('region', { name: 'What closes the gap' }));
  expect(fixes.getByText(/5 emails stay short\. 2 mailboxes below that get the higher limit/)).toBeTruthy();
  expect(fixes.getByRole('link', { name: 'Add mailboxes' })).toBeTruthy();
  const user = userEvent.setup();
  await user.click(fixes.getByRole('button', { name: 'Move rest weeks' }));
  await waitFor(() =>
    expect(server.calls(fleetPlanContract, 'setFleetRules')[0]?.body).toEqual({ ...rules, rest_from: '2026-11-30' }),
  );
  await user.click(fixes.getByRole('button', { name: 'Raise to 40' }));
  await waitFor(() =>
    expect(server.calls(mailboxChangesContract, 'startMailboxChange')[0]?.body).toMatchObject({
      selection: { mailbox_ids: [1, 2] },
      change: { message_per_day: 40 },
    }),
  );
});

it('shows what bounces held back and what was rested, each with its reason, and releases a response', async () => {
  const server = productServer();
  given(server);
  const response = {
    id: 9,
    scope: 'MAILBOX' as const,
    scope_id: '1',
    label: 'box1@northlight.test',
    cause: null,
    reaction: 'SLOW' as const,
    reason: '5 of 30 emails in 3 days bounced because the address does not exist',
    level: 1,
    began_at: '2026-11-23T10:00:00.000Z',
    until: '2026-11-24T10:00:00.000Z',
  };
  server
    .answer(fleetPlanContract, 'getFleetPlan', {
      ...plan,
      responses: [response],
      log: [
        {
          id: '1',
          at: '2026-11-23T10:15:00.000Z',
          kind: 'RISK_RESTS',
          text: '1 mailbox (box1@northlight.test) rests until Nov 30: close to burning out.',
        },
      ],
    })
    .answer(fleetPlanContract, 'releaseBounceResponse', response);
  await renderPage(AccountsArea, { server, address, as: owner });
  expect(await screen.findByText('1 response to bounces')).toBeTruthy();
  expect(screen.getByText('Half the limit')).toBeTruthy();
  expect(screen.getByText(/^Mailbox box1@northlight\.test: 5 of 30 emails in 3 days bounced/)).toBeTruthy();
  expect(screen.getByText('Burn-out rest')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Release box1@northlight.test' }));
  await waitFor(() => expect(server.calls(fleetPlanContract, 'releaseBounceResponse')).toHaveLength(1));
});

it('begins with what bounces held back where a notification leads there', async () => {
  const server = productServer();
  given(server);
  const scrolled: (string | null)[] = [];
  const before = Element.prototype.scrollIntoView;
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled.push(this.textContent);
  };
  try {
    const page = await renderPage(AccountsArea, { server, address: `${address}#responses`, as: owner });
    await screen.findByText('Nothing held back by bounces');
    expect(scrolled).toEqual([expect.stringMatching(/^Nothing held back by bounces/)]);
    page.unmount();
    await renderPage(AccountsArea, { server, address, as: owner });
    await screen.findByText('Nothing held back by bounces');
    expect(scrolled).toHaveLength(1);
  } finally {
    Element.prototype.scrollIntoView = before;
  }
});
