import { assistantContract } from '@skein/contracts/main/assistant.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { inboxRecentContract } from '@skein/contracts/main/inbox-recent.contract';
import { inboxPeopleContract } from '@skein/contracts/main/inbox-people.contract';
import { replyTemplatesContract } from '@skein/contracts/main/reply-templates.contract';
import { listViewsContract } from '@skein/contracts/main/list-views.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { listenForShortcuts } from '@skein/mfe/shortcuts';
import { api } from '@skein/mfe/api';
import { toasts, undoLast } from '@skein/ui/toast';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { withWindowSize } from '@skein/testing/window-size';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { InboxArea } from '../inbox-area';

// The panes appear by the width that is measured; the editor asks where its cursor is.
withWindowSize(1440, 900);
const nowhere = new DOMRect();
Object.assign(Range.prototype, { getClientRects: () => [nowhere], getBoundingClientRect: () => nowhere });

const row = (id: number, name: string) => ({
  enrolment_id: id,
  lead: { id, email: `${name}@alder.test`, first_name: name, last_name: null, company_name: null },
  campaign: { id: 1, name: 'Yard time', status: 'ACTIVE', client_id: null, parent_campaign_id: null },
  subject: `Subject ${id}`,
  is_read: true,
});
const rows = [row(1, 'Priya'), row(2, 'Jonas')];
const sender = { id: 4, from_email: 'maya@northlight.test', from_name: 'Maya Lindqvist', signature: null };
const given = () =>
  productServer()
    .answer(inboxContract, 'listConversations', { rows, total: 2 })
    .answer(inboxContract, 'countFolders', {})
    .answer(inboxContract, 'getThread', ({ params }) => ({
      conversation: rows[Number(params.enrolmentId) - 1],
      messages: [{ id: 1, direction: 'in' as const, own_text: `Words ${params.enrolmentId}` }],
      outgoing: [],
      reply_to: { mailbox_id: 4, senders: [sender], cc: [], to_email: 'priya@alder.test', is_plain_text: false },
    }))
    .answer(inboxContract, 'getPanel', {})
    .answer(inboxContract, 'changeConversations', {})
    .answer(inboxDraftsContract, 'getDraft', { draft: null, updated_at: null })
    .answer(inboxDraftsContract, 'putDraft', {})
    .answer(presenceContract, 'tellPresence', { others: [] })
    .answer(replyTemplatesContract, 'listReplyTemplates', { templates: [] })
    .answer(assistantContract, 'assistantAbilities', {})
    .answer(inboxPeopleContract, 'readBookingLink', {})
    .answer(categoriesContract, 'listCategories', { categories: [{ id: 1, name: 'Interested' }] })
    .answer(inboxRecentContract, 'listRecentChanges', { changes: [] })
    .answer(listViewsContract, 'listViews', { views: [] });

let stop: () => void;
beforeEach(() => {
  stop = listenForShortcuts();
});
afterEach(() => stop());

const place = '[aria-label="Reply to Priya"]';
const plainBox = () => document.querySelector<HTMLElement>(`textarea${place}`);
const editor = () => document.querySelector<HTMLElement>(`${place} [contenteditable="true"]`);
const saved = (server: ReturnType<typeof given>) => server.calls(inboxDraftsContract, 'putDraft').at(-1)?.body.html;

it('keeps what is typed right after r, before the draft and the editor have loaded, and adds it to the draft', async () => {
  const user = userEvent.setup();
  const server = given().answer(inboxDraftsContract, 'getDraft', draftBefore);
  const release = server.hold(inboxDraftsContract, 'getDraft');
  const page = await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await user.keyboard('rje su');
  expect(plainBox()).not.toBeNull();
  expect(document.activeElement).toBe(plainBox());
  await act(async () => release());
  await waitFor(() => expect(editor()?.textContent).toBe('From before.je su'));
  expect(document.activeElement).toBe(editor());
  await waitFor(() => expect(saved(server)).toBe('<p>From before.</p><p>je su</p>'));
  // None of it was a command.
  expect(page.address()).toBe('/app/master-inbox/replies/1');
  expect(server.calls(inboxContract, 'changeConversations')).toEqual([]);
});

