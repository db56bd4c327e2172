import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { inboxRecentContract } from '@skein/contracts/main/inbox-recent.contract';
import { inboxPeopleContract } from '@skein/contracts/main/inbox-people.contract';
import { assistantContract } from '@skein/contracts/main/assistant.contract';
import { listViewsContract } from '@skein/contracts/main/list-views.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { replyTemplatesContract } from '@skein/contracts/main/reply-templates.contract';
import { listenForShortcuts } from '@skein/mfe/shortcuts';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { withWindowSize } from '@skein/testing/window-size';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { InboxArea } from '../inbox-area';

// The panes appear by the width that is measured.
withWindowSize(1440, 900);

const row = (id: number, name: string) => ({
  enrolment_id: id,
  lead: { id, email: `${name}@alder.test`, first_name: name, last_name: null, company_name: null },
  campaign: { id: 1, name: 'Yard time', status: 'ACTIVE' as const, client_id: null, parent_campaign_id: null },
  subject: `Subject ${id}`,
  is_read: true,
});
const rows = [row(1, 'Priya'), row(2, 'Jonas')];
const given = () =>
  productServer()
    .answer(inboxContract, 'listConversations', { rows, total: 2 })
    .answer(inboxContract, 'countFolders', {})
    .answer(inboxContract, 'getThread', ({ params }) => ({
      conversation: rows[Number(params.enrolmentId) - 1],
      messages: [{ id: 1, direction: 'in' as const, own_text: `Words ${params.enrolmentId}` }],
      outgoing: [],
    }))
    .answer(inboxContract, 'getPanel', {})
    .answer(inboxContract, 'changeConversations', {})
    .answer(inboxDraftsContract, 'getDraft', { draft: null, updated_at: null })
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

it('moves once the list has loaded if j was pressed before', async () => {
  const user = userEvent.setup();
  const server = given();
  const release = server.hold(inboxContract, 'listConversations');
  const page = await renderPage(InboxArea, { address: '/app/master-inbox', server });
  await user.keyboard('j');
  await act(async () => release());
  await waitFor(() => expect(page.address()).toBe('/app/master-inbox/replies/1'));
});

/** A list of two pages, of one conversation each; the second is answered by `second`. */
const inPages = (second: () => Promise<{ rows: typeof rows; total: number; next_cursor: null }>) =>
  given().answer(inboxContract, 'listConversations', ({ query }) =>
    query?.cursor === undefined ? { rows: rows.slice(0, 1), total: 2, next_cursor: 'second' } : second(),
  );

it('moves to the next page once it has loaded if j was pressed before', async () => {
  const user = userEvent.setup();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = inPages(() => held.then(() => ({ rows: rows.slice(1), total: 2, next_cursor: null })));
  const page = await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  await user.keyboard('j');
  expect(page.address()).toBe('/app/master-inbox/replies/1');
  await act(async () => release());
  await waitFor(() => expect(page.address()).toBe('/app/master-inbox/replies/2'));
});

it('asks for a page that fails once, and for j at its end not again', async () => {
  const user = userEvent.setup();
  const server = inPages(() => Promise.reject(new Error('The page could not be read.')));
  const page = await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  const asked = () => server.calls(inboxContract, 'listConversations').filter(({ query }) => query?.cursor).length;
  await waitFor(() => expect(asked()).toBe(1));
  await user.keyboard('j');
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(asked()).toBe(1);
  expect(page.address()).toBe('/app/master-inbox/replies/1');
});
