import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { inboxPeopleContract } from '@skein/contracts/main/inbox-people.contract';
import { inboxRecentContract } from '@skein/contracts/main/inbox-recent.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { actions } from '@skein/mfe/actions';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { withWindowSize } from '@skein/testing/window-size';
import { toasts, undoLast } from '@skein/ui/toast';
import { InboxArea } from '../inbox-area';
import { askFor, recordRequest, type RecordKind } from './record-request';

// The panes appear by the width that is measured.
withWindowSize(1440, 900);

const row = {
  enrolment_id: 1,
  lead: { id: 1, email: 'priya@alder.test', first_name: 'Priya', last_name: null, company_name: null },
  campaign: { id: 1, name: 'Yard time', status: 'ACTIVE', client_id: null, parent_campaign_id: null },
  is_read: true,
};
const task = { id: 4, name: 'Call Priya', priority: 'HIGH' as const, status: 'CREATED' as const, due_at: null };
const reminder = {
  id: 5,
  message: 'Fair',
  remind_at: '2027-02-01T09:00:00.000Z',
  status: 'SCHEDULED' as const,
  stats_id: null,
};
afterEach(() =>
  act(() => {
    recordRequest.set(null);
    toasts.clear();
    window.sessionStorage.clear();
  }),
);

const given = () =>
  productServer()
    .answer(inboxContract, 'listConversations', { rows: [row], total: 1 })
    .answer(inboxContract, 'countFolders', { folders: {} })
    .answer(inboxContract, 'getThread', {
      conversation: row,
      messages: [{ id: 1, direction: 'in' as const, own_text: 'Hi' }],
    })
    .answer(inboxContract, 'getPanel', { lead: { first_name: 'Priya' }, tasks: [task], reminders: [reminder] })
    .answer(inboxDraftsContract, 'getDraft', { draft: null, updated_at: null })
    .answer(presenceContract, 'tellPresence', { others: [] })
    .answer(inboxPeopleContract, 'listColleagues', { colleagues: [] })
    .answer(categoriesContract, 'listCategories', { categories: [] });
type Server = ReturnType<typeof given>;

async function open(server: Server): Promise<void> {
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Hi');
}
/** Fills a dialog and does it. */
async function record(kind: RecordKind, confirm: string, field?: [string, string]): Promise<void> {
  await act(async () => askFor(1, kind));
  const dialog = within(await screen.findByRole('dialog'));
  if (field) fireEvent.change(await dialog.findByLabelText(field[0]), { target: { value: field[1] } });
  fireEvent.click(dialog.getByRole('button', { name: confirm }));
}
const pressUndo = () => act(() => expect(undoLast()).toBe(true));

it('undoes the last actions one by one: a note, a task, a reminder and the revenue', async () => {
  const server = given()
    .answer(inboxContract, 'addNote', { id: 31 })
    .answer(inboxContract, 'addTask', { ...task, id: 32 })
    .answer(inboxContract, 'setReminder', { ...reminder, id: 33 })
    .answer(inboxContract, 'setRevenue', { done: true, change_key: 'change-34' })
    .answer(inboxRecentContract, 'undoRecentChange', { restored: 1 });
  await open(server);
  await record('note', 'Add note', ['Note', 'Prefers mornings']);
  await screen.findByText('Note added');
  await record('task', 'Add task', ['What needs to be done', 'Call']);
  await screen.findByText('Task added');
  await record('reminder', 'Set reminder');
  await screen.findByText('Reminder set');
  await record('revenue', 'Save', ['Amount', '1200']);
  await screen.findByText('Revenue saved');
  const undone = [];
  for (const [title, key] of [
    ['Revenue saved', 'change-34'],
    ['Reminder set', 'reminder-33'],
    ['Task added', 'task-32'],
    ['Note added', 'note-31'],
  ] as const) {
    pressUndo();
    expect(await screen.findByText(`Undone: ${title}`)).toBeDefined();
    undone.push({ params: { changeKey: key } });
    expect(server.calls(inboxRecentContract, 'undoRecentChange')).toMatchObject(undone);
  }
  act(() => expect(undoLast()).toBe(false));
});