const draftBefore = {
  draft: { html: '<p>From before.</p>', to_email: 'priya@alder.test', cc: [], bcc: [], attachments: [] },
};
/** Opens a conversation whose draft is not known yet, and types. @returns what makes the draft known */
async function typeAhead(server: ReturnType<typeof given>, keys: string) {
  const user = userEvent.setup();
  const release = server.hold(inboxDraftsContract, 'getDraft');
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await user.keyboard(keys);
  expect(server.calls(inboxContract, 'reply')).toEqual([]);
  return { user, release: () => act(async () => release()) };
}

it('sends once the editor has loaded when the send key was pressed before', async () => {
  const server = given().answer(inboxContract, 'reply', outgoing);
  const { release } = await typeAhead(server, 'rOn Monday.{Control>}{Enter}{/Control}');
  await release();
  await waitFor(() => expect(server.calls(inboxContract, 'reply')).toHaveLength(1));
  expect(server.calls(inboxContract, 'reply')[0]?.body.html).toBe('<p>On Monday.</p>');
  await waitFor(() => expect(document.querySelector(place)).toBeNull());
});

it('does not send a draft that the person has not seen', async () => {
  const server = given().answer(inboxContract, 'reply', outgoing).answer(inboxDraftsContract, 'getDraft', draftBefore);
  const { release } = await typeAhead(server, 'rOn Monday.{Control>}{Enter}{/Control}');
  await release();
  expect(await screen.findByText('Not sent yet')).toBeDefined();
  expect(editor()?.textContent).toBe('From before.On Monday.');
  expect(server.calls(inboxContract, 'reply')).toEqual([]);
});

it('does not send what was changed after the send key', async () => {
  const server = given().answer(inboxContract, 'reply', outgoing);
  const { user, release } = await typeAhead(server, 'rHi{Control>}{Enter}{/Control}{Backspace}{Backspace}');
  await release();
  await waitFor(() => expect(editor()).not.toBeNull());
  await user.keyboard('H');
  await waitFor(() => expect(saved(server)).toBe('<p>H</p>'));
  expect(server.calls(inboxContract, 'reply')).toEqual([]);
});

it('sends a reply once, however often the send key is pressed', async () => {
  const server = keepingDrafts().answer(inboxContract, 'reply', outgoing);
  const user = userEvent.setup();
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await user.keyboard('r');
  await waitFor(() => expect(editor()).not.toBeNull());
  const release = server.hold(inboxDraftsContract, 'putDraft');
  await user.keyboard('On Monday.');
  await screen.findByText('Saving');
  await user.keyboard('{Control>}{Enter}{Enter}{/Control}');
  await act(async () => release());
  await screen.findByText('Sending your reply');
  await waitFor(() => expect(editor()).toBeNull());
  expect(server.calls(inboxContract, 'reply')).toHaveLength(1);
});

it('keeps r and what follows while the conversation is still loading', async () => {
  const user = userEvent.setup();
  const server = given();
  const release = server.hold(inboxContract, 'getThread');
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Subject 1');
  await user.keyboard('rue1');
  await act(async () => release());
  await waitFor(() => expect(saved(server)).toBe('<p>ue1</p>'));
  expect(document.activeElement).toBe(editor());
  expect(server.calls(inboxContract, 'changeConversations')).toEqual([]);
});

it('runs no command while a reply is being written, wherever the focus is, and returns the focus to it', async () => {
  const user = userEvent.setup();
  const server = given();
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await user.keyboard('r');
  await waitFor(() => expect(editor()).not.toBeNull());
  act(() => editor()?.blur());
  expect(document.activeElement).toBe(document.body);
  await user.keyboard('e');
  expect(server.calls(inboxContract, 'changeConversations')).toEqual([]);
  expect(document.activeElement).toBe(editor());
  // Closed, keys are commands again.
  await user.keyboard('{Escape}');
  await waitFor(() => expect(editor()).toBeNull());
  await user.keyboard('u');
  await waitFor(() => expect(server.calls(inboxContract, 'changeConversations')).toHaveLength(1));
});

it('saves what was typed for a composer that was left before it had loaded', async () => {
  const user = userEvent.setup();
  const server = given();
  const release = server.hold(inboxDraftsContract, 'getDraft');
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await user.keyboard('rThanks');
  fireEvent.click(screen.getByText('Subject 2'));
  await act(async () => release());
  await waitFor(() =>
    expect(server.calls(inboxDraftsContract, 'putDraft')).toMatchObject([
      { params: { enrolmentId: 1 }, body: { html: '<p>Thanks</p>' } },
    ]),
  );
});

