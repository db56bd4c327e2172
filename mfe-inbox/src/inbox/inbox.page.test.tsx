import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxBulkContract } from '@skein/contracts/main/inbox-bulk.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { inboxRecentContract } from '@skein/contracts/main/inbox-recent.contract';
import { listViewsContract } from '@skein/contracts/main/list-views.contract';
import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { withWindowSize } from '@skein/testing/window-size';
import { undoLast } from '@skein/ui/toast';
import { InboxArea } from '../inbox-area';

// The panes appear by the width that is measured.
withWindowSize(1440, 900);

const row = (id: number, name: string) => ({
  enrolment_id: id,
  lead: { id, email: `${name}@alder.test`, first_name: name, last_name: null, company_name: null },
  campaign: { id: 1, name: 'Yard time', status: 'ACTIVE', client_id: null, parent_campaign_id: null },
  subject: `Subject ${id}`,
  snippet: 'Sounds good',
  is_read: true,
});
const rows = [row(1, 'Priya'), row(2, 'Jonas'), row(3, 'Mara')];
const given = (server: FakeServer = productServer()) =>
  server
    .answer(inboxContract, 'listConversations', { rows, total: 120 })
    .answer(inboxContract, 'countFolders', { folders: { replies: 120, unread: 0, waiting_1: 9, waiting_24: 2 } })
    .answer(inboxContract, 'getThread', {})
    .answer(inboxContract, 'getPanel', {})
    .answer(inboxDraftsContract, 'getDraft', { draft: null, updated_at: null })
    .answer(presenceContract, 'tellPresence', { others: [] })
    .answer(categoriesContract, 'listCategories', { categories: [{ id: 1, name: 'Interested' }] })
    .answer(listViewsContract, 'listViews', {
      views: [{ id: 1, list: 'master-inbox', name: 'Hot leads', address: 'category=1' }],
    });

describe('the conversations', () => {
  testPageStates({
    page: 'mfe-inbox/src/inbox/inbox.page.tsx',
    area: InboxArea,
    address: '/app/master-inbox',
    given: (server) => void given(server),
    reads: [inboxContract, 'listConversations'],
    loading: 'Loading Replies',
    data: 'Subject 1',
    empty: { given: (server) => server.answer(inboxContract, 'listConversations', {}), shows: 'No replies yet' },
    noAccess: 'everyone',
  });

  it('claim no number while they could not be read', async () => {
    const server = given().fail(inboxContract, 'listConversations');
    await renderPage(InboxArea, { address: '/app/master-inbox', server });
    await screen.findByText('The list could not be read');
    expect(screen.queryByText(/^0 open/)).toBeNull();
  });

  it('lead back from filters that nothing matches', async () => {
    const server = given().answer(inboxContract, 'listConversations', ({ query }) => ({
      rows: query.category_ids ? [] : rows,
    }));
    const page = await renderPage(InboxArea, { address: '/app/master-inbox?category=1', server });
    await screen.findByText('No conversations match');
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByText('Subject 1');
    expect(page.address()).toBe('/app/master-inbox');
  });

  it('are counted with what is more than counted, and a reader chooses none of them', async () => {
    const server = given().answer(inboxContract, 'listConversations', { rows, total: 10_000, total_is_capped: true });
    await renderPage(InboxArea, { address: '/app/master-inbox', server, as: person({ role: 'VIEW_ONLY_ACCESS' }) });
    await screen.findByText(/^10,000\+ open/);
    expect(screen.queryByRole('checkbox', { name: 'Select Priya' })).toBeNull();
  });
});

describe('one conversation', () => {
  it('says why it could not be read, and reads it when asked', async () => {
    const server = given().fail(inboxContract, 'getThread', { message: 'The thread is being merged.' });
    await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
    await screen.findByText('The thread is being merged.');
    server.answer(inboxContract, 'getThread', {
      conversation: rows[0],
      messages: [{ id: 1, direction: 'in', own_text: 'Tuesday works' }],
    } as never);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Tuesday works');
  });
});

it('shows what waits, and saved views as tabs', async () => {
  await renderPage(InboxArea, { address: '/app/master-inbox', server: given() });
  expect(await screen.findByText('Over 1 hour')).toBeDefined();
  const tabs = await screen.findByRole('navigation', { name: 'Saved views' });
  expect(within(tabs).getByText('Hot leads').closest('a')?.getAttribute('href')).toBe('/app/master-inbox?category=1');
});

