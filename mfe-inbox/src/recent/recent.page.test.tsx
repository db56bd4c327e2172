import { act, fireEvent, screen } from '@testing-library/react';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxRecentContract, type RecentChange } from '@skein/contracts/main/inbox-recent.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { actions } from '@skein/mfe/actions';
import { toasts } from '@skein/ui/toast';
import { InboxArea } from '../inbox-area';
import { titleOf } from './recent-labels';
import { outcomeOf } from './recent.hooks';

const address = '/app/master-inbox/recent-changes';
const change = (key: string, given: Partial<RecentChange>): RecentChange => ({
  ...{ key, kind: 'change', action: null, subject: null, count: 1, conversation: null },
  ...{ by: { id: 1, name: 'Ada' }, at: '2026-12-01T09:00:00.000Z', state: 'DONE' },
  ...{ can_undo: true, no_undo_reason: null },
  ...given,
});
const changes = [
  change('change-9', {
    action: { do: 'category', category_id: 4, pause_lead: false },
    conversation: { enrolment_id: 3, name: 'Priya Shah' },
  }),
  change('note-2', { kind: 'note', subject: 'Prefers mornings' }),
  change('block-5', { kind: 'block', subject: 'alder.test', count: 3 }),
  change('push-6', { kind: 'push', subject: 'Warm', count: 2 }),
  change('task-7', {
    kind: 'task',
    subject: 'Call',
    by: { id: 2, name: 'Tom' },
    can_undo: false,
    no_undo_reason: 'Only Tom can undo this.',
  }),
  change('reminder-8', { kind: 'reminder' }),
  change('change-11', { kind: 'task_done', subject: 'Call Priya' }),
  change('change-12', { kind: 'task_reopened', subject: 'Write' }),
  change('change-13', { kind: 'reminder_removed', subject: 'Fair' }),
  change('change-14', { kind: 'revenue', subject: '1200.00' }),
  change('change-10', { action: { do: 'archive', is_archived: true }, count: 40, state: 'UNDONE', can_undo: false }),
];
const given = (server: FakeServer) =>
  void server
    .answer(inboxRecentContract, 'listRecentChanges', { changes })
    .answer(categoriesContract, 'listCategories', { categories: [{ id: 4, name: 'Do Not Contact' }] });

afterEach(() => act(() => toasts.clear()));

testPageStates({
  page: 'mfe-inbox/src/recent/recent.page.tsx',
  area: InboxArea,
  address,
  given,
  reads: [inboxRecentContract, 'listRecentChanges'],
  loading: 'Loading the recent changes',
  data: 'Note: Prefers mornings',
  full: 'Prefers mornings',
  empty: {
    given: (server) => server.answer(inboxRecentContract, 'listRecentChanges', {}),
    shows: 'Nothing to undo',
  },
  noAccess: 'everyone',
});

it('says what was done, to whom and by whom, and offers to undo what can be', async () => {
  const server = productServer();
  given(server);
  await renderPage(InboxArea, { address, server });
  await screen.findByText('Categorised Do Not Contact');
  for (const text of ['Blocked alder.test and 2 more', '2 leads moved to Warm', 'Task: Call', 'Reminder set'])
    expect(screen.getByText(text)).toBeDefined();
  for (const text of [
    'Task completed: Call Priya',
    'Task reopened: Write',
    'Reminder removed: Fair',
    'Expected revenue set to $1,200',
  ])
    expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Priya Shah' }).getAttribute('href')).toBe('/app/master-inbox/all/3');
  expect(screen.getByText('Only Tom can undo this.')).toBeDefined();
  expect(screen.getByText('Undone')).toBeDefined();
  expect(screen.getAllByRole('button', { name: /^Undo: / })).toHaveLength(9);
});

it('undoes one, tells what became of the leads, and why something stays', async () => {
  const server = productServer();
  given(server);
  server.answer(inboxRecentContract, 'undoRecentChange', { restored: 1, leads_resumed: 2 });
  await renderPage(InboxArea, { address, server });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo: Categorised Do Not Contact' }));
  expect(await screen.findByText('Undone: Categorised Do Not Contact')).toBeDefined();
  expect(screen.getByText('2 leads continue.')).toBeDefined();
  expect(server.calls(inboxRecentContract, 'undoRecentChange')).toMatchObject([{ params: { changeKey: 'change-9' } }]);
  server.answer(inboxRecentContract, 'undoRecentChange', {
    restored: 0,
    kept: 1,
    reasons: [{ reason: 'The person has written since', count: 1 }],
  });
  fireEvent.click(screen.getByRole('button', { name: 'Undo: Categorised Do Not Contact' }));
  expect(await screen.findByText('The person has written since.')).toBeDefined();
});

it('puts what an undo did into words', () => {
  const nothing = { restored: 1, kept: 0, reasons: [], leads_resumed: 0, is_under_way: false };
  expect(outcomeOf(nothing)).toBeNull();
  expect(outcomeOf({ ...nothing, kept: 2, reasons: [{ reason: 'Changed since', count: 2 }], leads_resumed: 1 })).toBe(
    '1 lead continues. 2 kept. Changed since: 2.',
  );
  expect(outcomeOf({ ...nothing, is_under_way: true })).toBe('This runs in the background.');
});

it('names who a conversation was assigned to, and until when one is snoozed', () => {
  const words = (given: Partial<RecentChange>, userId = 1) =>
    titleOf(change('change-1', given), String, { userId, timeZone: 'Europe/Berlin' });
  const tom = { by: { id: 2, name: 'Tom' } };
  expect(words({ ...tom, action: { do: 'assign', user_id: 2 } })).toBe('Assigned to Tom');
  expect(words({ ...tom, action: { do: 'assign', user_id: 2 } }, 2)).toBe('Assigned to you');
  expect(words({ ...tom, action: { do: 'assign', user_id: 3 } })).toBe('Assigned to a colleague');
  expect(words({ action: { do: 'snooze', until: '2020-12-24T08:00:00.000Z' } })).toBe(
    'Snoozed until Thu, Dec 24, 2020, 09:00',
  );
});

it('lists no keys of a list that the page does not have', async () => {
  const server = productServer();
  given(server);
  await renderPage(InboxArea, { address, server });
  await screen.findByText('Categorised Do Not Contact');
  const ids = actions.get().map(({ id }) => id);
  expect(ids).toContain('inbox.unread');
  expect(ids).not.toContain('inbox.next');
  expect(ids).not.toContain('inbox.previous');
});