it('types into the forward dialog right after f', async () => {
  const user = userEvent.setup();
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server: given() });
  await screen.findByText('Words 1');
  await user.keyboard('fyou@alder.test');
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^To/ }).value).toBe('you@alder.test'),
  );
});

/** A server that keeps the draft it was sent last. */
function keepingDrafts() {
  const server = given();
  const updated_at = '2026-11-20T09:00:00.000Z';
  return server.answer(inboxDraftsContract, 'putDraft', { updated_at }).answer(inboxDraftsContract, 'getDraft', () => {
    const draft = server.calls(inboxDraftsContract, 'putDraft').at(-1)?.body;
    return draft ? { draft, updated_at } : { draft: null, updated_at: null };
  });
}

it('restores a reply that is undone right after it was sent, and continues after it', async () => {
  const user = userEvent.setup();
  const outgoing = { stats_id: '3f6b2c1e-8d47-4a55-9c70-1c9a2b7e4d10', to_email: 'priya@alder.test' };
  const server = keepingDrafts()
    .answer(inboxContract, 'reply', outgoing)
    .answer(inboxContract, 'cancelOutgoing', outgoing);
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await user.keyboard('r');
  await waitFor(() => expect(editor()).not.toBeNull());
  await user.keyboard('On Monday.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('Sending your reply');
  await waitFor(() => expect(editor()).toBeNull());
  act(() => expect(undoLast()).toBe(true));
  await waitFor(() => expect(editor()).not.toBeNull());
  expect(editor()?.textContent).toBe('On Monday.');
  await user.keyboard(' Noon');
  await waitFor(() => expect(saved(server)).toBe('<p>On Monday. Noon</p>'));
});

it('brings a deleted draft back by undo', async () => {
  const user = userEvent.setup();
  const server = keepingDrafts().answer(inboxDraftsContract, 'removeDraft', {});
  server.answer(inboxDraftsContract, 'getDraft', () => {
    const [put, removed] = (['putDraft', 'removeDraft'] as const).map((name) =>
      server.calls(inboxDraftsContract, name),
    );
    const draft = put && removed && put.length > removed.length ? put.at(-1)?.body : null;
    return { draft: draft ?? null, updated_at: draft ? '2026-11-20T09:00:00.000Z' : null };
  });
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await user.keyboard('r');
  await waitFor(() => expect(editor()).not.toBeNull());
  await user.keyboard('On Monday.');
  await waitFor(() => expect(saved(server)).toBe('<p>On Monday.</p>'));
  fireEvent.click(screen.getByRole('button', { name: 'Delete the draft' }));
  expect(await screen.findByText('Draft deleted')).toBeDefined();
  await waitFor(() => expect(editor()).toBeNull());
  act(() => expect(undoLast()).toBe(true));
  await waitFor(() => expect(editor()?.textContent).toBe('On Monday.'));
  expect(await screen.findByText('Undone: Draft deleted')).toBeDefined();
  expect(saved(server)).toBe('<p>On Monday.</p>');
});

it('restores an undone reply above what was written since, and loses neither', async () => {
  const user = userEvent.setup();
  const outgoing = { stats_id: '3f6b2c1e-8d47-4a55-9c70-1c9a2b7e4d10', to_email: 'priya@alder.test' };
  const server = keepingDrafts()
    .answer(inboxContract, 'reply', outgoing)
    .answer(inboxContract, 'cancelOutgoing', outgoing);
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await user.keyboard('r');
  await waitFor(() => expect(editor()).not.toBeNull());
  await user.keyboard('On Monday.{Control>}{Enter}{/Control}');
  await screen.findByText('Sending your reply');
  await waitFor(() => expect(editor()).toBeNull());
  await user.keyboard('r');
  await waitFor(() => expect(editor()).not.toBeNull());
  await user.keyboard('And Ingrid');
  const release = server.hold(inboxContract, 'cancelOutgoing');
  act(() => expect(undoLast()).toBe(true));
  // What is typed while the server answers is not lost.
  await user.keyboard(' too');
  await act(async () => release());
  expect(await screen.findByText('What you wrote since is below it.')).toBeDefined();
  const both = '<p>On Monday.</p><p></p><p>And Ingrid too</p>';
  await waitFor(() => expect(saved(server)).toBe(both));
  expect(editor()?.textContent).toBe('On Monday.And Ingrid too');
  await user.keyboard('.');
  await waitFor(() => expect(saved(server)).toBe(both.replace('too', 'too.')));
});

/** Sends a reply and waits until its composer is closed. */
async function sendReply(user: ReturnType<typeof userEvent.setup>, words: string): Promise<void> {
  await user.keyboard('r');
  await waitFor(() => expect(editor()).not.toBeNull());
  await user.keyboard(`${words}{Control>}{Enter}{/Control}`);
  await screen.findByText('Sending your reply');
  await waitFor(() => expect(editor()).toBeNull());
}
const outgoing = { stats_id: '3f6b2c1e-8d47-4a55-9c70-1c9a2b7e4d10', to_email: 'priya@alder.test' };
const sending = () =>
  keepingDrafts().answer(inboxContract, 'reply', outgoing).answer(inboxContract, 'cancelOutgoing', outgoing);

it('restores a reply into a composer that was opened after the undo', async () => {
  const user = userEvent.setup();
  const server = sending();
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await sendReply(user, 'On Monday.');
  const release = server.hold(inboxContract, 'cancelOutgoing');
  act(() => expect(undoLast()).toBe(true));
  await user.keyboard('r');
  await waitFor(() => expect(editor()).not.toBeNull());
  await user.keyboard('And Ingrid');
  await act(async () => release());
  expect(await screen.findByText('Reply not sent')).toBeDefined();
  await waitFor(() => expect(saved(server)).toBe('<p>On Monday.</p><p></p><p>And Ingrid</p>'));
  expect(editor()?.textContent).toBe('On Monday.And Ingrid');
});

it('stores a restored reply last, after a save that was still running', async () => {
  const user = userEvent.setup();
  const server = sending();
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await sendReply(user, 'On Monday.');
  const release = server.hold(inboxDraftsContract, 'putDraft');
  await user.keyboard('r');
  await waitFor(() => expect(editor()).not.toBeNull());
  await user.keyboard('And Ingrid');
  await screen.findByText('Saving');
  await act(async () => expect(undoLast()).toBe(true));
  await waitFor(() => expect(server.calls(inboxContract, 'cancelOutgoing')).toHaveLength(1));
  await act(async () => release());
  const both = '<p>On Monday.</p><p></p><p>And Ingrid</p>';
  await waitFor(() => expect(saved(server)).toBe(both));
  const stored = server.calls(inboxDraftsContract, 'putDraft').map(({ body }) => body.html);
  expect(stored.slice(-2)).toEqual(['<p>And Ingrid</p>', both]);
});

it('keeps the words of an undone reply when they cannot be saved', async () => {
  const user = userEvent.setup();
  const server = sending();
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await sendReply(user, 'On Monday.');
  server.fail(inboxDraftsContract, 'putDraft', { code: 'UNAVAILABLE' });
  act(() => expect(undoLast()).toBe(true));
  expect(await screen.findByText('The draft was not saved')).toBeDefined();
  await waitFor(() => expect(editor()?.textContent).toBe('On Monday.'));
  // Neither are they lost when the conversation is left, and are saved when it is opened again.
  await user.click(screen.getByText('Subject 2'));
  await screen.findByText('Words 2');
  const updated_at = '2026-11-20T09:00:00.000Z';
  server.answer(inboxDraftsContract, 'putDraft', { updated_at }).answer(inboxDraftsContract, 'getDraft', {
    draft: null,
    updated_at: null,
  });
  const before = server.calls(inboxDraftsContract, 'putDraft').length;
  await user.click(screen.getByText('Subject 1'));
  await waitFor(() => expect(editor()?.textContent).toBe('On Monday.'));
  await waitFor(() => expect(server.calls(inboxDraftsContract, 'putDraft').length).toBeGreaterThan(before));
  expect(saved(server)).toBe('<p>On Monday.</p>');
});

it('brings the words of a reply back when the answer to its undo was lost and the reply is not sent', async () => {
  const user = userEvent.setup();
  const server = sending().answer(inboxContract, 'getOutgoing', { ...outgoing, status: 'SKIPPED' });
  const page = await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await sendReply(user, 'On Monday.');
  server.fail(inboxContract, 'cancelOutgoing', { code: 'UNAVAILABLE' });
  act(() => expect(undoLast()).toBe(true));
  expect(await screen.findByText('Not undone')).toBeDefined();
  expect(editor()).toBeNull();
  act(() => void page.store.dispatch(api.util.invalidateTags(['thread'])));
  await waitFor(() => expect(editor()?.textContent).toBe('On Monday.'));
  expect(await screen.findByText('Reply not sent')).toBeDefined();
  await waitFor(() => expect(saved(server)).toBe('<p>On Monday.</p>'));
  expect(server.calls(inboxContract, 'getOutgoing')).toMatchObject([{ params: { statsId: outgoing.stats_id } }]);
});

it('leaves a reply alone whose undo did not arrive before it was sent', async () => {
  const user = userEvent.setup();
  const server = sending().answer(inboxContract, 'getOutgoing', { ...outgoing, status: 'COMPLETED' });
  const page = await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await sendReply(user, 'On Monday.');
  server.fail(inboxContract, 'cancelOutgoing', { code: 'UNAVAILABLE' });
  act(() => expect(undoLast()).toBe(true));
  expect(await screen.findByText('Not undone')).toBeDefined();
  act(() => void page.store.dispatch(api.util.invalidateTags(['thread'])));
  await waitFor(() => expect(server.calls(inboxContract, 'getOutgoing')).toHaveLength(1));
  expect(editor()).toBeNull();
});

it('says that a reply was sent when a live event shows it in its thread', async () => {
  const user = userEvent.setup();
  const server = sending();
  const page = await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await sendReply(user, 'On Monday.');
  fireEvent.click(screen.getByText('Subject 2'));
  await screen.findByText('Words 2');
  const told = () => toasts.read().map(({ title }) => title);
  expect(told()).not.toContain('Sent');
  server.answer(inboxContract, 'getThread', ({ params }) => ({
    conversation: rows[Number(params.enrolmentId) - 1],
    messages: [
      { id: 1, direction: 'in' as const, own_text: `Words ${params.enrolmentId}` },
      { id: 2, direction: 'out' as const, own_text: 'On Monday.', stats_id: outgoing.stats_id, state: 'SENT' },
    ],
    outgoing: [],
  }));
  act(() => void page.store.dispatch(api.util.invalidateTags(['thread'])));
  await waitFor(() => expect(told()).toContain('Sent'));
  expect(told()).not.toContain('Sending your reply');
});

it('undoes the last action with z, and goes to the recent changes with g z', async () => {
  const user = userEvent.setup();
  let undone = 0;
  const page = await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server: given() });
  await screen.findByText('Words 1');
  act(() => void toasts.show({ title: 'Archived', undo: { run: () => void (undone += 1) } }));
  await user.keyboard('z');
  expect(await screen.findByText('Undone: Archived')).toBeDefined();
  await user.keyboard('z');
  expect(await screen.findByText('Nothing to undo')).toBeDefined();
  await user.keyboard('gz');
  await waitFor(() => expect(page.address()).toBe('/app/master-inbox/recent-changes'));
  expect(undone).toBe(1);
});