const matching = (server = given(), total = 12_340) =>
  server.answer(inboxBulkContract, 'countMatching', { total }).answer(inboxBulkContract, 'changeMatching', {
    bulk_id: 7,
    can_undo: true,
  });
const chooseAll = async () => {
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Priya' }));
  fireEvent.click(screen.getByRole('button', { name: 'Select all 120 matching' }));
};

it('changes everything that matches once its exact number is confirmed, and undoes it by the key', async () => {
  const server = matching().answer(inboxRecentContract, 'undoRecentChange', { restored: 0, is_under_way: true });
  await renderPage(InboxArea, { address: '/app/master-inbox', server });
  await chooseAll();
  // All but one.
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Jonas' }));
  expect(screen.getByText('119 selected')).toBeDefined();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Archive' })));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Archive 12,340 conversations?' }));
  expect(server.calls(inboxBulkContract, 'changeMatching')).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(await screen.findByText('Archive 12,340 conversations')).toBeDefined();
  expect(server.calls(inboxBulkContract, 'changeMatching')).toMatchObject([
    { body: { excluded_ids: [2], action: { do: 'archive', is_archived: true }, expected_total: 12_340 } },
  ]);
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected conversations' })).toBeNull());
  act(() => expect(undoLast()).toBe(true));
  expect(await screen.findByText('Undoing: Archive 12,340 conversations')).toBeDefined();
  expect(server.calls(inboxRecentContract, 'undoRecentChange')).toMatchObject([{ params: { changeKey: 'change-7' } }]);
});

it('counts again when more match by the time they are confirmed', async () => {
  const server = matching();
  await renderPage(InboxArea, { address: '/app/master-inbox', server });
  await chooseAll();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Archive' })));
  const dialog = await screen.findByRole('alertdialog', { name: 'Archive 12,340 conversations?' });
  const confirm = within(dialog).getByRole('button', { name: 'Archive' });
  server
    .fail(inboxBulkContract, 'changeMatching', {
      code: 'CONFLICT',
      message: '12,341 conversations match by now. Confirm again.',
    })
    .answer(inboxBulkContract, 'countMatching', { total: 12_341 });
  fireEvent.click(confirm);
  expect(await screen.findByText('12,341 conversations match by now. Confirm again.')).toBeDefined();
  expect(await screen.findByRole('alertdialog', { name: 'Archive 12,341 conversations?' })).toBeDefined();
});

