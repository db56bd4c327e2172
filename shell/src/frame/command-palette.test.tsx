import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { searchContract } from '@skein/contracts/main/search.contract';
import type { Subject } from '@skein/mfe/access';
import { registerActions, type Action } from '@skein/mfe/actions';
import { FakeServer } from '@skein/testing/fake-server';
import { person } from '@skein/testing/person';
import { renderPage } from '@skein/testing/render-page';
import { firstActions } from './first-keys';
import { Overlays } from './overlays';
import { closeOverlay, openPalette } from './overlays-state';
import { recentPages } from './recent-pages';

// jsdom knows dialogs, but not the modal ones.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
  };
});

const nothing = { campaigns: [], leads: [], mailboxes: [], conversations: [] };
let server: FakeServer;
let forget: (() => void)[];

beforeEach(() => {
  server = new FakeServer().answer(searchContract, 'searchRecords', nothing);
  forget = [];
});
afterEach(() => {
  act(() => {
    closeOverlay();
    recentPages.set([]);
    forget.forEach((each) => each());
  });
});

/** Opens the palette as Ctrl K does. */
async function open({ as = person(), more = [] }: { as?: Subject; more?: Action[] } = {}) {
  forget.push(registerActions([...firstActions, ...more]));
  const page = await renderPage(Overlays, { address: '/app/leads/all', server, as, basename: '' });
  act(() => openPalette());
  const field = await screen.findByRole('combobox', { name: 'Search or run a command' });
  return { ...page, field };
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const lines = () => screen.getAllByRole('option').map((line) => line.textContent);
const chosen = () => screen.getAllByRole('option').find((line) => line.ariaSelected === 'true')?.textContent;
const press = (field: HTMLElement, key: string) => fireEvent.keyDown(field, { key });

it('shows what the page can do first, then pages that were open lately, then everything else', async () => {
  const page = { label: 'Series B founders', within: 'Email campaigns', to: '/app/email-campaign/4/overview' };
  recentPages.set([
    { ...page, label: 'Of a colleague', to: '/app/email-campaign/5/overview', personId: 'another person' },
    { ...page, personId: person().user.uuid },
  ]);
  const more = [{ id: 'leads.export', label: 'Export leads', group: 'Leads', run() {} }];
  const { field } = await open({ more });
  expect(document.activeElement).toBe(field);
  expect(lines().slice(0, 3)).toEqual(['Export leads', 'Series B foundersEmail campaigns', 'New campaign']);
  expect(lines()).not.toContain('Two-factor loginSettings, Security');
  expect(server.calls(searchContract, 'searchRecords')).toHaveLength(0);
});

it.each([
  ['block list', 'Settings: Block list'],
  ['webhook', 'Settings: Webhooks'],
  ['api key', 'Settings: API keys'],
  ['hold', 'Mailbox fleet'],
  ['capacity', 'Mailbox fleet'],
  ['keys api', 'Settings: API keys'],
  ['2fa', 'Two-factor loginSettings, Security'],
  ['invite', 'Invite team member'],
  ['time zone', 'Time zoneSettings, Profile'],
  ['favicon', 'Logo and faviconSettings, Whitelabel'],
  ['backup', 'Settings: Export and import'],
])('finds the settings under %j', async (query, first) => {
  const { field } = await open();
  type(field, query);
  expect(lines()[0]).toBe(first);
});

it('offers no setting that the person may not open', async () => {
  const { field } = await open({ as: person({ role: 'VIEW_ONLY_ACCESS' }) });
  type(field, 'api key');
  await screen.findByText('No results for “api key”.');
  type(field, 'whitelabel');
  await screen.findByText('No results for “whitelabel”.');
});

it('asks the server once somebody stops typing, and shows what it finds and where it leads', async () => {
  server.answer(searchContract, 'searchRecords', ({ query }) =>
    query.search === 'rosa'
      ? {
          campaigns: [{ id: 4, name: 'Rosa Q4', status: 'ACTIVE' as const, parent_campaign_id: null }],
          leads: [{ id: 7, email: 'rosa@alder.test', first_name: 'Rosa', last_name: 'Kessler', company_name: 'Alder' }],
          mailboxes: [{ id: 9, from_email: 'rosa@northlight.test', from_name: 'Rosa K' }],
          conversations: [
            {
              enrolment_id: 11,
              lead: { email: 'rosa@alder.test', first_name: null, last_name: null },
              subject: '',
              campaign_name: 'Rosa Q4',
            },
          ],
        }
      : nothing,
  );
  const { field, address } = await open();
  for (const text of ['r', 'ro', 'ros', 'rosa']) type(field, text);
  expect(screen.getByText('Searching')).toBeDefined();
  await waitFor(() =>
    expect(lines()).toEqual([
      'Rosa Q4Campaign, active',
      'Rosa Kesslerrosa@alder.test, Alder',
      'rosa@northlight.testRosa K',
      'rosa@alder.testRosa Q4',
    ]),
  );
  expect(server.calls(searchContract, 'searchRecords').map(({ query }) => query.search)).toEqual(['rosa']);

  press(field, 'ArrowDown');
  expect(chosen()).toContain('Rosa Kessler');
  press(field, 'ArrowUp');
  press(field, 'ArrowUp');
  expect(chosen()).toBe('rosa@alder.testRosa Q4');
  press(field, 'Enter');
  await waitFor(() => expect(address()).toBe('/app/master-inbox/replies/11'));
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('keeps the chosen line when records arrive above it', async () => {
  const release = server.hold(searchContract, 'searchRecords');
  server.answer(searchContract, 'searchRecords', {
    ...nothing,
    campaigns: [{ id: 4, name: 'Settings audit', status: 'DRAFTED', parent_campaign_id: null }],
  });
  const { field } = await open();
  type(field, 'settings');
  for (let index = 0; index < 5; index += 1) press(field, 'ArrowDown');
  const before = chosen();
  await act(async () => release());
  await waitFor(() => expect(lines()).toContain('Settings auditCampaign, draft'));
  expect(chosen()).toBe(before);
});

it('narrows the records of the last answer while the next one is on its way', async () => {
  server.answer(searchContract, 'searchRecords', {
    ...nothing,
    campaigns: ['Alder north', 'Birch north'].map((name, index) => ({
      id: index + 1,
      name,
      status: 'PAUSED' as const,
      parent_campaign_id: null,
    })),
  });
  const { field } = await open();
  type(field, 'nort');
  await waitFor(() => expect(lines()).toHaveLength(2));
  const release = server.hold(searchContract, 'searchRecords');
  type(field, 'alder north');
  expect(lines()).toEqual(['Alder northCampaign, paused']);
  release();
});

it('says that nothing was found once that is known, and that a search failed', async () => {
  const { field } = await open();
  type(field, 'xylophone');
  expect(screen.getByText('Searching')).toBeDefined();
  await screen.findByText('No results for “xylophone”.');
  server.fail(searchContract, 'searchRecords');
  type(field, 'xylophones');
  await screen.findByText(/couldn’t be searched/);
});

it('closes with Escape and leaves the page as it was', async () => {
  const { field, address } = await open();
  type(field, 'webhook');
  const dialog = screen.getByRole('dialog', { name: 'Search or run a command' });
  expect(within(dialog).getByRole('listbox', { name: 'Results' })).toBeTruthy();
  // The browser turns Escape into the dialog's own close event.
  fireEvent(dialog, new Event('close'));
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(address()).toBe('/app/leads/all');
});