it('starts with the draft of a colleague that is continued', async () => {
  const user = userEvent.setup();
  const server = keepingDrafts()
    .answer(presenceContract, 'tellPresence', { others: [{ user_id: 9, name: 'Tom', doing: 'WRITING' }] })
    .answer(presenceContract, 'colleagueDraft', { name: 'Tom', html: '<p>On Friday.</p>' });
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await user.click(await screen.findByRole('button', { name: 'View draft' }));
  await screen.findByText('On Friday.');
  await user.click(screen.getByRole('button', { name: 'Continue this draft' }));
  await waitFor(() => expect(editor()).not.toBeNull());
  expect(editor()?.textContent).toBe('On Friday.');
});

it('keeps what is written while the draft of a colleague is being added to it', async () => {
  const user = userEvent.setup();
  const server = keepingDrafts()
    .answer(presenceContract, 'tellPresence', { others: [{ user_id: 9, name: 'Tom', doing: 'WRITING' }] })
    .answer(presenceContract, 'colleagueDraft', { name: 'Tom', html: '<p>On Friday.</p>' });
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await user.keyboard('r');
  await waitFor(() => expect(editor()).not.toBeNull());
  await user.keyboard('Mine');
  await waitFor(() => expect(saved(server)).toBe('<p>Mine</p>'));
  await user.click(await screen.findByRole('button', { name: 'View draft' }));
  await screen.findByText('On Friday.');
  const release = server.hold(inboxDraftsContract, 'putDraft');
  await user.click(screen.getByRole('button', { name: 'Continue this draft' }));
  act(() => editor()?.focus());
  await user.keyboard(', too');
  await act(async () => release());
  const both = '<p>Mine, too</p><p>On Friday.</p>';
  await waitFor(() => expect(saved(server)).toBe(both));
  expect(editor()?.textContent).toBe('Mine, tooOn Friday.');
});