it('shows how a change of everything is going, stops it, and offers its undo once it is over', async () => {
  const change = {
    bulk_id: 7,
    status: 'RUNNING' as const,
    action: { do: 'read' as const, is_read: true },
    total: 12_340,
    done: 500,
    changed: 480,
    unchanged: 20,
    can_cancel: true,
    can_undo: true,
  };
  const server = given()
    .answer(inboxContract, 'countFolders', { folders: { replies: 120 }, bulk_id: 7 })
    .answer(inboxBulkContract, 'getBulkChange', change)
    .answer(inboxBulkContract, 'cancelBulkChange', { ...change, status: 'CANCELLED', can_cancel: false })
    .answer(inboxBulkContract, 'undoBulkChange', { ...change, status: 'UNDOING' });
  await renderPage(InboxArea, { address: '/app/master-inbox', server });
  const card = within(await screen.findByRole('region', { name: 'Change of everything that matched' }));
  expect(card.getByText('Running: Mark 12,340 conversations as read')).toBeDefined();
  expect(card.getByText('480 conversations changed. 20 conversations were like that already.')).toBeDefined();
  server.answer(inboxBulkContract, 'getBulkChange', { ...change, status: 'CANCELLED', can_cancel: false });
  fireEvent.click(card.getByRole('button', { name: 'Stop' }));
  expect(await card.findByText('Stopped: Mark 12,340 conversations as read')).toBeDefined();
  server.answer(inboxBulkContract, 'getBulkChange', { ...change, status: 'UNDONE', restored: 479, kept: 1 });
  fireEvent.click(card.getByRole('button', { name: 'Undo' }));
  expect(await card.findByText(/^479 conversations as before\. 1 conversation kept/)).toBeDefined();
  fireEvent.click(card.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Change of everything that matched' })).toBeNull());
});

it('draws the next conversation ahead, out of sight and unread, and shows it when it is chosen', async () => {
  const server = given()
    .answer(inboxContract, 'getThread', ({ params }) => ({
      conversation: rows[Number(params.enrolmentId) - 1],
      messages: [{ id: Number(params.enrolmentId), direction: 'in' as const, own_text: `Words ${params.enrolmentId}` }],
    }))
    .answer(inboxContract, 'getPanel', ({ params }) => ({ lead: { first_name: `Lead ${params.enrolmentId}` } }));
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  const next = (await screen.findByText('Words 2')).closest('section') as HTMLElement;
  expect(next.style.display).toBe('none');
  expect(server.calls(inboxDraftsContract, 'getDraft')).toMatchObject([{ params: { enrolmentId: 1 } }]);
  fireEvent.click(screen.getByText('Subject 2'));
  await waitFor(() => expect(next.style.display).toBe(''));
  expect(next.isConnected).toBe(true);
  await waitFor(() => expect(server.calls(inboxDraftsContract, 'getDraft')).toHaveLength(2));
});

it('counts down to an answer that the AI drafted, which is cancelled or sent at once', async () => {
  const statsId = '3f6b2c1e-8d47-4a55-9c70-1c9a2b7e4d10';
  const outgoing = {
    stats_id: statsId,
    kind: 'REPLY' as const,
    status: 'SCHEDULED' as const,
    send_at: new Date(Date.now() + 10 * 60_000).toISOString(),
    html: '<p>It costs 12 EUR a seat.</p>',
    is_drafted: true,
    can_cancel: true,
  };
  const server = given()
    .answer(inboxContract, 'getThread', {
      conversation: rows[0],
      messages: [{ id: 1, direction: 'in' as const, own_text: 'The price list?' }],
      outgoing: [outgoing],
    })
    .answer(inboxContract, 'sendDrafted', outgoing)
    .answer(inboxContract, 'cancelOutgoing', outgoing);
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  const card = within(await screen.findByRole('article', { name: 'An answer drafted by AI' }));
  expect(card.getByText('It costs 12 EUR a seat.')).toBeDefined();
  expect(card.getByText(/^(9:5\d|10:00)$/)).toBeDefined();
  fireEvent.click(card.getByRole('button', { name: 'Send now' }));
  await waitFor(() => expect(server.calls(inboxContract, 'sendDrafted')).toMatchObject([{ params: { statsId } }]));
  fireEvent.click(card.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(server.calls(inboxContract, 'cancelOutgoing')).toMatchObject([{ params: { statsId } }]));
});

describe('moving selected leads to a subsequence', () => {
  const other = { ...row(4, 'Ole'), campaign: { ...row(4, 'Ole').campaign, id: 2, name: 'Dock time' } };
  const select = async (...names: string[]) => {
    for (const name of names) fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  };
  const openMenu = async () => {
    fireEvent.keyDown(screen.getByRole('button', { name: 'More' }), { key: 'Enter' });
    return screen.findByRole('menuitem', { name: /Move to subsequence/ });
  };

  it('moves them with a delay, and says who was not moved', async () => {
    const server = given()
      .answer(subsequencesContract, 'listSubsequences', {
        rows: [{ id: 9, name: 'After the fair', status: 'ACTIVE', rule: { delay_seconds: 0 } }],
      })
      .answer(subsequencesContract, 'pushLeads', {
        changed: 1,
        unchanged: 1,
        reasons: [{ reason: 'Has replied', count: 1 }],
      });
    await renderPage(InboxArea, { address: '/app/master-inbox', server });
    await select('Priya', 'Jonas');
    const entry = await openMenu();
    // Awaited: the dialog is loaded later, and is drawn once its code is there.
    await act(async () => fireEvent.click(entry));
    const dialog = await screen.findByRole('dialog', { name: 'Move to subsequence' });
    fireEvent.change(await within(dialog).findByLabelText('How long'), { target: { value: '3' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move 2 leads' }));
    expect(await screen.findByText('1 lead moved to After the fair')).toBeDefined();
    expect(screen.getByText('1 not moved: Has replied (1).')).toBeDefined();
    expect(server.calls(subsequencesContract, 'pushLeads')).toMatchObject([
      {
        params: { subsequenceId: 9 },
        body: { selection: { enrolment_ids: [1, 2] }, delay_seconds: 3 * 86_400 },
      },
    ]);
    expect(screen.queryByRole('toolbar', { name: 'Selected conversations' })).toBeNull();
  });

  it('keeps a delay of hours that the subsequence has', async () => {
    const server = given()
      .answer(subsequencesContract, 'listSubsequences', {
        rows: [{ id: 9, name: 'After the fair', status: 'ACTIVE', rule: { delay_seconds: 3 * 3_600 } }],
      })
      .answer(subsequencesContract, 'pushLeads', { changed: 1 });
    await renderPage(InboxArea, { address: '/app/master-inbox', server });
    await select('Priya');
    const entry = await openMenu();
    await act(async () => fireEvent.click(entry));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move to subsequence' }));
    expect((await dialog.findByLabelText<HTMLInputElement>('How long')).value).toBe('3');
    expect(dialog.getByRole('combobox', { name: 'Unit' }).textContent).toBe('hours');
    fireEvent.click(dialog.getByRole('button', { name: 'Move lead' }));
    await waitFor(() =>
      expect(server.calls(subsequencesContract, 'pushLeads')).toMatchObject([{ body: { delay_seconds: 3 * 3_600 } }]),
    );
  });

  it('says why leads of two campaigns, and those that are not loaded, are not moved together', async () => {
    const server = given().answer(inboxContract, 'listConversations', { rows: [...rows, other], total: 120 });
    await renderPage(InboxArea, { address: '/app/master-inbox', server });
    await select('Priya', 'Ole');
    const entry = await openMenu();
    expect(within(entry).getByText('Select conversations of one campaign only')).toBeDefined();
    expect(entry.getAttribute('aria-disabled')).toBe('true');
    fireEvent.keyDown(entry, { key: 'Escape' });
    fireEvent.click(screen.getByRole('button', { name: 'Select all 120 matching' }));
    expect(within(await openMenu()).getByText('Filter by one campaign first')).toBeDefined();
  });

  it('moves everything that matches in one campaign by one change, after the number is confirmed', async () => {
    const server = matching(
      given()
        .answer(subsequencesContract, 'listSubsequences', {
          rows: [{ id: 9, name: 'After the fair', status: 'ACTIVE', rule: { delay_seconds: 0 } }],
        })
        .answer(campaignsContract, 'listCampaigns', { rows: [] }),
      118,
    );
    await renderPage(InboxArea, { address: '/app/master-inbox?campaign=1', server });
    await chooseAll();
    const entry = await openMenu();
    await act(async () => fireEvent.click(entry));
    const form = within(await screen.findByRole('dialog', { name: 'Move to subsequence' }));
    await form.findByLabelText('How long');
    await act(async () => fireEvent.click(form.getByRole('button', { name: 'Move 120 leads' })));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Move 118 leads to a subsequence?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
    await waitFor(() =>
      expect(server.calls(inboxBulkContract, 'changeMatching')).toMatchObject([
        { body: { filter: { campaign_ids: [1] }, action: { do: 'push', subsequence_id: 9, delay_seconds: 0 } } },
      ]),
    );
  });

  it('undoes a move while nothing was sent, and says why where it cannot', async () => {
    const server = given()
      .answer(subsequencesContract, 'listSubsequences', {
        rows: [{ id: 9, name: 'After the fair', status: 'ACTIVE', rule: { delay_seconds: 0 } }],
      })
      .answer(subsequencesContract, 'pushLeads', { changed: 2, pushed_enrolment_ids: [1, 2] })
      .answer(subsequencesContract, 'undoPushes', {
        changed: 1,
        unchanged: 1,
        reasons: [{ reason: 'The subsequence has begun', count: 1 }],
      });
    await renderPage(InboxArea, { address: '/app/master-inbox', server });
    await select('Priya', 'Jonas');
    const entry = await openMenu();
    await act(async () => fireEvent.click(entry));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move to subsequence' }));
    await dialog.findByLabelText('How long');
    fireEvent.click(dialog.getByRole('button', { name: 'Move 2 leads' }));
    await screen.findByText('2 leads moved to After the fair');
    act(() => expect(undoLast()).toBe(true));
    expect(await screen.findByText('1 lead moved back')).toBeDefined();
    expect(screen.getByText('1 not moved back: The subsequence has begun (1).')).toBeDefined();
    expect(server.calls(subsequencesContract, 'undoPushes')).toMatchObject([
      { params: { subsequenceId: 9 }, body: { enrolment_ids: [1, 2] } },
    ]);
  });
});