it('opens a completed task again and sets a removed reminder again, through what the server keeps', async () => {
  const server = given()
    .answer(inboxContract, 'completeTask', { ...task, status: 'COMPLETED', change_key: 'change-51' })
    .answer(inboxContract, 'removeReminder', { done: true, change_key: 'change-52' })
    .answer(inboxRecentContract, 'undoRecentChange', { restored: 1 });
  await open(server);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Done: Call Priya' }));
  await screen.findByText('Task completed: Call Priya');
  fireEvent.click(screen.getByRole('button', { name: /^Remove the reminder/ }));
  await screen.findByText('Reminder removed');
  pressUndo();
  expect(await screen.findByText('Undone: Reminder removed')).toBeDefined();
  pressUndo();
  expect(await screen.findByText('Undone: Task completed: Call Priya')).toBeDefined();
  expect(server.calls(inboxRecentContract, 'undoRecentChange')).toMatchObject([
    { params: { changeKey: 'change-52' } },
    { params: { changeKey: 'change-51' } },
  ]);
});

it('offers no undo of a manual step that is behind its lead', async () => {
  await open(given().answer(inboxContract, 'completeTask', { ...task, status: 'COMPLETED', change_key: null }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Done: Call Priya' }));
  await screen.findByText('Task completed: Call Priya');
  act(() => expect(undoLast()).toBe(false));
});

it('says why a manual step stays completed when it is unticked', async () => {
  await open(
    given()
      .answer(inboxContract, 'getPanel', { tasks: [{ ...task, status: 'COMPLETED' as const }] })
      .answer(inboxContract, 'completeTask', { ...task, status: 'COMPLETED', change_key: null }),
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Done: Call Priya' }));
  expect(await screen.findByText(/already moved past this step, so the task stays completed/)).toBeDefined();
  expect(screen.queryByText('Task reopened: Call Priya')).toBeNull();
});

const { uuid: personId, workspace } = person().user;
/** What a person can still undo in this tab, as a page leaves it: by the name the server gave it. */
const place = (workspaceId = workspace.id, person = personId) => `skein.undo.${workspaceId}.${person}`;
const done = (keptAs: string, title: string) => ({ keptAs, title, until: Date.now() + 60_000 });
const keep = (where: string, ...undos: ReturnType<typeof done>[]) =>
  window.sessionStorage.setItem(where, JSON.stringify(undos));
const keptIn = (where: string): unknown => JSON.parse(window.sessionStorage.getItem(where) ?? '[]');

it('undoes by the key what was done before a reload, and says why that is not possible', async () => {
  keep(place(), done('change-60', 'Archived'), done('change-61', 'Task completed: Call Priya'));
  const server = given().answer(inboxRecentContract, 'undoRecentChange', { restored: 1 });
  await open(server);
  pressUndo();
  expect(await screen.findByText('Undone: Task completed: Call Priya')).toBeDefined();
  server.fail(inboxRecentContract, 'undoRecentChange', {
    code: 'ILLEGAL_TRANSITION',
    message: 'It was undone already.',
  });
  pressUndo();
  expect(await screen.findByText('It was undone already.')).toBeDefined();
  act(() => expect(undoLast()).toBe(false));
});

it('says of each of two undos that run at the same time what it undid', async () => {
  keep(place(), done('change-62', 'Archived'), done('change-63', 'Starred'));
  const server = given().answer(inboxRecentContract, 'undoRecentChange', { restored: 1 });
  const release = server.hold(inboxRecentContract, 'undoRecentChange');
  await open(server);
  pressUndo();
  pressUndo();
  act(() => expect(undoLast()).toBe(false));
  const said = new Set<string>();
  const listen = toasts.subscribe(() => toasts.read().forEach(({ title }) => said.add(title)));
  await act(async () => release());
  await waitFor(() => expect([...said].toSorted()).toEqual(['Undone: Archived', 'Undone: Starred']));
  listen();
  expect(server.calls(inboxRecentContract, 'undoRecentChange')).toMatchObject([
    { params: { changeKey: 'change-63' } },
    { params: { changeKey: 'change-62' } },
  ]);
});

it('undoes again what the server could not be reached for', async () => {
  keep(place(), done('change-64', 'Archived'));
  const server = given().fail(inboxRecentContract, 'undoRecentChange', {
    code: 'UNAVAILABLE',
    message: 'The server is restarting.',
  });
  await open(server);
  pressUndo();
  expect(await screen.findByText('The server is restarting.')).toBeDefined();
  expect(keptIn(place())).toMatchObject([{ keptAs: 'change-64' }]);
  server.answer(inboxRecentContract, 'undoRecentChange', { restored: 1 });
  pressUndo();
  expect(await screen.findByText('Undone: Archived')).toBeDefined();
  expect(keptIn(place())).toEqual([]);
});

it('keeps what is done now for the same person alone, and undoes nothing of another login', async () => {
  const others = [place(workspace.id, 'another person'), place(workspace.id + 1)];
  for (const other of others) keep(other, done('change-70', 'Archived'));
  const server = given().answer(inboxContract, 'setRevenue', { done: true, change_key: 'change-72' });
  await open(server);
  act(() => expect(undoLast()).toBe(false));
  await record('revenue', 'Save', ['Amount', '1200']);
  await screen.findByText('Revenue saved');
  expect(server.calls(inboxRecentContract, 'undoRecentChange')).toEqual([]);
  expect(keptIn(place())).toMatchObject([{ keptAs: 'change-72', title: 'Revenue saved' }]);
  for (const other of others) expect(keptIn(other)).toHaveLength(1);
});

it('undoes nothing once more that was undone from the recent changes', async () => {
  const server = given()
    .answer(inboxContract, 'setRevenue', { done: true, change_key: 'change-73' })
    .answer(inboxRecentContract, 'undoRecentChange', { restored: 1 });
  await open(server);
  await record('revenue', 'Save', ['Amount', '1200']);
  await screen.findByText('Revenue saved');
  act(() => toasts.forgetUndo('change-73'));
  expect(screen.queryByText('Revenue saved')).toBeNull();
  act(() => expect(undoLast()).toBe(false));
  expect(keptIn(place())).toEqual([]);
});

it('takes a blocked domain off the list again and tells what became of its leads', async () => {
  const server = given()
    .answer(blockListContract, 'addBlockEntries', { added: 1, entry_ids: [77] })
    .answer(blockListContract, 'undoBlockEntries', { removed: 1, leads_resumed: 3, leads_kept: 1 });
  await open(server);
  await record('block', 'Block domain');
  await screen.findByText('alder.test is blocked');
  pressUndo();
  expect(await screen.findByText('alder.test is no longer blocked')).toBeDefined();
  expect(screen.getByText('3 leads continue, 1 stay stopped for another reason.')).toBeDefined();
  expect(server.calls(blockListContract, 'undoBlockEntries')).toMatchObject([{ body: { entry_ids: [77] } }]);
});

it('offers no undo for a domain that was blocked before', async () => {
  await open(given().answer(blockListContract, 'addBlockEntries', { added: 0, already_there: 1, entry_ids: [] }));
  await record('block', 'Block domain');
  await screen.findByText('alder.test is blocked');
  act(() => expect(undoLast()).toBe(false));
});

it('undoes what was done to the conversation through what the server keeps: Do Not Contact too', async () => {
  const server = given()
    .answer(categoriesContract, 'listCategories', { categories: [{ id: 4, name: 'Do Not Contact' }] })
    .answer(inboxContract, 'changeConversations', { changed: 1, change_key: 'change-41' })
    .answer(inboxRecentContract, 'undoRecentChange', { restored: 1, leads_resumed: 1 });
  await open(server);
  const press = (id: string) =>
    act(() =>
      actions
        .get()
        .find((action) => action.id === id)
        ?.run(),
    );
  await waitFor(() => expect(actions.get().map(({ id }) => id)).toContain('thread.category-4'));
  press('thread.category-4');
  expect(await screen.findByText(/You can undo this for 24 hours/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Stop and block' }));
  await screen.findByText('Categorised Do Not Contact');
  pressUndo();
  expect(await screen.findByText('1 lead continues.')).toBeDefined();
  expect(server.calls(inboxRecentContract, 'undoRecentChange')).toMatchObject([{ params: { changeKey: 'change-41' } }]);
  server.answer(inboxContract, 'changeConversations', { changed: 0, change_key: null });
  press('thread.important');
  await screen.findByText('Marked as important');
  act(() => expect(undoLast()).toBe(false));
});
